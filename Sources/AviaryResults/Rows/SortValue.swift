/// A sort value as SQLite returns it. Text and blobs are borrowed from the statement.
enum SortValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)
}

/// A collation that is built into SQLite. The raw value is its name in EXPLAIN.
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
