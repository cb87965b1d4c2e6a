import AviaryText

/// A list of named colors with a name of its own, as programs exchange it in files.
public struct ColorPalette: Hashable, Sendable {
    /// A color of a palette.
    public struct Entry: Hashable, Sendable {
        /// The name, on one line; empty if the color has no name.
        public let name: String
        /// The color. It may have more than 8 bits a channel.
        public var color: SRGB
        /// The `$extensions` of other programs, the `$description` and `$deprecated` of a design token: an object of JSON
        /// with these members, or empty.
        public let details: String

        /// A color with a name.
        ///
        /// - Parameters:
        ///   - name: The name, which is put on one line, without control characters.
        ///   - color: The color.
        ///   - details: An object of JSON of at most 4,096 bytes. Any other text counts as empty.
        public init(name: String = "", color: SRGB, details: String = "") {
            self.name = name.cleaned
            self.color = color
            self.details = TokenDetails.checked(details)
        }
    }

    /// The name, on one line; empty if the palette has no name.
    public let name: String
    /// The number of colors that other programs show side by side; 0 if it is not stated.
    public var columns: Int
    /// The colors, in order.
    public var entries: [Entry]
    /// The `$extensions` of other programs, the `$description` and `$deprecated` of a design token: an object of JSON
    /// with these members, or empty.
    public let details: String

    /// A palette of some colors.
    ///
    /// - Parameters:
    ///   - name: The name, which is put on one line, without control characters.
    ///   - columns: The number of columns, clamped to 0...256.
    ///   - entries: The colors, in order.
    ///   - details: An object of JSON of at most 4,096 bytes. Any other text counts as empty.
    public init(name: String = "", columns: Int = 0, entries: [Entry] = [], details: String = "") {
        self.details = TokenDetails.checked(details)
        self.name = name.cleaned
        self.columns = min(max(columns, 0), Self.maximumColumns)
        self.entries = entries
    }

    /// The largest number of columns that GIMP shows.
    static let maximumColumns = 256
}

extension String {
    /// The text on one line, as `onOneLine` makes it. ASCII names that need no change are returned at once, because a
    /// palette may have 100,000 names.
    fileprivate var cleaned: String {
        var before = UInt8(ascii: " ")
        let isClean = utf8.allSatisfy { byte in
            defer { before = byte }
            return (0x20..<0x7f).contains(byte) && (byte != 0x20 || before != 0x20)
        }
        return isClean && (isEmpty || before != UInt8(ascii: " ")) ? self : onOneLine
    }
}
