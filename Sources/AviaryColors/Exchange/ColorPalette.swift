import AviaryText

/// A list of named colors with a name of its own, as programs exchange it in files.
public struct ColorPalette: Hashable, Sendable {
    /// A color of a palette.
    public struct Entry: Hashable, Sendable {
        /// On one line; empty when the color has no name.
        public let name: String
        /// The color. It may be finer than 8 bits a channel.
        public var color: SRGB

        /// A color with a name, which is brought on one line, without control characters.
        public init(name: String = "", color: SRGB) {
            self.name = name.cleaned
            self.color = color
        }
    }

    /// On one line; empty when the palette has no name.
    public let name: String
    /// How many colors other programs show side by side; 0 when that is not stated.
    public var columns: Int
    /// The colors, in order.
    public var entries: [Entry]

    /// A palette of some colors.
    ///
    /// - Parameters:
    ///   - name: Is brought on one line, without control characters.
    ///   - columns: Is brought into 0...256.
    ///   - entries: The colors, in order.
    public init(name: String = "", columns: Int = 0, entries: [Entry] = []) {
        self.name = name.cleaned
        self.columns = min(max(columns, 0), Self.maximumColumns)
        self.entries = entries
    }

    /// As many as GIMP shows.
    static let maximumColumns = 256
}

extension String {
    /// On one line, as `onOneLine` has it. Most names are in ASCII and need no change; palettes have 100,000 of them.
    fileprivate var cleaned: String {
        var before = UInt8(ascii: " ")
        let isClean = utf8.allSatisfy { byte in
            defer { before = byte }
            return (0x20..<0x7f).contains(byte) && (byte != 0x20 || before != 0x20)
        }
        return isClean && (isEmpty || before != UInt8(ascii: " ")) ? self : onOneLine
    }
}
