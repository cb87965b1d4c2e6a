import HTTPTypes
import Testing

@testable import AviaryServer

/// A decision's kind; the words do not matter here.
enum Verdict: Equatable, Sendable {
    case allow, ask, wrong, readForm
    case refuse(Int)
    case exchange(String)
    case comeAgain(String)
    case leaveToken(String)
    case ended, showSession
    case endSession(all: Bool)

    init(_ decision: AccessDecision) {
        self =
            switch decision {
            case .allow, .allowAnybody: .allow
            case .refuse(let status, _): .refuse(status.code)
            case .askForToken(_, .missing): .ask
            case .askForToken(_, .ended): .ended
            case .askForToken: .wrong
            case .leaveToken(let next): .leaveToken(next)
            case .showSession: .showSession
            case .endSession(let all): .endSession(all: all)
            case .exchange(let next): .exchange(next)
            case .comeAgain(let next): .comeAgain(next)
            case .readForm: .readForm
            }
    }
}

struct AccessPolicyTests {
    static let secret = "correct-horse-battery"

    static func policy(
        host: String = "127.0.0.1", allow: [String] = [], token: String? = nil, tls: Bool = false
    ) throws -> AccessPolicy {
        try AccessPolicy(
            configuration: ServerConfiguration(
                host: host, port: 8080, allowedHosts: allow, token: try token.map { try AccessToken($0) },
                tls: tls ? .init(certificate: "c", key: "k") : nil))
    }

    // MARK: Host

    @Test(
        arguments: [
            ("localhost:8080", 0), ("127.0.0.1:8080", 0), ("[::1]:9000", 0), ("localhost", 0), (nil, 400),
            ("evil.example", 421), ("evil.example:8080", 421), ("192.168.1.5:8080", 421), ("0.0.0.0:8080", 421),
            ("localhost.evil.example", 421), ("127.0.0.1.evil.example:8080", 421), ("localhost:8080@evil.example", 421),
        ] as [(String?, Int)])
    func onLoopbackOnlyLoopbackNamesAreOurs(authority: String?, status: Int) throws {
        let decision = try Self.policy().decide(AccessRequest(authority: authority))
        #expect(Verdict(decision) == (status == 0 ? .allow : .refuse(status)))
    }

    @Test(
        arguments: [
            ("0.0.0.0", "192.168.1.5:8080", .ask), ("0.0.0.0", "localhost:8080", .ask),
            ("::", "[2001:db8::1]:8080", .ask),
            ("0.0.0.0", "evil.example:8080", .refuse(421)), ("mymac.local", "mymac.local:8080", .ask),
            ("mymac.local", "evil.example", .refuse(421)), ("192.168.1.5", "192.168.1.5:8080", .ask),
            ("::1", "[::1]:8080", .allow), ("localhost", "localhost:8080", .allow),
        ] as [(String, String, Verdict)])
    func beyondLoopbackAddressesAreOursAndAskForTheToken(host: String, authority: String, expected: Verdict) throws {
        let decision = try Self.policy(host: host).decide(AccessRequest(authority: authority))
        #expect(Verdict(decision) == expected)
    }

    @Test(
        arguments: [
            ("gallery.example.org", "gallery.example.org", .ask),
            ("gallery.example.org", "GALLERY.example.org:8443", .ask),
            ("gallery.example.org:8443", "gallery.example.org:8443", .ask),
            ("gallery.example.org:8443", "gallery.example.org", .refuse(421)),
            ("gallery.example.org", "example.org", .refuse(421)),
            // A proxy that says localhost brings strangers all the same.
            ("gallery.example.org", "localhost:8080", .ask),
        ] as [(String, String, Verdict)])
    func anAllowedHostIsOursAndAsksForTheToken(allowed: String, authority: String, expected: Verdict) throws {
        let decision = try Self.policy(allow: [allowed]).decide(AccessRequest(authority: authority))
        #expect(Verdict(decision) == expected)
    }

