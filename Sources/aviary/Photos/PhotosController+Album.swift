import AviaryApps
import AviaryServer

/// Actions for the album that the page shows.
extension PhotosController {
    func renameAlbum(_ event: ActionEvent) async throws {
        guard let album = place.album, let typed = event.fields["name"] else { return }
        let begun = event.fields["name.was"] ?? albumName ?? typed
        let renaming = try await history.write(
            PhotosWords.Steps.renameAlbum, for: event, counting: PhotosWords.albumNoun
        ) { db in
            try db.renameAlbum(album, from: begun, to: typed)
        }
        if case .overruled(let other) = renaming { history.tellReplaced(other, by: typed) }
    }

    /// Deletes the album. Its photographs stay.
    func deleteAlbum(_ event: ActionEvent) async throws {
        guard let album = place.album else { return }
        let delete = Alert.Choice(PhotosWords.Buttons.deleteAlbum, isDestructive: true)
        let alert = Alert(
            PhotosWords.deleteAlbumQuestion, message: PhotosWords.photosStay, choices: [delete],
            cancel: RoomWords.cancel)
        guard await page.ask(alert) == delete else { return }
        try await history.write(PhotosWords.Steps.deleteAlbum, for: event) { db in try db.deleteAlbum(album) }
    }
}
