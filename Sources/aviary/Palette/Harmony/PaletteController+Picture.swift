import AviaryApps
import AviaryImages
import AviaryServer

/// The action that makes a palette of a picture. The picture itself is not stored.
extension PaletteController {
    func addPicture(_ event: ActionEvent) async throws {
        guard let file = event.files.first else { return }
        let palette = try await PicturePalette(of: file, by: pictures)
        let new = try await palette.save(in: history, for: event)
        choose(new)
        history.offer(palette.sentence)
        await reveal(palette: new)
    }
}
