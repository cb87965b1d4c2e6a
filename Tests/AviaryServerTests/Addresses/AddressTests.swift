import AviaryServer
import Testing

struct AddressTests {
    @Test(arguments: [
        ("/", [], "/"),
        ("/colors", ["colors"], "/colors"),
        ("/colors/", ["colors"], "/colors"),
        ("//evil.example//x", ["evil.example", "x"], "/evil.example/x"),
        ("/colors#top", ["colors"], "/colors"),
        ("/gr%C3%B6%c3%9fe", ["größe"], "/gr%C3%B6%C3%9Fe"),
        ("/größe", ["größe"], "/gr%C3%B6%C3%9Fe"),
        ("/tags/AC%2fDC", ["tags", "AC/DC"], "/tags/AC%2FDC"),
        ("/a%20b+c", ["a b+c"], "/a%20b%2Bc"),
        ("/%3Fx%23", ["?x#"], "/%3Fx%23"),
        ("/%E2%98%83%F0%9F%98%80", ["☃😀"], "/%E2%98%83%F0%9F%98%80"),
        ("/a%2e%2eb", ["a..b"], "/a..b"),
    ]) func aPathIsReadAndWrittenAsLinksHaveIt(text: String, path: [String], written: String) throws {
        let address = try #require(Address(text))
        #expect(address.path == path)
        #expect(address.description == written)
        #expect(Address(written) == address)
    }

    @Test(arguments: [
        "", "colors", "https://evil.example/", "*", "/..", "/../etc/passwd", "/a/./b", "/%2e%2E/etc", "/.%2e", "/%00",
        "/a%0ab", "/a\u{0}b", "/\u{7f}", "/%ff", "/%c3", "/%ed%a0%80", "/%c0%af", "/%", "/%2", "/%zz", "/%+1",
        "/" + String(repeating: "x", count: 4_000), "/?" + String(repeating: "q=1&", count: 1_000),
    ]) func whatIsNoAddressIsRefused(text: String) {
        #expect(Address(text) == nil)
    }

    @Test func aQueryKeepsItsItemsInOrderAndItsDuplicates() {
        let address = Address("/search?q=tea+leaf&tag=a%26b&tag=%C3%A4&empty=&bare")
        #expect(address["q"] == "tea leaf")
        #expect(address["tag"] == "a&b")
        #expect(address.query.map(\.value) == ["tea leaf", "a&b", "ä", "", ""])
        #expect(address["nothing"] == nil)
        #expect(address.description == "/search?q=tea%20leaf&tag=a%26b&tag=%C3%A4&empty=&bare=")
        #expect(Address(address.description) == address)
    }

    @Test func anItemOfTheQueryThatCannotBeReadIsLeftOut() {
        let address = Address("/search?q=%ff&%zz=1&x=%00&=2&&ok=1")
        #expect(address.query == [.init("ok", "1")])
    }

    @Test func addressesDifferByPathAndQuery() {
        #expect(Address("/colors?a=1") != Address("/colors"))
        #expect(Address("/colors?a=1") != Address("/colors?a=2"))
        #expect(Address("/colors?a=1") == Address("/colors/?a=1#top"))
    }

    @Test func everyTextThatHasAnAddressFindsItsWayBack() {
        for text in ["a", " ", "%", "%2F", "a/b", "ä", "e\u{301}", "…", "a:b@c", "\\", "\"'<>&", "😀", "...", "~!*()"] {
            let address = Address(path: ["x", text], query: [.init(text, text)])
            #expect(Address(address.description) == address, "\(text)")
        }
    }

    @Test func noComponentLeadsToAnotherServer() {
        #expect(Address(path: ["", "evil.example"]).description == "/evil.example")
        #expect(Address(path: ["/evil.example"]).description == "/%2Fevil.example")
        #expect(Address(path: ["\\evil.example"]).description == "/%5Cevil.example")
    }
}
