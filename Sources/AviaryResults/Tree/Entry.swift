/// One row in a tree: the beginning of its sort key, and its rowid.
struct Entry: Hashable, Sendable {
    var prefix: UInt64
    var id: Int64
}
