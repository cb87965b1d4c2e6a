import GRDB

/// A palette, as it is stored: some saved colours with a name over them.
struct Palette: Identifiable, Hashable, Sendable {
    let id: Int64
    let name: String

    /// What a palette is called until somebody calls it something else.
    static let newName = "New palette"
}

extension Palette: FetchableRecord, TableRecord {
    static let databaseTableName = "palette"
    static var databaseSelection: [any SQLSelectable] { DatabaseValue.bounded(["name"]) }

    /// Reads a row that any program may have written.
    init(row: Row) throws {
        id = try row.storedIdentifier()
        name = String.fromDatabaseValue(try row.stored("name"))?.shownAsName ?? "Untitled"
    }
}
