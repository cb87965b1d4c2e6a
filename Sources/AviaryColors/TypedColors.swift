import AviaryText

/// The colors of a text that has several: one a line, or with commas or semicolons between them.
public struct TypedColors: Hashable, Sendable {
    /// The colors, in order.
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
            let parts = Self.parts(of: line)
            let read = parts.compactMap { try? TypedColor($0) }
            colors += read
            unread += read.isEmpty ? 1 : parts.count - read.count
        }
        (self.colors, self.unread) = (colors, unread)
    }

    /// What stands between commas and semicolons. Those in parentheses belong to a color.
    private static func parts(of line: Substring) -> [String] {
        var (parts, depth) = ([""], 0)
        for scalar in line.unicodeScalars {
            switch scalar {
            case "(": depth += 1
            case ")": depth = max(depth - 1, 0)
            case ",", ";":
                if depth == 0 {
                    parts.append("")
                    continue
                }
            default: break
            }
            parts[parts.count - 1].unicodeScalars.append(scalar)
        }
        return parts.filter { !$0.isBlank }
    }
}
