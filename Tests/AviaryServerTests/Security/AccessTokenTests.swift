import HTTPTypes
import NIOCore
import Testing

@testable import AviaryServer

struct AccessTokenTests {
    let policy: AccessPolicy
    let secret = AccessPolicyTests.secret

    init() throws {
        policy = try AccessPolicyTests.policy(host: "0.0.0.0", token: AccessPolicyTests.secret)
    }

    func verdict(
        _ path: String, method: HTTPRequest.Method = .get, fields: HTTPFields = [:], opensSocket: Bool = false,
        session: SessionState = .none
    ) -> Verdict {
        Verdict(
            policy.decide(
                AccessRequest(
                    method: method, path: path, authority: "192.168.1.5:8080", fields: fields, opensSocket: opensSocket,
                    session: session)))
    }

    @Test(
        arguments: [
            ("/", .ask), ("/healthz", .allow), ("/healthz/x", .ask), ("/healthz?x", .allow), ("/?token=wrong", .wrong),
            ("/?token=", .wrong), ("/?token=correct-horse-battery", .exchange("/")),
            ("/colors?a=1&token=correct-horse-battery&b=2", .exchange("/colors?a=1&b=2")),
            ("//evil.example/?token=correct-horse-battery", .exchange("/")),
            ("/\\evil.example?token=correct-horse-battery", .exchange("/")),
        ] as [(String, Verdict)])
    func anAddressWithTheTokenIsExchanged(path: String, expected: Verdict) {
        #expect(verdict(path) == expected)
    }

    @Test(
        arguments: [
            ("Bearer correct-horse-battery", .allow), ("bearer correct-horse-battery", .allow),
            ("Bearer wrong", .wrong),
            ("Bearer", .ask), ("Basic correct-horse-battery", .ask),
        ] as [(String, Verdict)])
    func scriptsBringTheTokenThemselves(authorization: String, expected: Verdict) {
        #expect(verdict("/", fields: [.authorization: authorization]) == expected)
    }

    @Test func aSessionOpensPagesAndSockets() {
        let origin: HTTPFields = [.origin: "http://192.168.1.5:8080"]
        #expect(verdict("/", session: .open("a")) == .allow)
        #expect(verdict("/live", fields: origin, opensSocket: true, session: .open("a")) == .allow)
        #expect(verdict("/live?token=\(secret)", fields: origin, opensSocket: true) == .ask)
        #expect(verdict("/", session: .ended) == .ended)
        #expect(verdict("/?token=wrong", session: .ended) == .wrong)
        #expect(verdict("/?token=\(secret)", session: .ended) == .exchange("/"))
        #expect(verdict("/a?token=wrong&b=1", session: .open("a")) == .leaveToken("/a?b=1"))
        #expect(verdict("/", fields: [.authorization: "Bearer wrong"], session: .open("a")) == .allow)
    }

    @Test func sessionsAreEndedByWhoeverIsIn() {
        let bearer: HTTPFields = [.authorization: "Bearer \(secret)"]
        let all = TokenForm(ByteBuffer(string: "end=all"))
        #expect(verdict("/token", session: .open("a")) == .showSession)
        #expect(verdict("/token", method: .post, session: .open("a")) == .readForm)
        #expect(verdict("/token") == .ask)
        func end(_ form: TokenForm, _ fields: HTTPFields = [:], _ session: SessionState = .none) -> Verdict {
            let request = AccessRequest(
                method: .post, path: "/token", authority: "192.168.1.5:8080", fields: fields, session: session)
            return Verdict(policy.decide(form, of: request))
        }
        #expect(end(all) == .wrong)
        #expect(end(all, [:], .ended) == .wrong)
        #expect(end(all, bearer) == .endSession(all: true))
        #expect(end(all, [:], .open("a")) == .endSession(all: true))
        #expect(end(TokenForm(ByteBuffer(string: "end=this")), [:], .open("a")) == .endSession(all: false))
    }

