import AviaryText

/// The colors of a text that has several: one a line, or with commas or semicolons between them.
public struct TypedColors: Hashable, Sendable {
    /// The colors, in order: the first 1,000,000 of them and one more.
    public let colors: [TypedColor]
    /// How many lines, or parts of lines, are no colors.
    public let unread: Int

    /// Reads a text. Blank lines count as nothing, and a line without any color counts as one part.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    public init(_ text: String) {
        var (colors, unread) = ([TypedColor](), 0)
        for line in text.split(whereSeparator: \.isNewline) where !String(line).isBlank {
            if let color = try? TypedColor(String(line)) {
                colors.append(color)
                continue
            }
            var (read, skipped) = (0, 0)
            Self.forEachPart(of: line) { part in
                guard let color = try? TypedColor(part) else { return skipped += 1 }
                read += 1
                if colors.count <= PaletteContents.maximumColors { colors.append(color) }
            }
            unread += read == 0 ? 1 : skipped
        }
        (self.colors, self.unread) = (colors, unread)
    }

    /// Calls `body` with what stands between commas and semicolons. Those in parentheses belong to a color.
    private static func forEachPart(of line: Substring, _ body: (String) -> Void) {
        var (part, depth) = ("", 0)
        for scalar in line.unicodeScalars {
            switch scalar {
            case "(": depth += 1
            case ")": depth = max(depth - 1, 0)
            case ",", ";":
                if depth == 0 {
                    if !part.isBlank { body(part) }
                    part = ""
                    continue
                }
            default: break
            }
            part.unicodeScalars.append(scalar)
        }
        if !part.isBlank { body(part) }
    }
}
