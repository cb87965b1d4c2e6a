import Testing

@testable import AviaryServer

struct HostNameTests {
    @Test(
        arguments: [
            ("localhost", "localhost", nil), ("LOCALHOST:8080", "localhost", 8080), ("127.0.0.1:1", "127.0.0.1", 1),
            ("[::1]:8080", "::1", 8080), ("[0:0:0:0:0:0:0:1]", "::1", nil),
            ("gallery.example.org:65535", "gallery.example.org", 65535),
            ("my_mac-2.local", "my_mac-2.local", nil),
        ] as [(String, String, Int?)])
    func plainHostsAreRead(text: String, name: String, port: Int?) throws {
        let host = try #require(HostName(text))
        #expect(host.name == name)
        #expect(host.port == port)
    }

    @Test(arguments: [
        "", ":80", "localhost:", "localhost:0", "localhost:65536", "localhost:8080:1", "localhost:+80", "localhost.",
        "a..b", "127.1", "127.0.0.01", "0x7f.0.0.1", "2130706433", "1.2.3.4.5", "::1", "[::1", "[::1]x",
        "[fe80::1%eth0]",
        "[127.0.0.1]", "user@localhost", "local host", "localhost/", "münchen.example", "example.1",
        String(repeating: "a", count: 64),
    ])
    func otherSpellingsAreNoHosts(text: String) {
        #expect(HostName(text) == nil)
    }

    @Test(arguments: [
        ("localhost:1", true), ("127.8.9.1", true), ("[::1]", true), ("127.example.org", false),
        ("localhost.example.org", false), ("0.0.0.0", false), ("192.168.1.5", false), ("[::]", false),
    ])
    func loopbackIsThisMachine(text: String, expected: Bool) throws {
        #expect(try #require(HostName(text)).isLoopback == expected)
    }

    @Test(arguments: [
        ("http://localhost:8080", "localhost:8080", true), ("http://example.org", "example.org:80", true),
        ("https://example.org:443", "example.org", true), ("https://example.org", "example.org:80", false),
        ("http://localhost:8081", "localhost:8080", false), ("http://127.0.0.1:8080", "localhost:8080", false),
    ])
    func anOriginNamesOneHost(origin: String, authority: String, expected: Bool) throws {
        #expect(try #require(WebOrigin(origin)).names(try #require(HostName(authority))) == expected)
    }

    @Test(arguments: [
        "null", "", "localhost", "file://localhost", "chrome-extension://abc", "http://", "http://a/b", "HTTP://a",
    ])
    func otherOriginsAreNobodys(text: String) {
        #expect(WebOrigin(text) == nil)
    }
}
