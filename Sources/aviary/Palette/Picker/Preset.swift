import AviaryColors

/// A colour to begin with.
struct Preset: Identifiable, Hashable, Sendable {
    let id: Int64
    let name: String
    let color: SRGB

    static let all: [Preset] = [
        ("Red", 0xe03131), ("Orange", 0xf08c00), ("Yellow", 0xffd43b), ("Green", 0x2f9e44), ("Blue", 0x1971c2),
        ("Purple", 0x9c36b5), ("Black", 0x000000),
    ].enumerated().map { Preset(id: Int64($0), name: $1.0, color: SRGB(hex: $1.1)) }

    /// The one that looks just like a colour.
    static func matching(_ color: SRGB) -> Preset? { all.first { $0.color.displayColor == color.displayColor } }
}
