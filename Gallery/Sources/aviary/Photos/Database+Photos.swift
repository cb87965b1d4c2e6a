import AviaryApps
import AviaryImages
import AviaryResults
import AviaryViews
import GRDB

// Operations on photographs. The caller runs each of them in a transaction, most of them as an undoable step.

extension Database {
    /// The manual order of all photographs. A row that another program inserts comes last, because the default position
    /// is the current time.
    private var photoOrder: ManualOrder {
        let now = now
        return ManualOrder(of: "photo", by: "position") { Double(now) }
    }

    /// Adds photographs at the end of the manual order, each content once. Photographs in the trash are put back.
    ///
    /// - Parameter album: An album to which all photographs are appended, including those that were already in the
    ///   gallery. If the album was deleted, the photographs are added without it, and the result says so.
    /// - Complexity: O(*k* log *n*) for *k* of *n* photographs.
    func addPhotos(_ photos: [NewPhoto], to album: Album.ID? = nil) throws -> AddedPhotos {
        var result = AddedPhotos()
        var known: [ContentID: Photo.ID] = [:]
        for photo in photos {
            if let id = known[photo.content] {
                result.duplicates.append(id)
                continue
            }
            if let (id, isTrashed) = try self.photo(with: photo.content) {
                if isTrashed { result.broughtBack.append(id) } else { result.duplicates.append(id) }
                known[photo.content] = id
            } else if let id = try insertPhotos([photo]).first {
                result.added.append(id)
                result.contents.append(photo.content)
                known[photo.content] = id
            }
        }
        _ = try putBackPhotos(Set(result.broughtBack))
        if let album {
            if try record(Album.self, album) != nil {
                result.new = try appendPhotos(photos.compactMap { known[$0.content] }, toAlbum: album)
            } else {
                result.isAlbumGone = true
            }
        }
        return result
    }

    /// Inserts photographs, even if the gallery already has their content.
    @discardableResult
    func insertPhotos(_ photos: [NewPhoto]) throws -> [Photo.ID] {
        let room = try photoOrder.makePositions(for: photos.count, .last(in: .null), in: self)
        let now = now
        let columns = [
            "name", "digest", "type", "bytes", "width", "height", "color", "takenAt", "createdAt", "camera", "position",
        ]
        return try insert(photos, into: "photo", columns) { index, photo in
            [
                photo.name.databaseValue, photo.content.description.databaseValue, photo.type.databaseValue,
                photo.size.databaseValue, photo.width.databaseValue, photo.height.databaseValue,
                photo.color.databaseValue, (photo.takenAt ?? now).databaseValue, now.databaseValue,
                photo.camera.databaseValue, room.positions[index].databaseValue,
            ]
        }
    }

    /// Finds the photograph with a content. Prefers one outside the trash.
    ///
    /// - Throws: `StoredRowError` when another program has written a row with this content whose id is not an integer.
    func photo(with content: ContentID) throws -> (id: Photo.ID, isTrashed: Bool)? {
        let row = try Row.fetchOne(
            cachedStatement(sql: "SELECT id, trashedAt FROM photo WHERE digest = ? ORDER BY trashedAt IS NOT NULL, id"),
            arguments: [content.description])
        return try row.map { row in (try row.storedIdentifier(), try !row.stored("trashedAt").isNull) }
    }

    /// Returns whether a row has this content, in the trash or not.
    func hasPhoto(with content: ContentID) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM photo WHERE digest = ?)"),
            arguments: [content.description]) ?? false
    }

    /// Moves photographs to the trash.
    ///
    /// - Returns: The number of photographs that were not yet in the trash.
    func trashPhotos(_ ids: Set<Photo.ID>) throws -> Int {
        try update("trashedAt = \(now)", of: ids, where: "trashedAt IS NULL")
    }

    /// Restores photographs from the trash. They keep their positions. Returns their number.
    func putBackPhotos(_ ids: Set<Photo.ID>) throws -> Int {
        try update("trashedAt = NULL", of: ids, where: "trashedAt IS NOT NULL")
    }

    func setFavorite(_ ids: Set<Photo.ID>, to isFavorite: Bool) throws -> Int {
        let value = isFavorite ? 1 : 0
        return try update("isFavorite = \(value)", of: ids, where: "isFavorite IS NOT \(value)")
    }

    /// Gives a photograph the name that a person typed.
    func renamePhoto(_ id: Photo.ID, from begun: String, to typed: String) throws -> Renaming {
        try rename(Photo.self, id, from: begun, to: typed) { PhotoError.photoGone(typed: $0) }
    }

    /// Moves photographs to the place where a person dropped them.
    ///
    /// - Parameter scope: The photographs on the page. An album has an order of its own.
    /// - Throws: `PhotoError.photoGone` when the target photograph is no longer there.
    func movePhotos(_ move: ItemMove<Photo.ID>, in scope: PhotoQuery.Scope = .all) throws {
        do {
            if case .album(let album) = scope {
                try movePhotos(move, inAlbum: album)
            } else {
                try photoOrder.move(move, in: self)
            }
        } catch is RecordError {
            throw PhotoError.photoGone()
        }
    }

    /// Deletes those of the photographs that are in the trash, and removes them from all albums.
    ///
    /// - Parameter time: If given, only photographs that were put into the trash before this time, in milliseconds
    ///   since 1970.
    /// - Returns: The number of deleted photographs.
    func deletePhotos(_ ids: Set<Photo.ID>, trashedBefore time: Int64? = nil) throws -> Int {
        let list = list(of: ids)
        let condition =
            "id IN (SELECT value FROM json_each(?)) AND trashedAt IS NOT NULL"
            + (time.map { " AND trashedAt < \($0)" } ?? "")
        try execute(
            sql: "DELETE FROM albumPhoto WHERE photo IN (SELECT id FROM photo WHERE \(condition))", arguments: [list])
        try execute(sql: "DELETE FROM photo WHERE \(condition)", arguments: [list])
        return changesCount
    }

    /// The contents of photographs, without duplicates.
    func photoContents(of ids: Set<Photo.ID>) throws -> Set<ContentID> {
        let digests = try String?.fetchSet(
            self, sql: "SELECT digest FROM photo WHERE id IN (SELECT value FROM json_each(?))",
            arguments: [list(of: ids)])
        return Set(digests.compactMap { $0.flatMap(ContentID.init) })
    }

    /// Returns the photographs that were put into the trash before a time.
    ///
    /// - Parameter time: The time in milliseconds since 1970.
    func photosTrashed(before time: Int64) throws -> Set<Photo.ID> {
        try Int64.fetchSet(self, sql: "SELECT id FROM photo WHERE trashedAt < ?", arguments: [time])
    }

    private func update(_ change: String, of ids: Set<Photo.ID>, where condition: String) throws -> Int {
        try execute(
            sql: "UPDATE photo SET \(change) WHERE id IN (SELECT value FROM json_each(?)) AND \(condition)",
            arguments: [list(of: ids)])
        return changesCount
    }

    /// Returns whether at least one of these photographs is not a favorite.
    func hasPlain(_ ids: Set<Photo.ID>) throws -> Bool {
        try Bool.fetchOne(
            self,
            sql:
                "SELECT EXISTS (SELECT 1 FROM photo WHERE id IN (SELECT value FROM json_each(?)) AND NOT ifnull(isFavorite, 0))",
            arguments: [list(of: ids)]) ?? false
    }
}
