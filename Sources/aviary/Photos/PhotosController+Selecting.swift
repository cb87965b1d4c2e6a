import AviaryApps
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryViews
import GRDB

/// Actions for the selected photographs, or for those of a context menu.
extension PhotosController {
    func toggleSelecting(_ event: ActionEvent) { setSelecting(!isSelecting) }

    /// Starts select mode, and selects the photographs of the context menu.
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
        page.announce(isOn ? PhotosWords.selecting : PhotosWords.doneSelecting)
    }

    func selectAll(_ event: ActionEvent) { grid.selectAllOrNone(orSay: RoomWords.photosStillLoading, on: page) }

    func menu(for items: Set<Photo.ID>) -> Menu? {
        guard !items.isEmpty else { return nil }
        let first = MenuItem(RoomWords.open, action: "open")
        if history.store.isReadOnly { return items.count == 1 ? Menu([first]) : nil }
        let open = items.count == 1 && !isSelecting ? [first] : []
        let select = isSelecting ? [] : [MenuItem(RoomWords.select, action: "beginSelecting")]
        if place == .trash {
            return Menu(
                open + select, [MenuItem(PhotosWords.Buttons.putBack, action: "putBack")],
                [
                    MenuItem(
                        PhotosWords.Buttons.deleteForGoodAsking, action: "deleteForGood", shortcut: "Delete",
                        isDestructive: true)
                ])
        }
        let albums =
            [MenuItem(PhotosWords.Buttons.addToAlbum, action: "addToAlbum")]
            + (place.album == nil ? [] : [MenuItem(PhotosWords.Buttons.removeFromAlbum, action: "removeFromAlbum")])
        return Menu(
            open + select, [MenuItem(RoomWords.favorite, action: "favorite", shortcut: "F")] + albums,
            [MenuItem(RoomWords.delete, action: "delete", shortcut: "Delete", isDestructive: true)])
    }

    /// Marks all of the photographs as favorites. If all are favorites, removes all from the favorites.
    func favorite(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        let (count, isOn) = try await history.write(RoomWords.favorite, for: event) { db in
            let isOn = try db.hasPlain(items)
            return (try db.setFavorite(items, to: isOn), isOn)
        }
        page.announce(RoomWords.favorites(count, areAdded: isOn))
    }

    func addToAlbum(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        let words = PhotosWords.addToAlbum(items.count)
        let sheet = NameListController(words, of: albums) { [history] choice, event in
            let (album, name, count) = try await history.write(PhotosWords.Steps.addToAlbum, for: event) { db in
                let album = try db.album(chosen: choice)
                return (album, try db.name(ofAlbum: album), try db.addPhotos(items, toAlbum: album))
            }
            history.offer(PhotosWords.added(count, toAlbum: name))
            return album
        }
        try await page.present(sheet)
    }

    func removeFromAlbum(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard let album = place.album, !items.isEmpty else { return }
        let count = try await history.write(PhotosWords.Steps.removeFromAlbum, for: event) { db in
            try db.removePhotos(items, fromAlbum: album)
        }
        history.offer(PhotosWords.removedFromAlbum(count))
    }

    func delete(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        let count = try await history.write(PhotosWords.Steps.deletePhotos, for: event) { db in
            try db.trashPhotos(items)
        }
        if count > 0 { history.offer(PhotosWords.trashed(count)) }
    }

    func putBack(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        let count = try await history.write(PhotosWords.Steps.putBack, for: event) { db in
            try db.putBackPhotos(items)
        }
        if count > 0 { history.offer(PhotosWords.putBack(count)) }
    }

    func deleteForGood(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty, await confirms(PhotosWords.deleteForGoodQuestion(items.count)) else { return }
        try await deleteForGood(items, for: event)
    }

    func emptyTrash(_ event: ActionEvent) async throws {
        // The person confirms the deletion of exactly these photographs. Others that enter the trash while the question
        // is open stay.
        let items = try await library.photosInTrash(search: searched)
        guard !items.isEmpty else { return }
        guard await confirms(PhotosWords.emptyTrashQuestion(items.count, isSearched: !searched.isEmpty)) else { return }
        try await deleteForGood(items, for: event)
    }

    private func deleteForGood(_ items: Set<Photo.ID>, for event: ActionEvent) async throws {
        let count = try await library.deleteForGood(items, receipt: event.receipt)
        guard count < items.count else { return }
        page.say(PhotosWords.leftTrash(items.count - count))
    }

    /// Asks the person to confirm an action that cannot be undone.
    private func confirms(_ question: String) async -> Bool {
        let delete = Alert.Choice(PhotosWords.Buttons.deleteForGood, isDestructive: true)
        let alert = Alert(
            question, message: PhotosWords.cannotBeUndone, choices: [delete], cancel: RoomWords.cancel)
        return await page.ask(alert) == delete
    }

    func share(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        send(try await SharedPhotos(items, of: photos, library), for: event)
    }
}

extension Database {
    /// Returns whether at least one of these photographs is not a favorite.
    func hasPlain(_ ids: Set<Photo.ID>) throws -> Bool {
        try Bool.fetchOne(
            self,
            sql:
                "SELECT EXISTS (SELECT 1 FROM photo WHERE id IN (SELECT value FROM json_each(?)) AND NOT ifnull(isFavorite, 0))",
            arguments: [list(of: ids)]) ?? false
    }

    func name(ofAlbum id: Album.ID) throws -> String { try record(Album.self, id)?.name ?? "" }
}
