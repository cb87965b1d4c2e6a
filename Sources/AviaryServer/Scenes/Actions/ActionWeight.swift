/// What an action holds while it waits, known before it is performed.
struct ActionWeight: Hashable, Sendable {
    /// Of its fields and of what was selected when the person asked.
    var bytes: Int
    /// Whether it may take the store longer than a person notices.
    var isLarge: Bool

    /// - Parameter selected: How many items are selected.
    init(_ event: ActionEvent, selected: Int) {
        let fields = event.fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        bytes = fields + selected * bytesForItem
        isLarge = fields > ordinaryFields || selected > ordinaryRows
    }

    /// - Parameter rows: How many it writes.
    init(rows: Int) {
        bytes = 0
        isLarge = rows > ordinaryRows
    }
}

/// A form holds less, but for one with long text: a hundred pasted lines.
private let ordinaryFields = 512
private let ordinaryRows = 1_000
/// Of an identifier in a set.
private let bytesForItem = 16
