import AviaryResults
import GRDB

/// A row of the table `shelf`, which fills controls.
struct Shelf: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "shelf"
    var id: Int64
    var name: String
    var wing: String
    var position: Double

    /// All shelves, by their wings.
    static let request = ListRequest<Shelf>(
        sort: [Column("position").asc, Column("id").asc], sections: .by(Column("wing").asc))
}
