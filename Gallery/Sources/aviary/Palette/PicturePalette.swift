import AviaryApps
import AviaryColors
import AviaryImages
import AviaryResults
import AviaryServer
import AviaryText

/// The dominant colors of a picture, those of most pixels first, and the name of their palette. The same picture always
/// gives the same colors.
struct PicturePalette: Hashable, Sendable {
    /// The largest number of colors.
    static let mostColors = 8

    let name: String
    let colors: [SRGB]

    /// Finds the colors of a picture. The picture is not stored.
    ///
    /// - Parameters:
    ///   - name: The name of the palette, which is shortened if it is long.
    ///   - title: The name of the picture in error messages.
    /// - Throws: `PaletteError.pictureRefused`, `HeavyWorkError`, or `CancellationError`.
    init(
        named name: String, of picture: ImageRequest.Source, called title: String, by pipeline: ImagePipeline
    ) async throws {
        do {
            let pixels = try await pipeline.image(
                ImageRequest(picture, side: 160, format: .pixels), for: HeavyWork.client
            ).bytes
            colors = try await HeavyWork.shared.perform { _ in DominantColors.find(in: pixels, count: Self.mostColors) }
        } catch let error as ImageError {
            throw PaletteError.pictureRefused(name: title, reason: error.reasonOfRefusal)
        }
        self.name = name.shortened(to: 60)
    }

    init(of file: UploadedFile, by pipeline: ImagePipeline) async throws {
        try await self.init(
            named: Self.name(ofFile: file.name), of: .file(file.path), called: file.name, by: pipeline)
    }

    /// Returns whether a file is a picture of pixels. An SVG drawing is not, because it is read as a palette file.
    static func isPicture(_ file: UploadedFile) -> Bool {
        file.knownType.hasPrefix("image/") && file.knownType != "image/svg+xml"
    }

    /// Saves the palette at the first place of the list, in one undo step.
    @discardableResult
    func save(in history: UndoController, for event: ActionEvent) async throws -> Palette.ID {
        try await history.write(PaletteWords.Steps.newPalette, for: event, counting: RoomWords.color) { [self] db in
            try db.savePalette(named: name, of: colors)
        }
    }

    /// The message after saving.
    var sentence: String { PaletteWords.paletteAdded(name, withColors: colors.count) }

    /// The name of a file without its extension. If a space follows the last dot, there is no extension.
    static func name(ofFile name: String) -> String {
        let line = name.onOneLine
        let parts = line.lastIndex(of: ".").map { (stem: line[..<$0], ending: line[$0...]) }
        let stem = parts.flatMap { $0.ending.contains(" ") ? nil : String($0.stem) } ?? line
        return stem.isBlank ? PaletteWords.picture : stem
    }
}

extension ViewController {
    /// Opens the Palette room, where the new palette comes first.
    func showPalette(_ event: ActionEvent) { page.show("/palette") }
}
