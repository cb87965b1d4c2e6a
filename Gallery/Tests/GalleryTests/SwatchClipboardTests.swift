import AviaryColors
import AviaryViews
import Testing

@testable import aviary

struct SwatchClipboardTests {
    let clipboard = SwatchClipboard()
    let tomato = Swatch.Content(name: "Kitchen wall", color: SRGB(hex: 0xff6347))
    let teal = Swatch.Content(name: "Door", color: SRGB(hex: 0x008080))

    @Test(arguments: ColorNotation.allCases)
    func whatWasCopiedComesBackWithItsNames(notation: ColorNotation) throws {
        let text = [tomato, teal].map { notation.text(of: $0.color) }.joined(separator: "\n")
        clipboard.put([tomato, teal], as: text)
        #expect(try clipboard.contents(for: text).contents == [tomato, teal])
        #expect(try clipboard.contents(for: text + "\r\n").contents == [tomato, teal])
        // A window that copied nothing gets nothing of other windows' copies.
        #expect(throws: PaletteError.nothingToPaste) { try clipboard.contents(for: nil) }
    }

    @Test func onlyTheTextThatWasCopiedHasItsContents() {
        #expect(clipboard.contents(ofCopied: "") == nil)
        clipboard.put([tomato, teal], as: "#ff6347\n#008080")
        #expect(clipboard.contents(ofCopied: "#ff6347\r\n#008080\r\n") == [tomato, teal])
        #expect(clipboard.contents(ofCopied: "#ff6347") == nil)
        #expect(clipboard.contents(ofCopied: "") == nil)
    }

    @Test func textOfOtherProgramsIsReadLineByLine() throws {
        clipboard.put([tomato], as: "tomato")
        let (contents, unread) = try clipboard.contents(for: "teal\n\n  rgb(255 99 71)\r\nno color\n")
        #expect(contents == [Swatch.Content(teal.color), Swatch.Content(tomato.color)])
        #expect(unread == 1)
    }

    @Test func severalColorsOfALineAreRead() throws {
        let (contents, unread) = try clipboard.contents(
            for: "teal, rgb(255, 99, 71)\nno color; nor this\nteal, nothing")
        #expect(contents == [Swatch.Content(teal.color), Swatch.Content(tomato.color), Swatch.Content(teal.color)])
        #expect(unread == 2)
    }

    @Test func whoHasNothingToPasteIsToldHow() {
        let sentence = "There is nothing to paste. Copy a color here first. To paste from another app, press Ctrl+V."
        #expect("\(PaletteError.nothingToPaste)" == sentence)
    }

    @Test func whatIsNoColorIsRefused() {
        #expect(throws: PaletteError.nothingToPaste) { try clipboard.contents(for: nil) }
        #expect(throws: PaletteError.nothingToPaste) { try clipboard.contents(for: " \n") }
        #expect(throws: ColorError.unknown("hello")) { try clipboard.contents(for: "hello\n<b>") }
    }
}
