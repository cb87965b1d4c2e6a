import HTTPTypes
import NIOCore
import Testing

@testable import AviaryServer

/// How the checks that are there recognize people, whatever a request says.
struct VisitorCheckTests {
    /// The answer to a request with these headers, as a short text.
    private func answer(
        _ check: VisitorCheck, _ fields: [(String, String)], from peer: String? = nil
    ) async throws -> String {
        var headers = HTTPFields()
        for (name, value) in fields {
            headers.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        let peer = try peer.map { try SocketAddress(ipAddress: $0, port: 4711) }
        switch try await check.answer(to: VisitorRequest(path: "/", headers: headers, peer: peer)) {
        case .visitor(let visitor): return "is \(visitor.id)"
        case .anonymous: return "anonymous"
        case .signIn(let address, _): return "sign in at \(address)"
        case .password(let realm): return "password for \(realm)"
        case .refused(let sentence):
            let known = ["two people", "many cookies", "says twice"]
            return known.first { sentence.contains($0) } ?? "refused"
        }
    }

    // MARK: Cookies

    private let cookie = VisitorCheck.cookie(named: "club", otherwise: .signIn(at: "/login")) { key in
        ["a1": "ann", "a2": "ann", "b1": "ben"][key].map { Visitor(id: $0) }
    }

    @Test(arguments: [
        ("club=a1", "is ann"), ("other=b1; club=a1", "is ann"), ("club=a1; other=x; club2=b1", "is ann"),
        // Twice the same, two of one person, an old one beside a new one.
        ("club=a1; club=a1", "is ann"), ("club=a1; club=a2", "is ann"), ("club=old; club=b1", "is ben"),
        // A page of a neighbouring domain has set one of them.
        ("club=a1; club=b1", "two people"),
        ("", "sign in at /login"), ("club=", "sign in at /login"), ("club", "sign in at /login"),
        ("club=A1", "sign in at /login"), ("Club=a1", "sign in at /login"), ("xclub=a1", "sign in at /login"),
        ("club=a1 ; x=y", "sign in at /login"), ("club=\"a1\"", "sign in at /login"),
        (";;;=;club==a1", "sign in at /login"),
        ("club=1; club=2; club=3; club=a1", "is ann"),
        // More than four are refused, wherever the valid one stands: the first ones may be those of a neighbour.
        ("club=1; club=2; club=3; club=4; club=a1", "many cookies"),
        ("club=b1; club=1; club=2; club=3; club=a1", "many cookies"),
    ])
    func aCookieNamesASession(_ field: String, _ expected: String) async throws {
        #expect(try await answer(cookie, [("Cookie", field)]) == expected)
    }

    @Test func cookiesInSeveralHeadersAreOne() async throws {
        #expect(try await answer(cookie, [("Cookie", "x=y"), ("Cookie", "club=b1")]) == "is ben")
        #expect(try await answer(cookie, [("Cookie", "club=a1"), ("Cookie", "club=b1")]) == "two people")
    }

    @Test func aCheckOfOnesOwnSeesAllCookies() {
        let values = (0..<9).map { "club=\($0)" }.joined(separator: "; ")
        let request = VisitorRequest(path: "/", headers: [.cookie: values])
        #expect(request.cookies(named: "club") == (0..<9).map { "\($0)" })
    }

    /// Two spellings of é are two people.
    @Test func idsAreComparedByteByByte() async throws {
        let check = VisitorCheck.cookie(named: "club") { key in
            ["a": "jos\u{E9}", "b": "jose\u{301}"][key].map { Visitor(id: $0) }
        }
        #expect(try await answer(check, [("Cookie", "club=a; club=b")]) == "two people")
    }

    @Test func aHugeCookieIsRead() async throws {
        let huge = String(repeating: "club=x;", count: 10_000) + "club=a1"
        #expect(try await answer(cookie, [("Cookie", huge)]) == "is ann")
        let long = String(repeating: "ä", count: 50_000)
        #expect(try await answer(cookie, [("Cookie", "club=\(long)")]) == "sign in at /login")
    }

    // MARK: Headers of a proxy

    private let header = VisitorCheck.header(named: "X-Forwarded-User", trusting: ["127.0.0.1", "2001:db8::1"])

    @Test func aHeaderIsBelievedFromTheProxyAlone() async throws {
        let ann = [("X-Forwarded-User", "ann")]
        #expect(try await answer(header, ann, from: "127.0.0.1") == "is ann")
        #expect(try await answer(header, ann, from: "2001:db8::1") == "is ann")
        #expect(try await answer(header, ann, from: "::ffff:127.0.0.1") == "is ann")
        for stranger in ["127.0.0.2", "192.0.2.1", "2001:db8::2", "::1"] {
            #expect(try await answer(header, ann, from: stranger) == "refused")
        }
        #expect(try await answer(header, ann, from: nil) == "refused")
        // The address in another header is the client's own.
        #expect(try await answer(header, ann + [("X-Forwarded-For", "127.0.0.1")], from: "192.0.2.1") == "refused")
    }

    @Test(arguments: [
        ("josé@example.org", "is josé@example.org"), ("山田 花子", "is 山田 花子"),
        (String(repeating: "a", count: 256), "is " + String(repeating: "a", count: 256)),
        (String(repeating: "a", count: 257), "refused"), (String(repeating: "a", count: 1 << 20), "refused"),
        ("jos\u{FFFD}", "refused"), ("an\u{85}n", "refused"), ("", "refused"),
    ])
    func aNameIsUTF8AndShort(_ name: String, _ expected: String) async throws {
        #expect(try await answer(header, [("X-Forwarded-User", name)], from: "127.0.0.1") == expected)
    }

    @Test func aProxyThatAppendsItsHeaderToThatOfAClientIsNotBelieved() async throws {
        let both = [("X-Forwarded-User", "admin"), ("x-forwarded-user", "ann")]
        #expect(try await answer(header, both, from: "127.0.0.1") == "says twice")
        // Others read an underscore as a hyphen.
        #expect(try await answer(header, [("X_Forwarded_User", "admin")], from: "127.0.0.1") == "refused")
    }

    @Test func mistakesInACheckAreSaidAtTheStart() async throws {
        for (check, sentence) in [
            (
                VisitorCheck.header(named: "X-User", trusting: ["proxy.example.org"]),
                "“proxy.example.org” is not an address"
            ),
            (VisitorCheck.header(named: "X User", trusting: []), "“X User” is not the name of a header"),
        ] {
            let app = LiveApp(name: "Board", rooms: [], visitors: check)
            let error = await #expect(throws: ServerError.self) { try await app.check() }
            #expect(error?.description.hasPrefix(sentence) == true)
        }
    }

    // MARK: Passwords

    private let basic = VisitorCheck.basic(
        realm: "Board", passwords: ["ann": "ro:se", "josé": "tulpe ü", "nobody": ""])

    @Test(arguments: [
        ("Basic YW5uOnJvOnNl", "is ann"), ("basic YW5uOnJvOnNl", "is ann"),
        // josé:tulpe ü
        ("Basic am9zw6k6dHVscGUgw7w=", "is josé"),
        // ann:rose, ben:rose, nobody:, ann, a name that is not UTF-8
        ("Basic YW5uOnJvc2U=", "password for Board"), ("Basic YmVuOnJvc2U=", "password for Board"),
        ("Basic bm9ib2R5Og==", "password for Board"), ("Basic YW5u", "password for Board"),
        ("Basic am9z6TpyOg==", "password for Board"),
        ("Basic", "password for Board"), ("Basic ", "password for Board"), ("Basic ====", "password for Board"),
        ("Basic YW5uOnJvOnN", "password for Board"), ("Basic YW5u\u{1}OnJvOnNl", "password for Board"),
        ("Basic YW5uOnJvOnNl YW5uOnJvOnNl", "password for Board"), ("Bearer YW5uOnJvOnNl", "password for Board"),
        ("Basic " + String(repeating: "A", count: 1 << 20), "password for Board"), ("", "password for Board"),
    ])
    func aPasswordIsThatOfItsName(_ field: String, _ expected: String) async throws {
        #expect(try await answer(basic, [("Authorization", field)]) == expected)
    }

    /// However the browser spells the name, the identifier is that of the app, by which it signs people out.
    @Test func aNameInAnotherSpellingIsThePersonOfTheApp() async throws {
        // josé:tulpe ü, with e and an accent
        let headers: HTTPFields = [.authorization: "Basic am9zZcyBOnR1bHBlIMO8"]
        guard case .visitor(let visitor) = try await basic.answer(to: VisitorRequest(path: "/", headers: headers))
        else {
            Issue.record("not let in")
            return
        }
        #expect(visitor.mark == Visitor.mark(ofID: "josé"))
    }

    @Test func twoPasswordsAreNone() async throws {
        let both = [("Authorization", "Basic YW5uOnJvOnNl"), ("Authorization", "Basic YW5uOnJvOnNl")]
        #expect(try await answer(basic, both) == "password for Board")
    }

    // MARK: Visitors

    @Test func visitorsAreTheSameIfAllOfThemIs() {
        let ann = Visitor(id: "ann", name: "Ann", info: "admin")
        #expect(ann == Visitor(id: "ann", name: "Ann", info: "admin"))
        #expect(ann != Visitor(id: "ann", name: "Ann", info: "guest") && ann != Visitor(id: "ann", name: "Ann"))
        #expect(ann != Visitor(id: "ben", name: "Ann", info: "admin"))
        #expect(Visitor(id: "ann").name == "ann")
        // Two spellings of é.
        #expect(Visitor(id: "jos\u{E9}") != Visitor(id: "jose\u{301}"))
        #expect(Visitor(id: "jos\u{E9}").mark != Visitor(id: "jose\u{301}").mark)
    }
}
