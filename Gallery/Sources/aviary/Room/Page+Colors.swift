import AviaryColors
import AviaryServer

extension Page {
    /// Copies colors to the clipboard as text, one on each line.
    ///
    /// - Returns: The copied text.
    /// - Throws: `ClipboardError` if the text did not reach the clipboard.
    @discardableResult
    func copy(_ colors: [SRGB], as notation: ColorNotation = .hex) async throws -> String {
        let text = colors.map { notation.text(of: $0) }.joined(separator: "\n")
        try await copy(text)
        return text
    }

    /// Shows a message with the copied color, or with the number of copied colors.
    func sayCopied(_ text: String, count: Int) {
        say(RoomWords.copied(text, count: count))
    }
}
