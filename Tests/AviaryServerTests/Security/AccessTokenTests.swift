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
        mayTryToken: Bool = true
    ) -> Verdict {
        Verdict(
            policy.decide(
                AccessRequest(
                    method: method, path: path, authority: "192.168.1.5:8080", fields: fields, opensSocket: opensSocket,
                    mayTryToken: mayTryToken)))
    }

    @Test(
        arguments: [
            ("/", .ask), ("/healthz", .allow), ("/healthz/x", .ask), ("/healthz?x", .allow), ("/?token=wrong", .wrong),
            ("/?token=", .wrong), ("/?token=correct-horse", .exchange("/")),
            ("/colors?a=1&token=correct-horse&b=2", .exchange("/colors?a=1&b=2")),
            ("//evil.example/?token=correct-horse", .exchange("/")),
            ("/\\evil.example?token=correct-horse", .exchange("/")),
        ] as [(String, Verdict)])
    func anAddressWithTheTokenIsExchanged(path: String, expected: Verdict) {
        #expect(verdict(path) == expected)
    }

    @Test(
        arguments: [
            ("Bearer correct-horse", .allow), ("bearer correct-horse", .allow), ("Bearer wrong", .wrong),
            ("Bearer", .ask), ("Basic correct-horse", .ask),
        ] as [(String, Verdict)])
    func scriptsBringTheTokenThemselves(authorization: String, expected: Verdict) {
        #expect(verdict("/", fields: [.authorization: authorization]) == expected)
    }

    @Test func theCookieOpensPagesAndSockets() throws {
        let cookie = try #require(policy.cookie)
        let shown = "\(cookie.name)=\(cookie.value)"
        let origin = "http://192.168.1.5:8080"
        #expect(verdict("/", fields: [.cookie: shown]) == .allow)
        #expect(verdict("/", fields: [.cookie: "a=b; \(cookie.name)=old; \(shown)"]) == .allow)
        #expect(verdict("/live", fields: [.cookie: shown, .origin: origin], opensSocket: true) == .allow)
        #expect(verdict("/live?token=\(secret)", fields: [.origin: origin], opensSocket: true) == .ask)
        #expect(verdict("/", fields: [.cookie: "\(cookie.name)=\(secret)"]) == .ask)
        #expect(!cookie.setCookie.contains(secret))
    }

    @Test func theCookieOutlivesAServerButNotItsToken() throws {
        let again = try AccessPolicyTests.policy(host: "0.0.0.0", token: secret)
        let other = try AccessPolicyTests.policy(host: "0.0.0.0", token: "another-one")
        #expect(again.cookie?.value == policy.cookie?.value)
        #expect(other.cookie?.value != policy.cookie?.value)
    }

    @Test(arguments: [false, true])
    func theCookieIsForThisHostAndNoScript(tls: Bool) throws {
        let policy = try AccessPolicyTests.policy(token: secret, tls: tls)
        let field = try #require(policy.cookie).setCookie
        #expect(field.contains("; HttpOnly") && field.contains("; SameSite=Strict") && field.contains("; Path=/"))
        #expect(field.contains("; Secure") == tls && field.hasPrefix("__Host-") == tls)
    }

    @Test func aLinkFromAnotherSiteComesAgain() {
        let link: HTTPFields = [.secFetchSite: "cross-site", .secFetchMode: "navigate", .secFetchDest: "document"]
        #expect(verdict("/photos?page=2", fields: link) == .comeAgain("/photos?page=2"))
        #expect(verdict("/", fields: [.secFetchSite: "same-origin", .secFetchMode: "navigate"]) == .ask)
    }

    @Test func whoWasWrongTooOftenIsNotHeard() throws {
        let right: HTTPFields = [.authorization: "Bearer \(secret)"]
        #expect(verdict("/", fields: right, mayTryToken: false) == .refuse(429))
        #expect(verdict("/?token=\(secret)", mayTryToken: false) == .refuse(429))
        #expect(Verdict(policy.decide(form: secret, next: "/", mayTryToken: false)) == .refuse(429))
        let cookie = try #require(policy.cookie)
        #expect(verdict("/", fields: [.cookie: "\(cookie.name)=\(cookie.value)"], mayTryToken: false) == .allow)
    }

    @Test(
        arguments: [
            ("token=correct-horse&next=%2Fphotos%3Fpage%3D2", .exchange("/photos?page=2")),
            ("token=correct%2Dhorse", .exchange("/")),
            ("next=https://evil.example&token=correct-horse", .exchange("/")),
            ("next=//evil.example&token=correct-horse", .exchange("/")), ("token=correct+horse", .wrong), ("", .wrong),
            ("token=%zz", .wrong),
        ] as [(String, Verdict)])
    func theFormIsExchanged(body: String, expected: Verdict) {
        let form = TokenForm(ByteBuffer(string: body))
        #expect(Verdict(policy.decide(form: form.token, next: form.next, mayTryToken: true)) == expected)
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

    @Test(arguments: ["", "short", "with space", "with/slash", "with&and", "pässword"])
    func aTokenThatDoesNotFitAnAddressIsRefused(text: String) {
        #expect(throws: ServerError.self) { try AccessToken(text) }
    }

    @Test func wrongTokensAreCountedForEachAddress() {
        var limiter = AttemptLimiter()
        let start = ContinuousClock.now
        for _ in 0..<AttemptLimiter.allowed { limiter.fail(from: "a", at: start) }
        #expect(!limiter.mayTry(from: "a", at: start))
        #expect(limiter.mayTry(from: "b", at: start))
        #expect(limiter.mayTry(from: "a", at: start + AttemptLimiter.window))
    }

    @Test func manyAddressesShareOneCount() {
        var limiter = AttemptLimiter()
        let start = ContinuousClock.now
        for address in 0..<(AttemptLimiter.capacity + AttemptLimiter.allowed) {
            limiter.fail(from: "\(address)", at: start)
        }
        #expect(!limiter.mayTry(from: "one more", at: start))
        #expect(limiter.mayTry(from: "one more", at: start + AttemptLimiter.window))
    }
}
