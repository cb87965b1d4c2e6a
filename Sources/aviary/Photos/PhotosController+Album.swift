import AviaryApps
import AviaryServer
import AviaryText

/// The album whose page this is.
extension PhotosController {
    func renameAlbum(_ event: ActionEvent) async throws {
        guard let album = place.album, let typed = event.fields["name"] else { return }
        let begun = albumName ?? typed
        let renaming = try await history.write("Rename album", for: event, counting: "album") { db in
            try db.renameAlbum(album, from: begun, to: typed)
        }
        if case .overruled(let other) = renaming { history.tellReplaced(other, by: typed) }
    }

    /// The photographs stay.
    func deleteAlbum(_ event: ActionEvent) async throws {
        guard let album = place.album else { return }
        let delete = Alert.Choice("Delete album", isDestructive: true)
        let alert = Alert("Delete this album?", message: "Its photos stay in Photos.", choices: [delete])
        guard await page.ask(alert) == delete else { return }
        try await history.write("Delete album", for: event) { db in try db.deleteAlbum(album) }
    }
}
