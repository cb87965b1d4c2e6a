/// A sort value as SQLite returns it. Text and blobs are borrowed from the statement.
enum SortValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)
}

/// The collation of a text.
enum KeyCollation: String, Sendable {
    case binary = "B"
    case noCase = "NOCASE"
    case rightTrim = "RTRIM"
}

/// The direction and the collation of one sort key.
struct KeyOrder: Hashable, Sendable {
    var isDescending = false
    var collation = KeyCollation.binary
}
