import AviaryColors
import AviaryServer

extension Page {
    /// Copies colors to the clipboard as text, one on each line.
    ///
    /// - Returns: The text.
    /// - Throws: `ClipboardError` when the text did not reach the clipboard.
    @discardableResult
    func copy(_ colors: [SRGB], as notation: ColorNotation = .hex) async throws -> String {
        let text = colors.map { notation.text(of: $0) }.joined(separator: "\n")
        try await copy(text)
        return text
    }

    /// Says which color was copied, or how many.
    func sayCopied(_ text: String, count: Int) {
        say(RoomWords.copied(text, count: count))
    }
}
