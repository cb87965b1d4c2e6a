/// The size of an action, known before it is performed.
struct ActionWeight: Hashable, Sendable {
    /// The size of its fields, and of the selection when the person asked.
    var bytes: Int
    /// Whether it may occupy the store long enough for a person to notice.
    var isLarge: Bool

    /// - Parameter selected: How many items are selected.
    init(_ event: ActionEvent, selected: Int) {
        let fields = event.fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        bytes = fields + selected * bytesForItem
        isLarge = fields > ordinaryFields || selected > ordinaryRows
    }

    /// - Parameter rows: The number of rows that it writes.
    init(rows: Int) {
        bytes = 0
        isLarge = rows > ordinaryRows
    }
}

/// In bytes. A form has less, except with long text such as a hundred pasted lines.
private let ordinaryFields = 512
private let ordinaryRows = 1_000
/// The bytes of one identifier in a set.
private let bytesForItem = 16
