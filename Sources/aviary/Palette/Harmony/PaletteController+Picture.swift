import AviaryApps
import AviaryImages
import AviaryServer

/// A palette from a picture, which is looked at and not kept.
extension PaletteController {
    func addPicture(_ event: ActionEvent) async throws {
        guard let file = event.files.first else { return }
        let name = PicturePalette.name(ofFile: file.name)
        let palette = try await PicturePalette(
            named: name, of: .file(file.path), called: file.name, by: pictures)
        choose(try await palette.save(in: history, for: event))
        history.offer(palette.sentence)
    }
}

extension PhotoLibrary {
    /// What receives pictures that palettes are made of.
    var paletteUploads: [Upload] {
        [
            Upload(
                "palette", into: store.uploadFolder(in: folder) + "/palette", types: ["image/*"],
                limits: UploadLimits(file: 256 << 20))
        ]
    }
}
