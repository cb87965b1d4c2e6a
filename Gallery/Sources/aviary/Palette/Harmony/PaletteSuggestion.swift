import AviaryColors
import GRDB

/// Colors that are suggested as a palette.
struct PaletteSuggestion: Hashable, Sendable {
    let name: String
    /// The name of the palette that is made of the suggestion.
    let paletteName: String
    let colors: [SRGB]

    /// The largest number of colors in a suggestion.
    static let limit = ColorRamp.steps.upperBound

    /// Suggests the ramps and the harmonies of a color. The ramp to the other color comes first, if there is one.
    static func all(for color: SRGB, to other: SRGB?, steps: Int) -> [PaletteSuggestion] {
        let title = NamedColor.nearest(to: color).title
        let between = other.map { other in
            let end = NamedColor.nearest(to: other).title
            return PaletteSuggestion(
                name: PaletteWords.ramp(to: end), paletteName: PaletteWords.ramp(from: title, to: end),
                colors: ColorRamp.between(color, other, steps: steps))
        }
        let ramps = [
            (PaletteWords.shades, ColorRamp.shades(of: color, steps: steps)),
            (PaletteWords.tones, ColorRamp.tones(of: color, steps: steps)),
        ]
        let harmonies = Harmony.allCases.map { ($0.title, $0.colors(with: color)) }
        return (between.map { [$0] } ?? [])
            + (ramps + harmonies).map { name, colors in
                PaletteSuggestion(
                    name: name, paletteName: PaletteWords.suggestion(name, for: title), colors: colors)
            }
    }
}

extension Database {
    /// Makes a palette with some colors, in their order. Each color is named after the named color that looks most like
    /// it.
    @discardableResult
    func savePalette(named name: String, of colors: [SRGB]) throws -> Palette.ID {
        let palette = try savePalette(named: name)
        try saveSwatches(colors.map { Swatch.Content($0) }, at: .first(in: palette))
        return palette
    }
}
