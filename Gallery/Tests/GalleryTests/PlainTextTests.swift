import AviaryText
import Testing

@testable import aviary

/// Text from outside, as it is shown.
struct PlainTextTests {
    @Test(arguments: [
        ("Sea", "Sea"), ("  Deep \t\r\n sea\u{2028}", "Deep sea"), ("a\u{0}\u{1B}[31mb\u{9B}", "a[31mb"),
        ("\u{202E}evil\u{202C}\u{2067}\u{2069}", "evil"), ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("ים", "ים"), ("\u{200F}ים", "\u{200F}ים"), ("👩‍🎨", "👩‍🎨"), ("e\u{301}", "e\u{301}"),
    ])
    func itStaysOnOneLineAndInItsPlace(text: String, shown: String) {
        #expect(text.onOneLine.unicodeScalars.elementsEqual(shown.unicodeScalars))
    }

    @Test func theScalarsOfASCIIAreWhatUnicodeSays() {
        for scalar in (UInt8(0)..<0x80).map({ Unicode.Scalar($0) }) {
            #expect(scalar.isSpace == scalar.properties.isWhitespace, "\(scalar.value)")
            #expect(scalar.isDisruptive == (scalar.properties.generalCategory == .control), "\(scalar.value)")
        }
    }

    @Test(arguments: ["", " ", "\u{200B}", "\u{3164}", "\u{2800}", "\u{202E}\u{0}", "\u{FEFF}\u{AD}"])
    func whatCannotBeSeenIsBlank(text: String) {
        #expect(text.isBlank)
        #expect(throws: NameError.blank) { try text.asName() }
        #expect(text.shownAsName == nil)
    }

    @Test func whatIsTooLongIsCutBetweenCharacters() {
        #expect("12345".shortened(to: 5) == "12345")
        #expect("123456".shortened(to: 5) == "1234…")
        #expect("👩‍🎨👩‍🎨👩‍🎨".shortened(to: 7) == "👩‍🎨👩‍🎨…")
        #expect(("a" + String(repeating: "\u{301}", count: 10_000)).shortened(to: 200) == "…")
    }

    @Test func aNameHasALimitThatIsSaid() {
        #expect(throws: NameError.tooLong(10_000)) { try String(repeating: "x", count: 10_000).asName() }
        #expect(NameError.tooLong(10_000).description.contains("200 characters, and this one has 10,000."))
        #expect(throws: Never.self) { try String(repeating: "x", count: 200).asName() }
    }

    @Test func aQuotedTextCannotTurnTheSentenceAroundIt() {
        #expect("\u{202E}x\n".quoted == "“\u{2068}x\u{2069}”")
    }
}
