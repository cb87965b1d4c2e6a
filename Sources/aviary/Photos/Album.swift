import GRDB

/// An album as it is stored: a name for some photographs with their own order.
struct Album: NamedRecord, Hashable, Sendable {
    static let databaseTableName = "album"

    let id: Int64
    let name: String
}
