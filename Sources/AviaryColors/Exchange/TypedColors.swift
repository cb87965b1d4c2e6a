import AviaryText

/// The colors of a text with several: one for each line, or separated by commas or semicolons.
public struct TypedColors: Hashable, Sendable {
    /// The colors, in order. After 1,000,001 colors, only lines that are one color each are added.
    public let colors: [TypedColor]
    /// The number of lines or parts of lines that are not colors.
    public let unread: Int

    /// Reads a text. Blank lines are not counted, and a line without any color counts as one part.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    public init(_ text: String) {
        var (colors, unread) = ([TypedColor](), 0)
        // One function may span several lines, so the whole text is tried first.
        if text.utf8.count <= 1_000, text.utf8.contains(UInt8(ascii: "(")), let color = try? TypedColor(text) {
            (self.colors, self.unread) = ([color], 0)
            return
        }
        for line in text.split(whereSeparator: \.isNewline) where !String(line).isBlank {
            if let color = try? TypedColor(String(line)) {
                if colors.count <= PaletteContents.maximumColors { colors.append(color) }
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

    /// Calls `body` with the parts between commas and semicolons. Separators in parentheses and comments belong to a
    /// color.
    private static func forEachPart(of line: Substring, _ body: (String) -> Void) {
        var (part, depth) = ("", 0)
        var (isComment, last) = (false, " " as Unicode.Scalar)
        for scalar in line.unicodeScalars {
            if isComment {
                isComment = !(last == "*" && scalar == "/")
                // The slash that ends a comment does not begin the next one.
                last = isComment ? scalar : " "
            } else {
                // The star that begins a comment does not end it.
                isComment = last == "/" && scalar == "*"
                last = isComment ? " " : scalar
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
            }
            part.unicodeScalars.append(scalar)
        }
        if !part.isBlank { body(part) }
    }
}
