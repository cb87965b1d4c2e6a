import AviaryColors
import AviaryText
import Synchronization

/// The last copied colors of all windows, with their names. The text on the system's clipboard has no names. Only a
/// paste of this same text gets the names from here.
final class SwatchClipboard: Sendable {
    private let copied = Mutex<(text: String, contents: [Swatch.Content])>(("", []))

    /// Records a copy.
    ///
    /// - Parameter text: The text of the colors on the system's clipboard.
    func put(_ contents: [Swatch.Content], as text: String) { copied.withLock { $0 = (text, contents) } }

    /// Returns the colors to paste, and the number of lines, or parts of lines, that are not colors.
    ///
    /// - Parameter text: The text on the system's clipboard. If it is unknown, the text that the window copied last.
    /// - Throws: `PaletteError.nothingToPaste`, or `ColorError` if the text contains no color.
    func contents(for text: String?) throws -> (contents: [Swatch.Content], unread: Int) {
        let lines = Self.lines(of: text ?? "")
        guard let first = lines.first else { throw PaletteError.nothingToPaste }
        if let contents = contents(ofCopied: lines) { return (contents, 0) }
        // In a table from a spreadsheet, tabs separate the columns. Such a table may have names beside the colors.
        if let text, text.contains("\t") {
            let table = PaletteFormat.read(Array(text.utf8))
            let entries = table.palettes.flatMap(\.entries)
            if !entries.isEmpty { return (entries.map { Swatch.Content($0) }, table.problemCount) }
        }
        let typed = TypedColors(text ?? "")
        guard !typed.colors.isEmpty else { return ([Swatch.Content(try TypedColor(first).color)], 0) }
        return (typed.colors.map { Swatch.Content($0.color) }, typed.unread)
    }

    /// Returns whether a text of this size may be the last copied text. Blank lines and line endings may differ.
    func mayHave(textOf size: Int64) -> Bool { size <= 2 * Int64(copied.withLock { $0.text.utf8.count }) + 64 }

    /// The last copied colors, if this is their text; `nil` for any other text.
    func contents(ofCopied text: String) -> [Swatch.Content]? { contents(ofCopied: Self.lines(of: text)) }

    private func contents(ofCopied lines: [String]) -> [Swatch.Content]? {
        let (own, contents) = copied.withLock { $0 }
        return !contents.isEmpty && lines.joined(separator: "\n") == own ? contents : nil
    }

    private static func lines(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { String($0) }.filter { !$0.isBlank }
    }
}
