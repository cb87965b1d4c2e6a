import AviaryApps
import AviaryColors
import AviaryImages
import AviaryResults
import AviaryServer
import AviaryText

/// The colors that stand for a picture, those of most pixels first, and the name of their palette. The same picture gives the
/// same palette.
struct PicturePalette: Hashable, Sendable {
    /// How many colors it has at most.
    static let mostColors = 8

    let name: String
    let colors: [SRGB]

    /// Looks at a picture, which is not kept.
    ///
    /// - Parameters:
    ///   - name: Shortened when it is long.
    ///   - title: What a sentence calls the picture.
    /// - Throws: `PaletteError.pictureRefused`.
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

    /// Saves it as the first palette. It is one step.
    @discardableResult
    func save(in history: UndoController, for event: ActionEvent) async throws -> Palette.ID {
        try await history.write(PaletteWords.Steps.newPalette, for: event, counting: RoomWords.color) { [self] db in
            try db.savePalette(named: name, of: colors)
        }
    }

    /// What is said once it is saved.
    var sentence: String { PaletteWords.paletteAdded(name, withColors: colors.count) }

    /// The name of a file without its ending. A dot before a space is part of a name.
    static func name(ofFile name: String) -> String {
        let line = name.onOneLine
        let parts = line.lastIndex(of: ".").map { (stem: line[..<$0], ending: line[$0...]) }
        let stem = parts.flatMap { $0.ending.contains(" ") ? nil : String($0.stem) } ?? line
        return stem.isBlank ? PaletteWords.picture : stem
    }
}

extension ViewController {
    /// Leads to the room where the new palette is the first.
    func showPalette(_ event: ActionEvent) { page.show("/palette") }
}