    @Test(arguments: ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host"])
    func aProxyNobodyAnnouncedIsRefused(header: String) throws {
        let name = try #require(HTTPField.Name(header))
        let decision = try Self.policy().decide(AccessRequest(authority: "localhost:8080", fields: [name: "x"]))
        #expect(Verdict(decision) == .refuse(403))
    }

    @Test(arguments: ["", "a b", "http://gallery.example.org", "gallery.example.org/", "*.example.org"])
    func anAllowedHostThatIsNoneIsReported(name: String) {
        #expect(throws: ServerError.self) { try Self.policy(allow: [name]) }
    }

    // MARK: Origin

    @Test(
        arguments: [
            (nil, false, .allow), (nil, true, .refuse(403)), ("http://localhost:8080", true, .allow),
            ("http://localhost:8080", false, .allow), ("null", false, .refuse(403)), ("null", true, .refuse(403)),
            ("https://localhost:8080", true, .refuse(403)), ("http://localhost:3000", true, .refuse(403)),
            ("http://127.0.0.1:8080", true, .refuse(403)), ("http://evil.example", false, .refuse(403)),
            ("http://localhost:8080.evil.example", true, .refuse(403)), ("file://", true, .refuse(403)),
        ] as [(String?, Bool, Verdict)])
    func anOriginIsTheHostsOwn(origin: String?, opensSocket: Bool, expected: Verdict) throws {
        var request = AccessRequest(authority: "localhost:8080", opensSocket: opensSocket)
        request.fields[.origin] = origin
        #expect(Verdict(try Self.policy().decide(request)) == expected)
    }

    @Test func twoOriginsAreOneTooMany() throws {
        var request = AccessRequest(authority: "localhost:8080", opensSocket: true)
        request.fields[values: .origin] = ["http://localhost:8080", "http://localhost:8080"]
        #expect(Verdict(try Self.policy().decide(request)) == .refuse(403))
    }

    @Test(
        arguments: [
            ("https://gallery.example.org", "gallery.example.org", .allow),
            ("http://gallery.example.org", "gallery.example.org", .allow),
            ("https://gallery.example.org:8443", "gallery.example.org:8443", .allow),
            ("https://gallery.example.org", "localhost:8080", .refuse(403)),
            ("https://localhost:8080", "localhost:8080", .refuse(403)),
        ] as [(String, String, Verdict)])
    func behindAProxyTheSchemeIsTheProxys(origin: String, authority: String, expected: Verdict) throws {
        let policy = try Self.policy(allow: ["gallery.example.org"], token: Self.secret)
        let request = AccessRequest(
            authority: authority, fields: [.origin: origin, .authorization: "Bearer \(Self.secret)"], opensSocket: true)
        #expect(Verdict(policy.decide(request)) == expected)
    }

    @Test(
        arguments: [("https://localhost:8080", .allow), ("http://localhost:8080", .refuse(403))] as [(String, Verdict)])
    func withTLSTheSchemeIsHTTPS(origin: String, expected: Verdict) throws {
        let request = AccessRequest(authority: "localhost:8080", fields: [.origin: origin], opensSocket: true)
        #expect(Verdict(try Self.policy(tls: true).decide(request)) == expected)
    }

    @Test(
        arguments: [
            ("same-origin", "cors", "empty", .get, .allow), ("none", "navigate", "document", .get, .allow),
            ("cross-site", "navigate", "document", .get, .allow),
            ("cross-site", "navigate", "iframe", .get, .refuse(403)),
            ("cross-site", "no-cors", "image", .get, .refuse(403)),
            ("same-site", "no-cors", "image", .get, .refuse(403)),
            ("cross-site", "navigate", "document", .post, .refuse(403)), ("what", "cors", "empty", .get, .refuse(403)),
        ] as [(String, String, String, HTTPRequest.Method, Verdict)])
    func otherSitesMayLinkAndNoMore(
        site: String, mode: String, destination: String, method: HTTPRequest.Method, expected: Verdict
    ) throws {
        let request = AccessRequest(
            method: method, authority: "localhost:8080",
            fields: [.secFetchSite: site, .secFetchMode: mode, .secFetchDest: destination])
        #expect(Verdict(try Self.policy().decide(request)) == expected)
    }
}
