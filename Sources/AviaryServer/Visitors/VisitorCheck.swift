import AviaryDigest
import HTTPTypes

/// Recognizes the visitors of an app. The server asks it about each request, and about the connection of each window.
///
///     LiveApp(name: "Board", rooms: rooms, visitors: .cookie(named: "session") { try await sessions.person($0) })
///
/// Pages, files, uploads and windows get past it, and `/healthz` alone does not need it. A check of your own is a
/// closure:
///
///     VisitorCheck { request in
///         guard let key = request.headers[.authorization] else { return .refused("Send your key.") }
///         return try await keys.person(key).map { .visitor($0) } ?? .refused("This key is not valid any more.")
///     }
///
/// It is called for each request and file, so it should take a millisecond at most. It has ten seconds. If it throws or
/// takes longer, the person reads a sentence, and the log has the error. Many calls may run at the same time.
///
/// An open window is not checked again. `LiveApp.signOut(_:)` closes the windows of a person.
///
/// An app with a check asks for no token, unless its configuration has one.
public struct VisitorCheck: Sendable {
    /// How long an answer may take.
    static let limit = Duration.seconds(10)

    let answer: @Sendable (VisitorRequest) async throws -> VisitorAnswer
    /// What is wrong with it, thrown when the app starts.
    private(set) var fault: ServerError?

    /// A check of your own.
    ///
    /// - Parameter answer: Returns who has sent a request, or what has to happen first.
    public init(_ answer: @escaping @Sendable (VisitorRequest) async throws -> VisitorAnswer) { self.answer = answer }

    /// Asks this check about a request, for a check that builds on another one.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer of this check.
    /// - Throws: The error of the closure that it was made with.
    public func answer(to request: VisitorRequest) async throws -> VisitorAnswer { try await answer(request) }

    /// Recognizes people by a cookie, which another part of the site has set.
    ///
    /// If a browser sends several cookies of this name, all of them are tried. It is refused if they belong to different
    /// people, because a page of a neighbouring domain may have set one of them. It is refused, too, if it sends more
    /// than four.
    ///
    /// - Parameters:
    ///   - name: The name of the cookie.
    ///   - otherwise: The answer without a cookie that is valid; `anonymous` by default.
    ///   - visitor: Returns the person with this session; `nil` if the session has ended or never existed. The value
    ///     comes from outside.
    /// - Returns: The check.
    public static func cookie(
        named name: String, otherwise: VisitorAnswer = .anonymous,
        visitor: @escaping @Sendable (_ value: String) async throws -> Visitor?
    ) -> VisitorCheck {
        VisitorCheck { request in
            let values = request.cookies(named: name)
            guard values.count <= mostCookies else { return .refused(manyCookies) }
            var found: Visitor?
            for value in values {
                guard let one = try await visitor(value) else { continue }
                if let found, !found.id.utf8.elementsEqual(one.id.utf8) { return .refused(twoVisitors) }
                found = one
            }
            return found.map { .visitor($0) } ?? otherwise
        }
    }

