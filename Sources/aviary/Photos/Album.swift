import GRDB

/// An album, as it is stored: a name for some photographs, in an order of its own.
struct Album: NamedRecord, Hashable, Sendable {
    static let databaseTableName = "album"

    let id: Int64
    let name: String
}
