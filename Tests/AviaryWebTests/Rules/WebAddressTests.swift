import AviaryTesting
import Foundation
import Testing

@testable import AviaryWeb

struct WebAddressTests {
    @Test(arguments: [
        ("http://example.org", "http://example.org/"),
        ("HTTPS://Example.ORG:443/A?b=C#d", "https://example.org/A?b=C"),
        ("https://example.org.:8443/a%20b", "https://example.org:8443/a%20b"),
        ("http://example.org:80?q", "http://example.org/?q"),
        ("https://example.org:80/", "https://example.org:80/"),
        ("http://example.org:/", "http://example.org/"),
        ("http://93.184.216.34/x", "http://93.184.216.34/x"),
        ("http://127.0.0.1.:9000/", "http://127.0.0.1:9000/"),
        ("http://[::1]:9000/x", "http://[0:0:0:0:0:0:0:1]:9000/x"),
        ("http://[2606:4700::1111]", "http://[2606:4700:0:0:0:0:0:1111]/"),
        ("http://a_b.example-1.org/", "http://a_b.example-1.org/"),
        ("http://1.2.3.4.example/", "http://1.2.3.4.example/"),
        ("http://localhost/", "http://localhost/"),
        ("http://0x.example/", "http://0x.example/"),
        ("http://example.org/?u=http://a@b:1/", "http://example.org/?u=http://a@b:1/"),
    ])
    func isTakenApart(_ text: String, _ expected: String) throws {
        let address = try WebAddress(#require(URL(string: text)))
        #expect(address.text == expected)
        // The requested address parses to the same value.
        #expect(try WebAddress(#require(URL(string: address.text))) == address)
    }

    @Test(arguments: [
        ("ftp://example.org/", WebError.AddressFault.scheme), ("file:///etc/passwd", .scheme),
        ("unix:///run/x", .scheme), ("http+unix://%2Frun%2Fx/", .scheme), ("data:text/plain,x", .scheme),
        ("javascript:1", .scheme), ("//example.org/", .scheme), ("example.org", .scheme), ("/x", .scheme),
        ("http:", .malformed), ("http:/x", .malformed), ("http://", .malformed), ("http:///x", .malformed),
        ("http://a..b/", .malformed), ("http://.a/", .malformed), ("http://a:0/", .malformed),
        ("http://a:65536/", .malformed), ("http://exa%6dple.org/", .malformed),
        ("http://%31%32%37.0.0.1/", .malformed), ("http://[fe80::1%25eth0]/", .malformed),
        ("http://[::1]x/", .malformed), ("http://a,b/", .malformed),
        ("http://user@example.org/", .credentials), ("http://user:secret@127.0.0.1/", .credentials),
        ("http://example.org@127.0.0.1/", .credentials),
        ("http://127.1/", .unusualNumbers), ("http://2130706433/", .unusualNumbers),
        ("http://0x7f000001/", .unusualNumbers), ("http://0x7F.0.0.1/", .unusualNumbers),
        ("http://0177.0.0.1/", .unusualNumbers), ("http://127.0.0.01/", .unusualNumbers),
        ("http://127.0.0x1/", .unusualNumbers), ("http://example.0x7f/", .unusualNumbers),
        ("http://1.2.3.4.5/", .unusualNumbers), ("http://0x/", .unusualNumbers), ("http://0/", .unusualNumbers),
        ("http://256.1.1.1/", .unusualNumbers),
    ])
    func isRefused(_ text: String, _ fault: WebError.AddressFault) {
        // Addresses that Foundation cannot parse are refused earlier.
        guard let url = URL(string: text) else { return }
        #expect(throws: WebError.notAllowed(fault)) { try WebAddress(url) }
    }

    @Test func longAddressesAreRefused() throws {
        let url = try #require(URL(string: "http://example.org/" + String(repeating: "x", count: 8_192)))
        #expect(throws: WebError.notAllowed(.tooLong)) { try WebAddress(url) }
    }

    @Test(arguments: [
        ("/b", "https://example.org:8443/b"), ("b?c", "https://example.org:8443/x/b?c"),
        ("?c", "https://example.org:8443/x/a?c"),
        ("//other.example/b", "https://other.example/b"), ("http://10.0.0.1/", "http://10.0.0.1/"),
        ("../../..", "https://example.org:8443/"), ("/a b", "https://example.org:8443/a%20b"),
    ])
    func locationsAreRelative(_ location: String, _ expected: String) throws {
        let address = try WebAddress(#require(URL(string: "https://example.org:8443/x/a?key=1")))
        #expect(try address.resolving(location).text == expected)
    }

    @Test(arguments: ["ftp://example.org/", "file:///etc/passwd", "http://127.1/", "http://a@b/"])
    func locationsAreCheckedAsAddresses(_ location: String) throws {
        let address = try WebAddress(#require(URL(string: "https://example.org/")))
        #expect(throws: WebError.self) { try address.resolving(location) }
    }

    /// Any address is either refused, or the request goes to the host that was checked.
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func noAddressHasTwoHosts(seed: UInt64) {
        let pieces = [
            "http", "https", "ftp", "://", ":", "/", "//", "\\", "@", "?", "#", "%", "%2F", "%40", "[", "]", "::1",
            "127.0.0.1", "example.org", "0x7f", "1", ".", "..", "8080", "é", "１２７", "。", " ", "\t", "\n", "user",
        ]
        var random = SeededGenerator(seed: seed)
        var count = 0
        for _ in 0..<draws(20_000, long: 500_000) {
            var text = random.chance(70) ? "http://" : ""
            for _ in 0..<Int.random(in: 1...8, using: &random) { text += pieces.randomElement(using: &random)! }
            guard let url = URL(string: text), let address = try? WebAddress(url) else { continue }
            count += 1
            let asked = URL(string: address.text)
            #expect(
                asked?.host()?.trimmingCharacters(in: CharacterSet(charactersIn: "[]")) == hostText(address),
                "\(text)")
            #expect(asked?.user() == nil)
            #expect(asked.flatMap { try? WebAddress($0) } == address)
        }
        #expect(count > 100)
    }

    private func hostText(_ address: WebAddress) -> String {
        address.hostText.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    }

    @Test func allowedHostsAreHostAndPort() throws {
        let host = WebHost(of: try #require(URL(string: "http://127.0.0.1:9000/services/rest/")))
        #expect(host == WebHost(of: try #require(URL(string: "http://127.0.0.1:9000/x.jpg"))))
        #expect(host != WebHost(of: try #require(URL(string: "http://127.0.0.1/x.jpg"))))
        #expect(host != WebHost(of: try #require(URL(string: "http://127.0.0.2:9000/"))))
        #expect(WebHost(of: try #require(URL(string: "ftp://127.0.0.1/"))) == nil)
    }
}
