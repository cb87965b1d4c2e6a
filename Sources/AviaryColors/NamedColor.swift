/// A colour with a name in CSS (CSS Color 4, "Named Colors"). Names are spelled with spaces, as in X11's `rgb.txt`.
public struct NamedColor: Hashable, Sendable {
    /// The name in lower case, with spaces: "cornflower blue".
    public let name: String
    /// The colour, of 8 bits a channel.
    public let color: SRGB
    private let lab: OKLab

    /// The name with a capital letter, as a title: "Cornflower blue".
    public var title: String { name.prefix(1).uppercased() + name.dropFirst() }

    private init(_ name: String, _ hex: UInt32) {
        self.name = name
        color = SRGB(hex: hex)
        lab = OKLab(color)
    }

    /// The colour with a name, in upper or lower case, with or without spaces; `nil` if CSS has no such name.
    ///
    /// - Complexity: O(1).
    public static func named(_ name: some StringProtocol) -> NamedColor? { byName[key(name)] }

    /// The named colour that looks most like another colour. If this named colour has two names, the result is the
    /// first of them in `all`.
    ///
    /// - Complexity: A comparison with each of the 148 names.
    public static func nearest(to color: SRGB) -> NamedColor {
        let lab = OKLab(color)
        var (nearest, least) = (0, Double.infinity)
        for (index, other) in labs.enumerated() {
            let difference = other.difference(from: lab)
            if difference < least { (nearest, least) = (index, difference) }
        }
        return all[nearest]
    }

    // A separate array without the names, because copies of names would cost reference counting.
    private static let labs = all.map(\.lab)

    private static let byName = Dictionary(all.map { (key($0.name), $0) }) { first, _ in first }

    private static func key(_ name: some StringProtocol) -> String { name.lowercased().filter { $0 != " " } }
}

