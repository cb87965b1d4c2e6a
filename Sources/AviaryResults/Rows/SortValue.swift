/// A value that rows are sorted by, as SQLite hands it out; text and blobs are borrowed from the statement.
enum SortValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)
}

/// How text compares.
enum KeyCollation: String, Sendable {
    case binary = "B"
    case noCase = "NOCASE"
    case rightTrim = "RTRIM"
}

/// Direction and collation of one sort key.
struct KeyOrder: Hashable, Sendable {
    var isDescending = false
    var collation = KeyCollation.binary
}
