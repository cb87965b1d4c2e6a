import AviaryColors
import AviaryText
import Synchronization

/// What was copied last, in whatever window, with its names: the text on a system's clipboard has colours only. Whoever
/// has that text gets the names with it, and nobody else.
final class SwatchClipboard: Sendable {
    private let copied = Mutex<(text: String, contents: [Swatch.Content])>(("", []))

    /// - Parameter text: What the system's clipboard has of them.
    func put(_ contents: [Swatch.Content], as text: String) { copied.withLock { $0 = (text, contents) } }

    /// What is to be pasted, and how many lines, or parts of lines, were left out since they are no colours.
    ///
    /// - Parameter text: What is on the system's clipboard or, where that is not known, what the window copied last.
    /// - Throws: `PaletteError.nothingToPaste`, or `ColorError` when nothing of the text is a colour.
    func contents(for text: String?) throws -> (contents: [Swatch.Content], unread: Int) {
        let lines = Self.lines(of: text ?? "")
        guard let first = lines.first else { throw PaletteError.nothingToPaste }
        if let contents = contents(ofCopied: lines) { return (contents, 0) }
        let typed = TypedColors(text ?? "")
        guard !typed.colors.isEmpty else { return ([Swatch.Content(try TypedColor(first).color)], 0) }
        return (typed.colors.map { Swatch.Content($0.color) }, typed.unread)
    }

    /// Whether a text of so many bytes may be what was copied last. Blank lines and the ends of lines may differ.
    func mayHold(textOf size: Int64) -> Bool { size <= 2 * Int64(copied.withLock { $0.text.utf8.count }) + 64 }

    /// What was copied last, if this is its text.
    func contents(ofCopied text: String) -> [Swatch.Content]? { contents(ofCopied: Self.lines(of: text)) }

    private func contents(ofCopied lines: [String]) -> [Swatch.Content]? {
        let (own, contents) = copied.withLock { $0 }
        return !contents.isEmpty && lines.joined(separator: "\n") == own ? contents : nil
    }

    private static func lines(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { String($0) }.filter { !$0.isBlank }
    }
}
