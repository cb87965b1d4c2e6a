import AviaryServer
import AviaryText
import Testing

struct JSONTests {
    @Test(arguments: [
        ("", #""""#), ("tern", #""tern""#), ("Möwe 🐦", #""Möwe 🐦""#), (#"a "b""#, #""a \"b\"""#),
        (#"C:\birds"#, #""C:\\birds""#), ("one\ntwo\r\n\tthree", #""one\ntwo\r\n\tthree""#),
        ("\u{0}\u{1B}\u{1F}\u{7F}", "\"\\u0000\\u001b\\u001f\u{7F}\""),
        ("Möwe \"🐦\"", #""Möwe \"🐦\"""#),
    ])
    func textIsEscapedWhereItHasToBe(text: String, written: String) {
        #expect(JSON.string(text).text == written)
        #expect(JSON(parsing: written) == .string(text))
        #expect(JSON.object([text: .null]).text == "{\(written):null}")
    }
}
