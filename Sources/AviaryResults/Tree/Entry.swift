/// One row in a tree: the first eight bytes of its sort key, and its rowid.
package struct Entry: Hashable, Sendable {
    package var prefix: UInt64
    package var id: Int64

    package init(prefix: UInt64, id: Int64) {
        self.prefix = prefix
        self.id = id
    }
}
