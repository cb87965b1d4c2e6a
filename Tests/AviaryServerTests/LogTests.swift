import Logging
import Testing

@testable import AviaryServer

struct LogTests {
    @Test(arguments: [
        ("there is no page /colors", "there is no page /colors"),
        ("a\n2026-11-22 error aviary: forged", "a\\n2026-11-22 error aviary: forged"),
        (String(repeating: "x", count: 9_000), String(repeating: "x", count: 401) + "…"),
    ])
    func whatComesFromOutsideStaysOnOneLine(value: String, line: String) {
        #expect(Logger.MetadataValue.outside(value) == .string(line))
    }

    @Test func noControlCharacterIsLogged() {
        let value = Logger.MetadataValue.outside("\r\u{1B}[2J\u{0}\u{85}\u{2028}\u{2029}é💥")
        guard case .string(let line) = value else { return #expect(Bool(false), "it is text") }
        #expect(line.hasSuffix("é💥") && line.hasPrefix("\\r"))
        #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
        #expect(!line.contains { $0.isNewline })
    }
}