extension NamedColor {
    /// All names. If a colour has two names, `nearest(to:)` returns the first of them.
    public static let all: [NamedColor] = [
        NamedColor("alice blue", 0xf0f8ff),
        NamedColor("antique white", 0xfaebd7),
        NamedColor("aquamarine", 0x7fffd4),
        NamedColor("azure", 0xf0ffff),
        NamedColor("beige", 0xf5f5dc),
        NamedColor("bisque", 0xffe4c4),
        NamedColor("black", 0x000000),
        NamedColor("blanched almond", 0xffebcd),
        NamedColor("blue", 0x0000ff),
        NamedColor("blue violet", 0x8a2be2),
        NamedColor("brown", 0xa52a2a),
        NamedColor("burlywood", 0xdeb887),
        NamedColor("cadet blue", 0x5f9ea0),
        NamedColor("chartreuse", 0x7fff00),
        NamedColor("chocolate", 0xd2691e),
        NamedColor("coral", 0xff7f50),
        NamedColor("cornflower blue", 0x6495ed),
        NamedColor("cornsilk", 0xfff8dc),
        NamedColor("crimson", 0xdc143c),
        NamedColor("cyan", 0x00ffff),
        NamedColor("aqua", 0x00ffff),
        NamedColor("dark blue", 0x00008b),
        NamedColor("dark cyan", 0x008b8b),
        NamedColor("dark goldenrod", 0xb8860b),
        NamedColor("dark gray", 0xa9a9a9),
        NamedColor("dark green", 0x006400),
        NamedColor("dark grey", 0xa9a9a9),
        NamedColor("dark khaki", 0xbdb76b),
        NamedColor("dark magenta", 0x8b008b),
        NamedColor("dark olive green", 0x556b2f),
        NamedColor("dark orange", 0xff8c00),
        NamedColor("dark orchid", 0x9932cc),
        NamedColor("dark red", 0x8b0000),
        NamedColor("dark salmon", 0xe9967a),
        NamedColor("dark sea green", 0x8fbc8f),
        NamedColor("dark slate blue", 0x483d8b),
        NamedColor("dark slate gray", 0x2f4f4f),
        NamedColor("dark slate grey", 0x2f4f4f),
        NamedColor("dark turquoise", 0x00ced1),
        NamedColor("dark violet", 0x9400d3),
        NamedColor("deep pink", 0xff1493),
        NamedColor("deep sky blue", 0x00bfff),
        NamedColor("dim gray", 0x696969),
        NamedColor("dim grey", 0x696969),
        NamedColor("dodger blue", 0x1e90ff),
        NamedColor("firebrick", 0xb22222),
        NamedColor("floral white", 0xfffaf0),
        NamedColor("forest green", 0x228b22),
        NamedColor("gainsboro", 0xdcdcdc),
        NamedColor("ghost white", 0xf8f8ff),
        NamedColor("gold", 0xffd700),
        NamedColor("goldenrod", 0xdaa520),
        NamedColor("gray", 0x808080),
        NamedColor("green", 0x008000),
        NamedColor("green yellow", 0xadff2f),
        NamedColor("grey", 0x808080),
        NamedColor("honeydew", 0xf0fff0),
        NamedColor("hot pink", 0xff69b4),
        NamedColor("indian red", 0xcd5c5c),
        NamedColor("indigo", 0x4b0082),
        NamedColor("ivory", 0xfffff0),
        NamedColor("khaki", 0xf0e68c),
        NamedColor("lavender", 0xe6e6fa),
        NamedColor("lavender blush", 0xfff0f5),
        NamedColor("lawn green", 0x7cfc00),
        NamedColor("lemon chiffon", 0xfffacd),
        NamedColor("light blue", 0xadd8e6),
        NamedColor("light coral", 0xf08080),
        NamedColor("light cyan", 0xe0ffff),
        NamedColor("light goldenrod yellow", 0xfafad2),
        NamedColor("light gray", 0xd3d3d3),
        NamedColor("light green", 0x90ee90),
        NamedColor("light grey", 0xd3d3d3),
        NamedColor("light pink", 0xffb6c1),
        NamedColor("light salmon", 0xffa07a),
        NamedColor("light sea green", 0x20b2aa),
        NamedColor("light sky blue", 0x87cefa),
        NamedColor("light slate gray", 0x778899),
        NamedColor("light slate grey", 0x778899),
        NamedColor("light steel blue", 0xb0c4de),
        NamedColor("light yellow", 0xffffe0),
        NamedColor("lime", 0x00ff00),
        NamedColor("lime green", 0x32cd32),
        NamedColor("linen", 0xfaf0e6),
        NamedColor("magenta", 0xff00ff),
        NamedColor("fuchsia", 0xff00ff),
        NamedColor("maroon", 0x800000),
        NamedColor("medium aquamarine", 0x66cdaa),
        NamedColor("medium blue", 0x0000cd),
        NamedColor("medium orchid", 0xba55d3),
        NamedColor("medium purple", 0x9370db),
        NamedColor("medium sea green", 0x3cb371),
        NamedColor("medium slate blue", 0x7b68ee),
        NamedColor("medium spring green", 0x00fa9a),
        NamedColor("medium turquoise", 0x48d1cc),
        NamedColor("medium violet red", 0xc71585),
        NamedColor("midnight blue", 0x191970),
        NamedColor("mint cream", 0xf5fffa),
        NamedColor("misty rose", 0xffe4e1),
        NamedColor("moccasin", 0xffe4b5),
        NamedColor("navajo white", 0xffdead),
        NamedColor("navy", 0x000080),
        NamedColor("old lace", 0xfdf5e6),
        NamedColor("olive", 0x808000),
        NamedColor("olive drab", 0x6b8e23),
        NamedColor("orange", 0xffa500),
        NamedColor("orange red", 0xff4500),
        NamedColor("orchid", 0xda70d6),
        NamedColor("pale goldenrod", 0xeee8aa),
        NamedColor("pale green", 0x98fb98),
        NamedColor("pale turquoise", 0xafeeee),
        NamedColor("pale violet red", 0xdb7093),
        NamedColor("papaya whip", 0xffefd5),
        NamedColor("peach puff", 0xffdab9),
        NamedColor("peru", 0xcd853f),
        NamedColor("pink", 0xffc0cb),
        NamedColor("plum", 0xdda0dd),
        NamedColor("powder blue", 0xb0e0e6),
        NamedColor("purple", 0x800080),
        NamedColor("rebecca purple", 0x663399),
        NamedColor("red", 0xff0000),
        NamedColor("rosy brown", 0xbc8f8f),
        NamedColor("royal blue", 0x4169e1),
        NamedColor("saddle brown", 0x8b4513),
        NamedColor("salmon", 0xfa8072),
        NamedColor("sandy brown", 0xf4a460),
        NamedColor("sea green", 0x2e8b57),
        NamedColor("seashell", 0xfff5ee),
        NamedColor("sienna", 0xa0522d),
        NamedColor("silver", 0xc0c0c0),
        NamedColor("sky blue", 0x87ceeb),
        NamedColor("slate blue", 0x6a5acd),
        NamedColor("slate gray", 0x708090),
        NamedColor("slate grey", 0x708090),
        NamedColor("snow", 0xfffafa),
        NamedColor("spring green", 0x00ff7f),
        NamedColor("steel blue", 0x4682b4),
        NamedColor("tan", 0xd2b48c),
        NamedColor("teal", 0x008080),
        NamedColor("thistle", 0xd8bfd8),
        NamedColor("tomato", 0xff6347),
        NamedColor("turquoise", 0x40e0d0),
        NamedColor("violet", 0xee82ee),
        NamedColor("wheat", 0xf5deb3),
        NamedColor("white", 0xffffff),
        NamedColor("white smoke", 0xf5f5f5),
        NamedColor("yellow", 0xffff00),
        NamedColor("yellow green", 0x9acd32),
    ]
}
