import AviaryApps
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryText
import AviaryViews
import GRDB

/// What a person does with some photographs: those that are selected, or that a menu was opened for.
extension PhotosController {
    func toggleSelecting(_ event: ActionEvent) { setSelecting(!isSelecting) }

    /// Begins with those that a menu was opened for.
    func beginSelecting(_ event: ActionEvent) {
        let items = event.items(in: grid)
        setSelecting(true)
        grid.select(items)
    }

    func setSelecting(_ isOn: Bool) {
        guard isOn != isSelecting else { return }
        isSelecting = isOn
        grid.isEditing = isOn
        updateMoving()
        show()
        page.announce(isOn ? "Selecting. Photos are selected by a tap." : "Done selecting.")
    }

    func selectAll(_ event: ActionEvent) { grid.selectAllOrNone(of: "photos", on: page) }

    func menu(for items: Set<Photo.ID>) -> Menu? {
        guard !items.isEmpty else { return nil }
        if history.store.isReadOnly { return items.count == 1 ? Menu([MenuItem("Open", action: "open")]) : nil }
        let open = items.count == 1 && !isSelecting ? [MenuItem("Open", action: "open")] : []
        let select = isSelecting ? [] : [MenuItem("Select", action: "beginSelecting")]
        if place == .trash {
            return Menu(
                open + select, [MenuItem("Put back", action: "putBack")],
                [MenuItem("Delete for good…", action: "deleteForGood", shortcut: "Delete", isDestructive: true)])
        }
        let albums =
            [MenuItem("Add to album…", action: "addToAlbum")]
            + (place.album == nil ? [] : [MenuItem("Remove from album", action: "removeFromAlbum")])
        return Menu(
            open + select, [MenuItem("Favorite", action: "favorite", shortcut: "F")] + albums,
            [MenuItem("Delete", action: "delete", shortcut: "Delete", isDestructive: true)])
    }

    /// Marks all of them as favorites, or none when all are.
    func favorite(_ event: ActionEvent) async throws {
        let items = event.items(in: grid)
        guard !items.isEmpty else { return }
        let (count, isOn) = try await history.write("Favorite", for: event) { db in
            let isOn = try db.hasPlain(items)
            return (try db.setFavorite(items, to: isOn), isOn)
        }
        page.announce("\(count.counted("photo")) \(isOn ? "added to favorites" : "no longer favorites")")
    }

    func addToAlbum(_ event: ActionEvent) async throws {
        let items = event.items(in: grid)
        guard !items.isEmpty else { return }
        let title = "Add \(items.count.counted("photo")) to an album"
        let sheet = NameListController(title, of: albums, called: "album") { [history] choice, event in
            let (name, count) = try await history.write("Add to album", for: event) { db in
                let album = try db.album(chosen: choice)
                return (try db.name(ofAlbum: album), try db.addPhotos(items, toAlbum: album))
            }
            history.offer(
                count == 0
                    ? "All of them are in \(name.quoted) already" : "\(count.counted("photo")) added to \(name.quoted)")
        }
        try await page.present(sheet)
    }

    func removeFromAlbum(_ event: ActionEvent) async throws {
        let items = event.items(in: grid)
        guard let album = place.album, !items.isEmpty else { return }
        let count = try await history.write("Remove from album", for: event) { db in
            try db.removePhotos(items, fromAlbum: album)
        }
        history.offer("\(count.counted("photo")) removed from the album")
    }

    func delete(_ event: ActionEvent) async throws {
        let items = event.items(in: grid)
        guard !items.isEmpty else { return }
        let count = try await history.write("Delete photos", for: event) { db in try db.trashPhotos(items) }
        if count > 0 { history.offer("\(count.counted("photo")) moved to the trash") }
    }

    func putBack(_ event: ActionEvent) async throws {
        let items = event.items(in: grid)
        guard !items.isEmpty else { return }
        let count = try await history.write("Put back", for: event) { db in try db.putBackPhotos(items) }
        if count > 0 { history.offer("\(count.counted("photo")) put back") }
    }

    func deleteForGood(_ event: ActionEvent) async throws {
        let items = event.items(in: grid)
        guard !items.isEmpty, await confirms("Delete \(items.count.counted("photo")) for good?") else { return }
        try await deleteForGood(items, for: event)
    }

    func emptyTrash(_ event: ActionEvent) async throws {
        // The answer is about these: what comes into the trash while the question is open stays.
        let items = try await library.photosInTrash(search: searched)
        guard !items.isEmpty else { return }
        let which = searched.isEmpty ? "in the trash" : "found in the trash"
        guard await confirms("Delete \(items.count.counted("photo")) \(which) for good?") else { return }
        try await deleteForGood(items, for: event)
    }

    private func deleteForGood(_ items: Set<Photo.ID>, for event: ActionEvent) async throws {
        let count = try await library.deleteForGood(items, receipt: event.receipt)
        guard count < items.count else { return }
        let rest = (items.count - count).counted("photo")
        page.say("\(rest) had left the trash meanwhile, and was not deleted.")
    }

    /// What cannot be undone is asked for.
    private func confirms(_ question: String) async -> Bool {
        let delete = Alert.Choice("Delete for good", isDestructive: true)
        let alert = Alert(
            question, message: "The files are removed from this machine. They cannot be brought back.",
            choices: [delete])
        return await page.ask(alert) == delete
    }

    func share(_ event: ActionEvent) async throws {
        let items = event.items(in: grid)
        guard !items.isEmpty else { return }
        send(try await SharedPhotos(items, of: photos, library), for: event)
    }
}

extension Database {
    /// Whether one of these photographs is no favorite.
    func hasPlain(_ ids: Set<Photo.ID>) throws -> Bool {
        try Bool.fetchOne(
            self,
            sql:
                "SELECT EXISTS (SELECT 1 FROM photo WHERE id IN (SELECT value FROM json_each(?)) AND NOT ifnull(isFavorite, 0))",
            arguments: [list(of: ids)]) ?? false
    }

    func name(ofAlbum id: Album.ID) throws -> String { try record(Album.self, id)?.name ?? "" }
}
