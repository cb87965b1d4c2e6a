import AviaryImages
import AviaryResults
import AviaryViews
import GRDB

/// An album on the page of all albums, with its first photograph and the number of its photographs.
struct AlbumCard: Identifiable, Sendable {
    let id: Int64
    let name: String
    let count: Int
    /// The address of the first photograph's thumbnail; `nil` if the album is empty or the digest is invalid.
    let cover: String?
    let color: DisplayColor?
}

extension AlbumCard: FetchableRecord, TableRecord {
    static let databaseTableName = Album.databaseTableName

    static var databaseSelection: [any SQLSelectable] {
        let firsts: [any SQLSelectable] = ["digest", "color"].map { column in
            let first = photos("photo.\(column)") + " ORDER BY albumPhoto.position, albumPhoto.id LIMIT 1"
            return SQL(sql: "substr((\(first)), 1, 100) AS \(column)")
        }
        return DatabaseValue.bounded(["name"]) + [SQL(sql: "(\(photos("count(*)"))) AS photos")] + firsts
    }

    private static func photos(_ what: String) -> String {
        """
        SELECT \(what) FROM albumPhoto JOIN photo ON photo.id = albumPhoto.photo \
        WHERE albumPhoto.album = album.id AND photo.trashedAt IS NULL
        """
    }

    init(row: Row) throws {
        let album = try Album(row: row)
        (id, name) = (album.id, album.name)
        count = Int.fromDatabaseValue(try row.stored("photos")) ?? 0
        let content = String.fromDatabaseValue(try row.stored("digest")).flatMap(ContentID.init)
        cover = content?.thumbnailPath(.medium)
        color = String.fromDatabaseValue(try row.stored("color")).flatMap(DisplayColor.init(hex:))
    }

    /// All albums, the newest first.
    static var request: ListRequest<AlbumCard> {
        ListRequest(
            sort: [Column("position").desc],
            dependencies: [
                Dependency(on: "albumPhoto", rows: "SELECT album FROM changed"),
                Dependency(
                    on: "photo",
                    rows: "SELECT albumPhoto.album FROM albumPhoto JOIN changed ON albumPhoto.photo = changed.id"),
            ])
    }
}