    /// Recognizes people by a header of a proxy, which signs them in before it passes their requests on.
    ///
    ///     .header(named: "X-Forwarded-User", trusting: ["127.0.0.1"])
    ///
    /// The header of any other peer is ignored. The proxy has to remove the header from the requests that it gets. Who
    /// can connect from the address of the proxy can say any name, so on a machine with several users use a header with
    /// a secret, too.
    ///
    /// - Parameters:
    ///   - name: The name of the header: letters and digits of ASCII, and the signs that HTTP allows there, such as a
    ///     hyphen. Any other name is a mistake, which is said when the app starts.
    ///   - proxies: The IP addresses of the proxies.
    ///   - otherwise: The answer without the header, or to another peer. By default such a request is refused.
    ///   - visitor: Returns the person of this name; `nil` if nobody has it. By default each name is a person.
    /// - Returns: The check. A request that has the header twice is refused, and so is a name of more than 256 bytes, or
    ///   with control characters, or not in UTF-8.
    public static func header(
        named name: String, trusting proxies: [String],
        otherwise: VisitorAnswer = .refused("This server is reached by a proxy that signs people in."),
        visitor: @escaping @Sendable (_ name: String, _ request: VisitorRequest) async throws -> Visitor? = { name, _ in
            Visitor(id: name)
        }
    ) -> VisitorCheck {
        let trusted: TrustedProxies
        do { trusted = try TrustedProxies(proxies) } catch { return VisitorCheck(fault: error) }
        guard let field = HTTPField.Name(name) else { return VisitorCheck(fault: .headerUnusable(name)) }
        return VisitorCheck { request in
            guard trusted.contains(request.peer) else { return otherwise }
            let values = request.headers[values: field]
            guard values.count <= 1 else { return .refused(twoHeaders) }
            guard let name = values.first, !name.isEmpty else { return otherwise }
            guard isName(name) else { return .refused(unreadable) }
            return try await visitor(name, request).map { .visitor($0) } ?? otherwise
        }
    }

    /// Recognizes people by a name and a password, for which the browser asks (HTTP basic authentication).
    ///
    /// Use it over TLS only, because the browser sends the password with each request. After 30 wrong passwords in a
    /// minute, an address has to wait. Behind a proxy, name it in `ServerConfiguration.proxies`, so that people do not
    /// wait for each other.
    ///
    /// - Parameters:
    ///   - realm: Names to the person what the password is for.
    ///   - visitor: Returns the person; `nil` if the name or the password is wrong. Compare hashes, and in constant
    ///     time. It is called for each request, so cache what a slow hash says.
    /// - Returns: The check.
    public static func basic(
        realm: String, visitor: @escaping @Sendable (_ name: String, _ password: String) async throws -> Visitor?
    ) -> VisitorCheck {
        VisitorCheck { request in
            guard let (name, password) = request.password, isName(name),
                let visitor = try await visitor(name, password)
            else { return .password(realm: realm) }
            request.passwordNote.noteRight()
            return .visitor(visitor)
        }
    }

    /// Recognizes a few people by their passwords, in constant time.
    ///
    ///     .basic(realm: "Board", passwords: ["ann": environment["ANN"] ?? ""])
    ///
    /// - Parameters:
    ///   - realm: Names to the person what the password is for.
    ///   - passwords: The passwords by the names of the people, which are their identifiers, too. Nobody gets in by an
    ///     empty password.
    /// - Returns: The check.
    public static func basic(realm: String, passwords: [String: String]) -> VisitorCheck {
        let digests = passwords.filter { !$0.value.isEmpty }.mapValues { Digest.sha256(Array($0.utf8)) }
        return basic(realm: realm) { name, password in
            // An unknown name takes as long as a known one.
            let known = digests.index(forKey: name)
            let digest = known.map { digests[$0].value } ?? noPassword
            let isRight = Digest.areEqual(digest, Digest.sha256(Array(password.utf8)))
            // The name as it is spelled here. The browser may send it in another spelling, with letters and accents apart.
            return isRight ? known.map { Visitor(id: digests[$0].key) } : nil
        }
    }

    private init(fault: ServerError) {
        self.init { _ in .refused(fault.description) }
        self.fault = fault
    }

    /// Returns whether a text from outside can be a name. U+FFFD stands for bytes that are not UTF-8.
    private static func isName(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{FFFD}" }
    }
}

private let twoVisitors = "This request names two people. Sign out of this site, delete its cookies, and sign in again."
private let twoHeaders =
    "This request says twice who has sent it. The proxy has to replace the header of a browser, and not add to it."
private let manyCookies =
    "This browser sends too many cookies of one name. Delete the cookies of this site, and sign in again."
/// A browser has a few cookies of one name at most, such as an old and a new one.
private let mostCookies = 4
private let unreadable =
    "The name in this request cannot be read. The proxy has to send it in UTF-8, in 256 bytes at most."
private let noPassword = [UInt8](repeating: 0, count: 32)