    @Test(arguments: [false, true])
    func theCookieIsForThisHostAndNoScript(tls: Bool) throws {
        let policy = try AccessPolicyTests.policy(token: secret, tls: tls)
        let field = try #require(policy.cookie).field(session: "name")
        #expect(field.contains("; HttpOnly") && field.contains("; SameSite=Strict") && field.contains("; Path=/"))
        #expect(field.contains("; Secure") == tls && field.hasPrefix("__Host-") == tls)
    }

    @Test func aLinkFromAnotherSiteComesAgain() {
        let link: HTTPFields = [.secFetchSite: "cross-site", .secFetchMode: "navigate", .secFetchDest: "document"]
        #expect(verdict("/photos?page=2", fields: link) == .comeAgain("/photos?page=2"))
        #expect(verdict("/", fields: [.secFetchSite: "same-origin", .secFetchMode: "navigate"]) == .ask)
    }

    @Test(
        arguments: [
            ("token=correct-horse-battery&next=%2Fphotos%3Fpage%3D2", .exchange("/photos?page=2")),
            ("token=correct%2Dhorse-battery", .exchange("/")),
            ("token=++correct-horse-battery%09%0D%0A&next=%2Fphotos", .exchange("/photos")),
            ("next=https://evil.example&token=correct-horse-battery", .exchange("/")),
            ("next=//evil.example&token=correct-horse-battery", .exchange("/")),
            ("token=correct+horse-battery", .wrong), ("", .wrong),
            ("token=%zz", .wrong),
        ] as [(String, Verdict)])
    func theFormIsExchanged(body: String, expected: Verdict) {
        let form = TokenForm(ByteBuffer(string: body))
        #expect(Verdict(policy.decide(form, of: AccessRequest(method: .post, path: "/token"))) == expected)
        #expect(verdict("/token", method: .post) == .readForm)
    }

    @Test func aTokenIsMadeWhereOneIsNeeded() throws {
        let one = try #require(try AccessPolicyTests.policy(host: "0.0.0.0").token)
        let other = try #require(try AccessPolicyTests.policy(host: "0.0.0.0").token)
        #expect(one != other)
        #expect(one.value.utf8.count == 26)  // of 32 characters: 130 bits
        #expect(!"\(one)".contains(one.value))
        #expect(try AccessPolicyTests.policy().token == nil)
    }

    @Test(arguments: [
        "", "short", "with a space and more of them", "with/slash/and-more-of-them", "with&and-and-more-of-them",
        "pässword-and-more-of-them",
    ])
    func aTokenThatDoesNotFitAnAddressIsRefused(text: String) {
        #expect(throws: ServerError.self) { try AccessToken(text) }
    }

    @Test(arguments: [
        ("secret-1", true), (String(repeating: "ab", count: 20), true), ("correct-horse-battery-staple", false),
    ])
    func aTokenThatIsShortOrRepeatsItselfCanBeGuessed(text: String, isGuessable: Bool) throws {
        #expect(try AccessToken(text).isGuessable == isGuessable)
    }

    @Test func wrongTokensAreCountedForEachAddress() throws {
        var limiter = AttemptLimiter()
        let start = ContinuousClock.now
        let (a, b) = (try #require(PeerAddress("192.0.2.1")), try #require(PeerAddress("192.0.2.2")))
        #expect((1...20).map { _ in limiter.fail(from: a, at: start) } == Array(1...20))
        #expect(limiter.fail(from: b, at: start) == 1)
        #expect(limiter.fail(from: a, at: start + AttemptLimiter.window) == 1)
    }

    @Test func manyAddressesShareOneCount() throws {
        var limiter = AttemptLimiter()
        let start = ContinuousClock.now
        func fail(_ number: Int, _ time: ContinuousClock.Instant) -> Int {
            limiter.fail(from: PeerAddress("10.0.\(number / 256).\(number % 256)"), at: time)
        }
        for address in 0..<AttemptLimiter.capacity { #expect(fail(address, start) == 1) }
        #expect((0..<5).map { fail(AttemptLimiter.capacity + $0, start) } == Array(1...5))
        #expect(fail(AttemptLimiter.capacity, start + AttemptLimiter.window) == 1)
    }
}
