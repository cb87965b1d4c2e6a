import Hummingbird
import Synchronization

/// The people of the site who are signed in. A site of your own has this already, in its database, with hashed passwords.
final class Sessions: Sendable {
    private let people = ["ann": "rose", "ben": "tulip"]
    private let names = Mutex<[String: String]>([:])

    /// Begins a session, if the password is right. Its key goes into the cookie.
    func begin(_ name: String, _ password: String) -> String? {
        guard people[name] == password else { return nil }
        let key = (0..<4).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined()
        names.withLock { $0[key] = name }
        return key
    }

    /// The name of the person with this key; `nil` if the session has ended or never existed.
    func name(of key: String) -> String? { names.withLock { $0[key] } }

    func end(_ key: String) { names.withLock { $0[key] = nil } }
}

/// The site that was there before: plain Hummingbird, with a page, a sign-in and a cookie. It knows nothing of Aviary.
/// `didSignOut` is called with the name of a person whose session has ended.
func makeSite(_ sessions: Sessions, port: Int, didSignOut: @escaping @Sendable (String) -> Void)
    -> some ApplicationProtocol
{
    let router = Router()
    router.get("/") { request, _ in
        guard let name = request.cookies["club"].flatMap({ sessions.name(of: $0.value) }) else {
            return page("<p><a href=\"/login\">Sign in</a></p>")
        }
        return page(
            """
            <p>Hello \(name).</p><p><a href="/board/">The board</a></p>
            <form method="post" action="/logout"><button>Sign out</button></form>
            """)
    }
    router.get("/login") { request, _ in form(next: path(request.uri.queryParameters["next"])) }
    router.post("/login") { request, context in
        let sent = try await URLEncodedFormDecoder().decode(SignIn.self, from: request, context: context)
        let next = path(sent.next[...])
        guard let key = sessions.begin(sent.name, sent.password) else {
            return form("That name and that password do not belong together.", next: next)
        }
        var response = Response.redirect(to: next, type: .normal)
        // `lax`, so that a link from another site finds the person signed in.
        response.setCookie(Cookie(name: "club", value: key, path: "/", httpOnly: true, sameSite: .lax))
        return response
    }
    router.post("/logout") { request, _ in
        if let key = request.cookies["club"]?.value, let name = sessions.name(of: key) {
            sessions.end(key)
            didSignOut(name)
        }
        return Response.redirect(to: "/", type: .normal)
    }
    return Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
}

private struct SignIn: Decodable { var name, password, next: String }

/// The address of the board to which a sign-in leads back. It comes from outside, and must not lead to another site.
private func path(_ text: Substring?) -> String {
    guard let text, text.hasPrefix("/board/"), !text.contains(where: { "\"<>&\\\r\n".contains($0) }) else { return "/" }
    return String(text)
}

private func form(_ sentence: String = "Ann’s password is rose, Ben’s is tulip.", next: String) -> Response {
    page(
        """
        <p>\(sentence)</p><form method="post" action="/login"><input type="hidden" name="next" value="\(next)">
        <label>Name <input name="name" autofocus></label> <label>Password <input type="password" name="password"></label>
        <button>Sign in</button></form>
        """)
}

private func page(_ content: String) -> Response {
    let html = "<!doctype html><meta charset=\"utf-8\"><title>Garden club</title><h1>Garden club</h1>\(content)"
    return Response(
        status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: .init(byteBuffer: .init(string: html)))
}
