import GRDB

/// A tag as it is stored: a name for some web photos.
struct Tag: NamedRecord, Hashable, Sendable {
    static let databaseTableName = "tag"

    let id: Int64
    let name: String
}
