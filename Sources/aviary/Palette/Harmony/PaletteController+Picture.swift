import AviaryApps
import AviaryColors
import AviaryImages
import AviaryResults
import AviaryServer
import AviaryText
import Foundation

/// A palette from a picture, which is looked at and not kept.
extension PaletteController {
    /// How many colors a palette has at most that comes from a picture.
    static let colorsOfPicture = 8

    /// Makes a palette of the colors that stand for a picture, those of most pixels first.
    func addPicture(_ event: ActionEvent) async throws {
        guard let file = event.files.first else { return }
        let colors: [SRGB]
        do {
            let request = ImageRequest(.file(file.path), side: 160, format: .pixels)
            let pixels = try await pictures.image(request).bytes
            colors = try await blocking { DominantColors.find(in: pixels, count: Self.colorsOfPicture) }
        } catch let error as ImageError {
            throw PaletteError.pictureRefused(name: file.name, reason: error.reasonOfRefusal)
        }
        let name = Self.paletteName(ofFile: file.name)
        let palette = try await history.write("New palette", for: event) { db in
            try db.savePalette(named: name, of: colors)
        }
        choose(palette)
        history.offer("Palette \(name.quoted) added, with \(colors.count.counted("color"))")
    }

    /// The name of a file without its ending.
    static func paletteName(ofFile name: String) -> String {
        let line = name.onOneLine
        let stem = line.lastIndex(of: ".").map { String(line[..<$0]) } ?? line
        return stem.isBlank ? "Picture" : stem.shortened(to: 60)
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
