import AviaryText
import GRDB

/// An album, as it is stored: a name for some photographs, in an order of its own.
struct Album: Identifiable, Hashable, Sendable {
    let id: Int64
    let name: String

    /// What an album is called until somebody calls it something else.
    static let newName = "New album"
}

extension Album: FetchableRecord, TableRecord {
    static let databaseTableName = "album"
    static var databaseSelection: [any SQLSelectable] { DatabaseValue.bounded(["name"]) }

    /// Reads a row that any program may have written.
    init(row: Row) throws {
        id = try row.storedIdentifier()
        name = String.fromDatabaseValue(try row.stored("name"))?.shownAsName ?? "Untitled"
    }
}
