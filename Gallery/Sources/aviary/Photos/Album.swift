import AviaryApps
import AviaryResults
import AviaryViews
import GRDB

/// An album as it is stored: a name for some photographs with their own order.
struct Album: NameOnlyRecord, Hashable, Sendable {
    static let databaseTableName = "album"

    let id: Int64
    let name: String
}

extension Database {
    private var albumOrder: ManualOrder {
        let now = now
        return ManualOrder(of: "albumPhoto", by: "position", within: "album") { Double(now) }
    }

    /// Makes an album, at the end of the order of albums.
    @discardableResult
    func saveAlbum(named name: String = PhotosWords.newAlbum) throws -> Album.ID {
        let now = now
        let room = try ManualOrder(of: "album", by: "position") { Double(now) }
            .makePositions(for: 1, .last(in: .null), in: self)
        try execute(
            sql: "INSERT INTO album(name, position) VALUES (?, ?)", arguments: [name.asName(), room.positions[0]])
        return lastInsertedRowID
    }

    /// Returns the album that a person chose in a sheet. Makes a new album if the person chose a name.
    func album(chosen choice: NameListController.Choice) throws -> Album.ID {
        switch choice {
        case .record(let id): id
        case .new(let name): try saveAlbum(named: name ?? PhotosWords.newAlbum)
        }
    }

    /// Gives an album the name that a person typed, even if somebody else has renamed it meanwhile; see `rename`.
    func renameAlbum(_ id: Album.ID, from begun: String, to typed: String) throws -> Renaming {
        try rename(Album.self, id, from: begun, to: typed) { PhotoError.albumGone(typed: $0) }
    }

    /// Deletes an album. Its photographs stay.
    func deleteAlbum(_ id: Album.ID) throws {
        try execute(sql: "DELETE FROM album WHERE id = ?", arguments: [id])
        guard changesCount > 0 else { throw PhotoError.albumGone() }
        try execute(sql: "DELETE FROM albumPhoto WHERE album = ?", arguments: [id])
    }

    /// Appends photographs to an album, in the manual order of all photographs. Those that are already in the album
    /// keep their positions.
    ///
    /// - Returns: The number of photographs that were not in the album.
    func addPhotos(_ ids: Set<Photo.ID>, toAlbum album: Album.ID) throws -> Int {
        try appendPhotos(
            Int64.fetchAll(
                self,
                sql: "SELECT id FROM photo WHERE id IN (SELECT value FROM json_each(?)) ORDER BY position, id",
                arguments: [list(of: ids)]), toAlbum: album
        ).count
    }

    /// Appends photographs to an album, in the given order. Ignores those that are already in the album.
    ///
    /// - Returns: The appended photographs.
    /// - Complexity: O(*k* log *n*) for *k* photographs.
    func appendPhotos(_ ids: [Photo.ID], toAlbum album: Album.ID) throws -> Set<Photo.ID> {
        guard try record(Album.self, album) != nil else { throw PhotoError.albumGone() }
        let known = try Int64?.fetchSet(
            self, sql: "SELECT photo FROM albumPhoto WHERE album = ? AND photo IN (SELECT value FROM json_each(?))",
            arguments: [album, list(of: Set(ids))])
        var seen = Set(known.compactMap(\.self))
        let new = ids.filter { seen.insert($0).inserted }
        let room = try albumOrder.makePositions(for: new.count, .last(in: album.databaseValue), in: self)
        try insert(new, into: "albumPhoto", ["album", "photo", "position"]) { index, id in
            [album.databaseValue, id.databaseValue, room.positions[index].databaseValue]
        }
        return Set(new)
    }

    /// Removes photographs from an album. They stay in the gallery.
    ///
    /// - Returns: The number of photographs that were in the album.
    func removePhotos(_ ids: Set<Photo.ID>, fromAlbum album: Album.ID) throws -> Int {
        try execute(
            sql: "DELETE FROM albumPhoto WHERE album = ? AND photo IN (SELECT value FROM json_each(?))",
            arguments: [album, list(of: ids)])
        return changesCount
    }

    /// Moves photographs within the order of an album. Ignores photographs that are not in the album.
    ///
    /// - Throws: `RecordError.recordNotFound` when the target photograph is not in the album.
    func movePhotos(_ move: ItemMove<Photo.ID>, inAlbum album: Album.ID) throws {
        let beside: [Photo.ID] =
            switch move.target {
            case .before(let photo), .behind(let photo): [photo]
            case .section: []
            }
        let list = try Row.fetchAll(
            self,
            sql: "SELECT photo, id FROM albumPhoto WHERE album = ? AND photo IN (SELECT value FROM json_each(?))",
            arguments: [album, list(of: Set(move.items + beside))])
        let rows: [Int64: Int64] = list.reduce(into: [:]) { rows, row in
            guard let photo = Int64.fromDatabaseValue(row[0]), let id = Int64.fromDatabaseValue(row[1]) else { return }
            rows[photo] = id
        }
        func row(_ photo: Photo.ID) throws -> Int64 {
            guard let row = rows[photo] else {
                throw RecordError.recordNotFound(databaseTableName: "albumPhoto", key: ["photo": photo.databaseValue])
            }
            return row
        }
        let target: ManualOrder.Target =
            switch move.target {
            case .before(let photo): .before(try row(photo))
            case .behind(let photo): .behind(try row(photo))
            case .section: .last(in: album.databaseValue)
            }
        try albumOrder.move(move.items.compactMap { rows[$0] }, target, in: self)
    }

    /// Puts a photograph before the others of an album. The first photograph is the album's cover.
    ///
    /// A photograph that the album does not have changes nothing.
    ///
    /// - Throws: `PhotoError.albumGone` when there is no such album.
    func setCover(_ photo: Photo.ID, ofAlbum album: Album.ID) throws {
        guard try record(Album.self, album) != nil else { throw PhotoError.albumGone() }
        // A row of another program may name no photograph, or one that is gone.
        let first = try Int64.fetchOne(
            self,
            sql: """
                SELECT albumPhoto.photo FROM albumPhoto JOIN photo ON photo.id = albumPhoto.photo
                WHERE albumPhoto.album = ? ORDER BY albumPhoto.position, albumPhoto.id LIMIT 1
                """, arguments: [album])
        guard let first, first != photo else { return }
        try movePhotos(ItemMove([photo], to: .before(first)), inAlbum: album)
    }

    func name(ofAlbum id: Album.ID) throws -> String { try record(Album.self, id)?.name ?? "" }
}
