import AviaryColors
import AviaryResults
import AviaryServer
import AviaryTesting
import GRDB
import Logging

@testable import aviary

/// A gallery with something in each room.
final class StockedAlbum: Sendable {
    /// A page, and what opens a sheet over it.
    struct Room: CustomStringConvertible, Sendable {
        var path: String
        var collection: String?
        var opening: (action: String, item: String?)?

        init(_ path: String, _ collection: String? = nil, opening action: String? = nil, item: String? = nil) {
            (self.path, self.collection) = (path, collection)
            opening = action.map { ($0, item) }
        }

        var description: String { path }

        /// How often a test visits it: in a long run a room a thousand times, the further pages of a room a tenth as
        /// often.
        var visits: Int { max(20, draws(80, long: 1_000) / (path.split(separator: "/").count > 1 ? 10 : 1)) }

        /// A message that is in the packet which brings the room.
        var told: String { collection == nil ? #"["outlet","# : #"["reload","# }
    }

    static let rooms = [
        Room("/", "colors"), Room("/colors", "grid"), Room("/palette", "grid", opening: "harmoniesOfPicked"),
        Room("/photos", "grid", opening: "open", item: "1"), Room("/photos/albums", "list"),
        Room("/photos/trash", "grid", opening: "open", item: "2"),
        Room("/photos/album/1", "grid", opening: "open", item: "1"), Room("/photos/photo/1"),
        Room("/photorama", "grid", opening: "chooseTag"), Room("/photorama/photo/1", opening: "showTags"),
    ]

    private let album: WebAlbum
    private let library: PhotoLibrary
    var gallery: Gallery { album.gallery }

    init() async throws {
        album = try WebAlbum()
        library = try PhotoAlbum.library(of: album.gallery)
        album.service.set { $0.feeds = [.interesting: Array(1...12)] }
        _ = try await album.library.refresh(.interesting)
        try await gallery.store.write { db in
            for _ in 0..<50 { try db.addColor(.random()) }
            try db.saveSwatches((0..<50).map { _ in Swatch.Content(.random()) }, at: .first(in: db.firstPalette()))
            for id in 1...12 {
                try db.execute(
                    sql: "INSERT INTO photo(id, name, width, height, trashedAt) VALUES (?, ?, 3, 2, ?)",
                    arguments: [id, "\(id).jpg", id.isMultiple(of: 2) ? 1 : nil])
            }
            _ = try db.addPhotos([1, 3, 5], toAlbum: db.saveAlbum(named: "Trips"))
            _ = try db.addTag(named: "Terns")
        }
    }

    func app() async throws -> LiveApp {
        try await gallery.app(
            library, photorama: album.library, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}
