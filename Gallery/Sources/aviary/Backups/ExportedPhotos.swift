import AviaryResults
import Foundation
import GRDB

/// The photographs and albums of an export, into a folder or as a zip.
struct ExportedPhotos {
    private let library: PhotoLibrary
    private var waiting: ArraySlice<Photo> = []
    private var last: Photo.ID?

    /// The number of rows that are read at a time.
    private static let batch = 500

    init(of library: PhotoLibrary) { self.library = library }

    /// Returns the next photograph that is not in the trash; `nil` at the end.
    ///
    /// In the order of the identifiers, each photograph gets the same number in its name in the next export.
    mutating func next() async throws -> Photo? {
        if waiting.isEmpty {
            waiting = try await library.store.read { [last] db in
                var request = Photo.filter(Column("trashedAt") == nil).order(Column("id")).limit(Self.batch)
                if let last { request = request.filter(Column("id") > last) }
                return try request.fetchAll(db)[...]
            }
        }
        let photo = waiting.popFirst()
        if let photo { last = photo.id }
        return photo
    }

    /// Reads the albums: the folder of each one, such as `Albums/Trips`, and its photographs in order.
    func albums() async throws -> [(folder: String, members: [Photo.ID])] {
        try await library.store.read { db in
            var names = FileNames()
            return try Album.fetchAll(db, sql: "SELECT * FROM album ORDER BY position, id").map { album in
                let members = try Photo.ID.fetchAll(
                    db, sql: "SELECT photo FROM albumPhoto WHERE album = ? ORDER BY position, id", arguments: [album.id]
                )
                return ("Albums/\(names.unused(album.name))", members)
            }
        }
    }
}

extension Photo {
    /// The folder of the photograph in an export: `Photos/2024-05` for May 2024 on the camera's clock.
    var exportFolder: String {
        "Photos/\(takenAt.formatted(Date.ISO8601FormatStyle(timeZone: .gmt).year().month()))"
    }
}
