import AviaryColors

/// A preset color of the picker.
struct Preset: Identifiable, Hashable, Sendable {
    let id: Int64
    let name: String
    let color: SRGB

    static let all: [Preset] = [
        (PaletteWords.Presets.red, 0xe03131), (PaletteWords.Presets.orange, 0xf08c00),
        (PaletteWords.Presets.yellow, 0xffd43b), (PaletteWords.Presets.green, 0x2f9e44),
        (PaletteWords.Presets.blue, 0x1971c2), (PaletteWords.Presets.purple, 0x9c36b5),
        (PaletteWords.Presets.black, 0x000000),
    ].enumerated().map { Preset(id: Int64($0), name: $1.0, color: SRGB(hex: $1.1)) }

    /// The preset that has the same 8-bit channels as a color.
    static func matching(_ color: SRGB) -> Preset? { all.first { $0.color.displayColor == color.displayColor } }
}
