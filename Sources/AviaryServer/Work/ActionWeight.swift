/// The size of an action, known before it is performed.
struct ActionWeight: Hashable, Sendable {
    /// The bytes of its fields, and of the selection at the time when the person asked.
    var bytes: Int
    /// Whether it may occupy the store long enough for a person to notice.
    var isLarge: Bool

    /// - Parameter selected: How many items are selected.
    init(_ event: ActionEvent, selected: Int) {
        let fields = event.fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        bytes = fields + selected * bytesForItem
        isLarge = fields > ordinaryFields || selected > ordinaryRows
    }

    /// - Parameter rows: The number of rows that the action writes.
    init(rows: Int) {
        bytes = 0
        isLarge = rows > ordinaryRows
    }
}

/// The most bytes of fields in an ordinary action. A form has less, except with long text such as a hundred pasted
/// lines.
private let ordinaryFields = 512
private let ordinaryRows = 1_000
/// The bytes of one identifier in a set.
private let bytesForItem = 16
