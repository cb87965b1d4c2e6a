import AviaryResults
import GRDB

/// A tag in the sheet of all tags, with the number of its photos.
struct TagCard: Identifiable, Sendable {
    let id: Int64
    let name: String
    let count: Int
}

extension TagCard: FetchableRecord, TableRecord {
    static let databaseTableName = Tag.databaseTableName

    static var databaseSelection: [any SQLSelectable] {
        DatabaseValue.bounded(["name"])
            + [SQL(sql: "(SELECT count(*) FROM photoTag WHERE photoTag.tag = tag.id) AS photos")]
    }

    init(row: Row) throws {
        let tag = try Tag(row: row)
        (id, name) = (tag.id, tag.name)
        count = Int.fromDatabaseValue(try row.stored("photos")) ?? 0
    }

    /// All tags in their order: a new one comes last.
    static var request: ListRequest<TagCard> {
        ListRequest(
            sort: [Column("position").asc],
            dependencies: [Dependency(on: "photoTag", rows: "SELECT tag FROM changed")])
    }
}
