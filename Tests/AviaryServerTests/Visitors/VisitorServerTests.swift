import AviaryText
import AviaryViews
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization
import Testing

@testable import AviaryServer

/// A server asks the check about everything that it serves. Requests and windows go over sockets, as those of browsers.
@Suite(.timeLimit(.minutes(2)))
struct VisitorServerTests {
    /// The people who are signed in, by their keys, and what the check has heard.
    private final class Club: Sendable {
        struct Broken: Error {}
        let names = Mutex(["a1": "ann", "b1": "ben"])
        let asked = Mutex<[String]>([])

        var check: VisitorCheck {
            VisitorCheck { [self] request in
                asked.withLock { $0.append(request.opensWindow ? "window \(request.path)" : request.path) }
                if request.path.hasPrefix("/login") { return .anonymous }
                switch request.cookies(named: "club").first {
                case "broken": throw Broken()
                case "banned": return .refused("You are <banned>.")
                case "asked": return .password(realm: "The \"club\"")
                case "away": return .signIn(at: "https://example.org/in?a=b", returningIn: "rd")
                case let key?:
                    if let name = names.withLock({ $0[key] }) { return .visitor(Visitor(id: name, name: "\(name)!")) }
                case nil: break
                }
                return .signIn(at: "/login", returningIn: "next")
            }
        }
    }

    private final class Greeter: ViewController {
        static let storyboard = Storyboard(
            "Greeter",
            Array(
                """
                <p data-outlet="name"></p><button data-action="press">Press</button>
                <input type="file" data-upload="files" data-action="take">
                """.utf8))
        let page = Page()
        let made: String
        var actions: Actions { ["press": press, "take": take] }

        init(for visitor: Visitor?) { made = visitor?.id ?? "nobody" }

        func viewDidLoad() { page["name"] = "made for \(made), shown to \(page.visitor?.name ?? "nobody")" }
        private func press(_ event: ActionEvent) { page["name"] = "pressed by \(page.visitor?.id ?? "nobody")" }
        private func take(_ event: ActionEvent) { page["name"] = "\(event.files.count) files" }
    }

    private let club = Club()
    private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private struct ClubWords: AppWords {
        var club = "Club"
        var press = "Press"
    }

    private func app(prefix: String = "", words: [Words] = [.english], _ check: VisitorCheck? = nil) -> LiveApp {
        LiveApp(
            name: "Club", words: words, prefix: prefix, rooms: [Route("/", title: "Club") { Greeter(for: $0) }],
            downloads: [
                Download("/file/:name") { request in
                    .bytes(Array("for \(request.visitor?.id ?? "nobody")".utf8), type: "text/plain", tag: "1")
                },
                Download("/kept") { _ in .bytes([1], type: "image/png", tag: "1", isImmutable: true) },
            ],
            uploads: [
                Upload(
                    "files",
                    into: "\(FileManager.default.temporaryDirectory.path)/visitors-\(UInt64.random(in: 0 ... .max))")
            ],
            visitors: check ?? club.check, metrics: MetricsRegistry(),
            http: { router in
                router.get("/login") { _, context in "login of \(context.visitor?.id ?? "nobody")" }
                router.get("/who") { _, context in context.visitor?.id ?? "nobody" }
            }, logger: quiet)
    }

    /// Serves an app while `body` runs.
    private func serve<Result>(
        _ app: LiveApp, _ configuration: AviaryServer.ServerConfiguration = .init(port: 0),
        _ body: (_ port: Int) async throws -> Result
    ) async throws -> Result {
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let service = app.service(configuration) { listening.yield($0.port) }
        let group = ServiceGroup(services: [service], logger: quiet)
        let running = Task { try await group.run() }
        let port = try #require(await ports.first { _ in true })
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body(port)) } catch { result = .failure(error) }
        await group.triggerGracefulShutdown()
        try await running.value
        return try result.get()
    }

    // MARK: Requests

    private func get(
        _ path: String, _ port: Int, key: String? = nil, accepting type: String = "text/html", method: String = "GET",
        _ fields: [String] = []
    ) async throws -> String {
        let cookie = key.map { ["Cookie: club=\($0)"] } ?? []
        let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Accept: \(type)", "Connection: close"]
        return try await Line(port).exchange((lines + cookie + fields).joined(separator: "\r\n") + "\r\n\r\n") { _ in
            false
        }
    }

    @Test func everythingGoesThroughTheCheck() async throws {
        try await serve(app()) { (port) async throws -> Void in
            for path in ["/", "/file/a", "/who", "/nowhere", "/app.webmanifest", "/client/x.js", "/live", "/metrics"] {
                let answer = try await get(path, port)
                #expect(answer.hasPrefix("HTTP/1.1 303 "), "\(path)")
                let next = path.replacing("/", with: "%2F")
                #expect(answer.lowercased().contains("location: /login?next=\(next)".lowercased()), "\(path)")
                #expect(try await get(path, port, accepting: "*/*").hasPrefix("HTTP/1.1 401 "), "\(path)")
            }
            let upload = try await get("/uploads/files", port, accepting: "*/*", method: "POST", ["Upload-Length: 3"])
            #expect(upload.hasPrefix("HTTP/1.1 401 ") && upload.contains("Nobody is signed in."))
            #expect(try await get("/", port, key: "a1").contains("made for ann, shown to ann!"))
            #expect(try await get("/file/a", port, key: "b1").hasSuffix("for ben"))
            #expect(try await get("/who", port, key: "a1").hasSuffix("ann"))
            #expect(try await get("/login?next=%2F", port, key: "a1").hasSuffix("login of nobody"))
            club.asked.withLock { $0 = [] }
            #expect(try await get("/healthz", port).hasPrefix("HTTP/1.1 200 "))
            #expect(club.asked.withLock { $0 } == [], "whoever watches the server has no session")
        }
    }

    @Test func aSignInLeadsBackToTheAddressThatBrowsersKnow() async throws {
        try await serve(app(prefix: "/board")) { (port) async throws -> Void in
            for path in ["/board/file/a?b=c&d=%C3%A9", "/file/a?b=c&d=%C3%A9"] {
                let answer = try await get(path, port)
                #expect(
                    answer.lowercased().contains(
                        "location: /login?next=%2fboard%2ffile%2fa%3fb%3dc%26d%3d%25c3%25a9\r\n"))
            }
            // An address that browsers would read as another site.
            let answer = try await get("//example.org/", port)
            #expect(answer.lowercased().contains("location: /login?next=%2fboard%2f\r\n"))
            let away = try await get("/", port, key: "away")
            #expect(away.lowercased().contains("location: https://example.org/in?a=b&rd=%2fboard%2f\r\n"))
            #expect(try await get("/board/", port, key: "a1").contains("data-prefix=\"/board\" data-visitor=\""))
        }
    }

    @Test func theFieldOfASignInStandsBeforeTheFragment() async throws {
        let check = VisitorCheck { _ in .signIn(at: "/in?a=b#form", returningIn: "next") }
        try await serve(app(check)) { (port) async throws -> Void in
            let answer = try await get("/who", port)
            #expect(answer.lowercased().contains("location: /in?a=b&next=%2fwho#form\r\n"))
        }
    }

    /// The check refuses its own sign-in page, which would be a redirect without end.
    @Test func aSignInDoesNotLeadToThePageItself() async throws {
        let check = VisitorCheck { _ in .signIn(at: "/board/in?a=b", returningIn: "next") }
        try await serve(app(prefix: "/board", check)) { (port) async throws -> Void in
            let answer = try await get("/board/in?c=d", port)
            #expect(answer.hasPrefix("HTTP/1.1 500 ") && !answer.lowercased().contains("location:"))
            #expect(answer.contains("It cannot be checked at the moment who you are."))
            #expect(try await get("/board/", port).hasPrefix("HTTP/1.1 303 "))
        }
    }

    /// The next person at the browser must not get a file from its cache.
    @Test func browsersAskAboutEachUseOfAFile() async throws {
        try await serve(app()) { (port) async throws -> Void in
            let answer = try await get("/kept", port, key: "a1")
            #expect(
                answer.hasPrefix("HTTP/1.1 200 ")
                    && answer.lowercased().contains("cache-control: private, no-cache\r\n"))
        }
    }

    @Test func theFiguresAreForVisitorsAndTheToken() async throws {
        let check = VisitorCheck.cookie(named: "club") { [club] key in
            club.names.withLock { $0[key] }.map { Visitor(id: $0) }
        }
        try await serve(app(check)) { (port) async throws -> Void in
            #expect(try await get("/", port).contains("made for nobody"))
            #expect(try await get("/metrics", port).hasPrefix("HTTP/1.1 401 "))
            #expect(try await get("/metrics", port, key: "a1").hasPrefix("HTTP/1.1 200 "))
        }
        var configuration = AviaryServer.ServerConfiguration(port: 0)
        configuration.token = try AccessToken("correct-horse-battery")
        let answer = try await serve(app(check), configuration) { port in
            try await get("/metrics", port, ["Authorization: Bearer correct-horse-battery"])
        }
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
    }

    @Test func aRefusalIsASentenceAndNoTrace() async throws {
        try await serve(app()) { (port) async throws -> Void in
            let banned = try await get("/", port, key: "banned")
            #expect(banned.hasPrefix("HTTP/1.1 403 ") && banned.contains("You are &lt;banned&gt;."))
            #expect(try await get("/file/a", port, key: "banned", accepting: "*/*").contains("You are <banned>."))
            let broken = try await get("/", port, key: "broken")
            #expect(
                broken.hasPrefix("HTTP/1.1 503 ") && broken.contains("It cannot be checked at the moment who you are."))
            #expect(!broken.contains("Broken"))
            let asked = try await get("/", port, key: "asked")
            #expect(asked.hasPrefix("HTTP/1.1 401 "))
            #expect(asked.contains("WWW-Authenticate: Basic realm=\"The \\\"club\\\"\", charset=\"UTF-8\""))
            #expect(try await get("/", port, key: "a1").contains("made for ann"), "the next request works")
        }
    }

    /// A check is the door of the app, so no token is needed. A configuration may ask for both.
    @Test func aTokenIsAskedForOnlyIfTheConfigurationSaysSo() async throws {
        var configuration = AviaryServer.ServerConfiguration(port: 0, allowedHosts: ["club.example.org"])
        let (open, stranger) = try await serve(app(), configuration) { port in
            let other = "GET / HTTP/1.1\r\nHost: evil.example.org\r\nConnection: close\r\n\r\n"
            return (
                try await get("/", port, key: "a1", ["X-Forwarded-For: 192.0.2.1"]),
                try await Line(port).exchange(other) { _ in false }
            )
        }
        #expect(open.contains("made for ann") && stranger.hasPrefix("HTTP/1.1 421 "))
        configuration.token = try AccessToken("correct-horse-battery")
        let bearer = ["Authorization: Bearer correct-horse-battery"]
        let (asked, both, alone) = try await serve(app(), configuration) { port in
            (
                try await get("/", port, key: "a1"), try await get("/", port, key: "a1", bearer),
                try await get("/", port, bearer)
            )
        }
        #expect(
            asked.contains("asks for its token") && both.contains("made for ann") && alone.hasPrefix("HTTP/1.1 303 "))
    }

    /// Each request says which languages its browser reads, also one without a page.
    @Test func aRequestIsAnsweredInTheLanguageOfItsBrowser() async throws {
        var configuration = AviaryServer.ServerConfiguration(port: 0)
        configuration.token = try AccessToken("correct-horse-battery")
        let german = Words.german.with(ClubWords(club: "Verein", press: "Drücken"))
        try await serve(app(words: [.english, german]), configuration) { (port) async throws -> Void in
            let (language, bearer) = ("Accept-Language: de", "Authorization: Bearer correct-horse-battery")
            let door = try await get("/", port, [language])
            #expect(door.hasPrefix("HTTP/1.1 401 ") && door.contains("<html lang=\"de\">"))
            #expect(door.contains(german.access.tokenIsMissing))
            #expect(door.lowercased().contains("content-language: de\r\n"))
            #expect(door.lowercased().contains("vary: accept-language\r\n"))
            #expect(try await get("/", port).contains(Words.english.access.tokenIsMissing))
            let refused = try await get(
                "/uploads/files", port, key: "a1", accepting: "*/*", method: "POST",
                [language, bearer, "Upload-Length: \(Int64.max)"])
            #expect(refused.hasPrefix("HTTP/1.1 413 ") && refused.contains("Diese Datei ist zu groß: Höchstens "))
            #expect(refused.lowercased().contains("vary: accept-language\r\n"))
            // What is the same in all languages depends on none.
            let file = try await get("/file/a", port, key: "b1", [language, bearer])
            #expect(file.hasSuffix("for ben") && !file.lowercased().contains("accept-language"))
            #expect(try await !get("/healthz", port, [language, bearer]).lowercased().contains("accept-language"))
        }
    }

    @Test func anUploadBelongsToItsVisitor() async throws {
        try await serve(app()) { (port) async throws -> Void in
            func send(_ key: String, _ method: String, _ path: String, _ fields: [String], _ body: String = "")
                async throws
                -> String
            {
                let lines = [
                    "\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close", "Cookie: club=\(key)",
                    "Content-Length: \(body.utf8.count)",
                ]
                let text = (lines + fields).joined(separator: "\r\n") + "\r\n\r\n" + body
                return try await Line(port).exchange(text) { _ in false }
            }
            let begun = try await send(
                "a1", "POST", "/uploads/files",
                ["Upload-Length: 3", "Upload-Complete: ?1", "Content-Disposition: attachment; filename=\"a\""], "abc")
            let line = try #require(begun.split(separator: "\r\n").first { $0.lowercased().hasPrefix("location: ") })
            let path = String(line.dropFirst("location: ".count))
            #expect(try await send("a1", "HEAD", path, []).hasPrefix("HTTP/1.1 204 "))
            #expect(try await send("b1", "HEAD", path, []).hasPrefix("HTTP/1.1 204 ") == false)
            #expect(try await send("b1", "DELETE", path, []).hasPrefix("HTTP/1.1 204 ") == false)
            let file = String(path.dropFirst("/uploads/".count))
            // Ben knows the address of Ann's file.
            func take(_ key: String) -> [String] { [hello(), #"[["do",1,"take",{},null,null,null,["\#(file)"]]]"#] }
            let stolen = try await window(port, key: "b1", take("b1")) { $0.contains("failed") }
            #expect(stolen.contains("failed") && !stolen.contains("1 files"))
            #expect(try await window(port, key: "a1", take("a1")) { $0.contains("1 files") }.contains("1 files"))
        }
    }

    // MARK: Windows

    private func hello(_ tab: String = "tab", version: String? = nil, predecessor: String = "null") -> String {
        #"[["hello","/",{},"\#(tab)","",\#(predecessor),\#(version.map { "\"\($0)\"" } ?? "null"),0]]"#
    }

    /// Opens a window, sends packets, and returns what the server has sent until a condition holds or the window is closed.
    /// A close code is `closed 4401`.
    private func window(
        _ port: Int, key: String?, _ packets: [String], until isEnough: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
        let line = try await Line(port)
        return try await line.exchange(upgrade(port, key), frames: packets, until: isEnough)
    }

    private func upgrade(_ port: Int, _ key: String?) -> String {
        let lines = [
            "GET /live HTTP/1.1", "Host: 127.0.0.1:\(port)", "Origin: http://127.0.0.1:\(port)", "Connection: Upgrade",
            "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        return (lines + (key.map { ["Cookie: club=\($0)"] } ?? [])).joined(separator: "\r\n") + "\r\n\r\n"
    }

    @Test func aWindowIsCheckedBeforeItsSceneBegins() async throws {
        try await serve(app()) { (port) async throws -> Void in
            #expect(try await window(port, key: "a1", [hello()]) { $0.contains("made for") }.contains("shown to ann!"))
            for key in [nil, "old", "banned", "asked", "away"] {
                #expect(
                    try await window(port, key: key, [hello()]) { _ in false }.hasSuffix("closed 4401"), "\(key ?? "")")
            }
            // The page connects again by itself.
            #expect(try await window(port, key: "broken", [hello()]) { _ in false }.hasSuffix("closed 1011"))
            #expect(club.asked.withLock { $0.allSatisfy { $0 == "window /live" } })
        }
    }

    @Test func theCheckMayChangeItsMindBetweenThePageAndItsWindow() async throws {
        try await serve(app()) { (port) async throws -> Void in
            let page = try await get("/", port, key: "a1")
            let version = try #require(page.firstMatch(of: /data-version="([^"]*)"/)?.1)
            #expect(
                try await window(port, key: "a1", [hello(version: String(version))]) { $0.contains("made for") }
                    .contains("shown to ann!"))
            // Signed out meanwhile, or somebody else signed in. Nothing that waits on the page is performed.
            let press = #"[["do",1,"press",{},null]]"#
            club.names.withLock { $0["a1"] = nil }
            let ended = try await window(port, key: "a1", [hello(version: String(version)), press]) { _ in false }
            #expect(ended.hasSuffix("closed 4401") && !ended.contains("pressed"))
            let other = try await window(port, key: "b1", [hello(version: String(version)), press]) { _ in false }
            #expect(other.hasSuffix("closed 4401") && !other.contains("pressed") && !other.contains("made for"))
        }
    }

    @Test func somebodyWhoSignsInGetsTheirOwnPage() async throws {
        let check = VisitorCheck.cookie(named: "club") { [club] key in
            club.names.withLock { $0[key] }.map { Visitor(id: $0) }
        }
        try await serve(app(check)) { (port) async throws -> Void in
            let page = try await get("/", port)
            #expect(page.contains("made for nobody") && page.contains("data-visitor=\"\""))
            let version = String(try #require(page.firstMatch(of: /data-version="([^"]*)"/)?.1))
            #expect(
                try await window(port, key: nil, [hello(version: version)]) { $0.contains("made for") }
                    .contains("made for nobody"))
            let later = try await window(port, key: "a1", [hello(version: version)]) { $0.contains("upgrade") }
            #expect(later.contains("upgrade") && !later.contains("made for"))
        }
    }

    /// Safari sends no password with the request of a window.
    @Test func aWindowOfAPageWithAPasswordNeedsNone() async throws {
        let check = VisitorCheck.basic(realm: "Club", passwords: ["ann": "rose"])
        try await serve(app(check)) { (port) async throws -> Void in
            let password = ["Authorization: Basic YW5uOnJvc2U="]
            let page = try await get("/", port, password)
            #expect(page.contains("made for ann"))
            let cookie = String(try #require(page.firstMatch(of: /Set-Cookie: ([^;]*);/)?.1))
            func open(_ cookie: String) async throws -> String {
                let head = upgrade(port, nil).replacing("\r\n\r\n", with: "\r\nCookie: \(cookie)\r\n\r\n")
                return try await Line(port).exchange(head, frames: [hello()]) { $0.contains("made for") }
            }
            #expect(try await open(cookie).contains("made for ann"))
            #expect(try await open("\(cookie)x").hasSuffix("closed 4401"))
            // It is for windows only, and one is enough.
            #expect(try await get("/", port, ["Cookie: \(cookie)"]).hasPrefix("HTTP/1.1 401 "))
            #expect(try await get("/", port, password + ["Cookie: \(cookie)"]).contains("Set-Cookie") == false)
        }
    }

    @Test func aSignOutClosesTheWindowsOfThePerson() async throws {
        let app = app()
        try await serve(app) { (port) async throws -> Void in
            let shown = AsyncStream.makeStream(of: Void.self)
            async let ann = window(port, key: "a1", [hello("one")]) { text in
                if text.contains("made for") { shown.continuation.yield() }
                return false
            }
            async let ben = window(port, key: "b1", [hello("two")]) { text in
                if text.contains("made for") { shown.continuation.yield() }
                return text.contains("pong")
            }
            var count = 0
            for await _ in shown.stream {
                count = app.context.windows.count
                if count == 2 { break }
            }
            club.names.withLock { $0["a1"] = nil }
            app.signOut("nobody")
            app.signOut("ann")
            #expect(try await ann.hasSuffix("closed 4401"))
            #expect(app.context.windows.count == 1)
            club.names.withLock { $0["b1"] = nil }
            app.signOut("ben")
            #expect(try await ben.hasSuffix("closed 4401"))
            #expect(app.context.windows.count == 0)
        }
    }
}

/// A connection of a browser, over a bare socket.
private struct Line {
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    init(_ port: Int) async throws {
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
            }
    }

    /// Sends a request, and frames once it has an answer. Returns all that came until a condition holds, or until the end.
    func exchange(
        _ request: String, frames: [String] = [], until isEnough: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
        try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request))
            var bytes: [UInt8] = []
            var isSent = frames.isEmpty
            do {
                for try await part in inbound {
                    bytes += part.readableBytesView
                    var text = String(decoding: bytes, as: UTF8.self)
                    if !isSent, text.contains("\r\n\r\n") {
                        isSent = true
                        for frame in frames { try await outbound.write(Self.frame(frame)) }
                    }
                    if bytes.count >= 4, Array(bytes.suffix(4).prefix(2)) == [0x88, 2] {
                        text += "closed \(Int(bytes[bytes.count - 2]) << 8 | Int(bytes[bytes.count - 1]))"
                        return text
                    }
                    if isEnough(text) { return text }
                }
            } catch is IOError {
                // The server has closed the connection.
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private static func frame(_ text: String) -> ByteBuffer {
        let count = text.utf8.count
        let length: [UInt8] = count < 126 ? [0x80 | UInt8(count)] : [0x80 | 126, UInt8(count >> 8), UInt8(count & 255)]
        return ByteBuffer(bytes: [0x81] + length + [0, 0, 0, 0] + Array(text.utf8))
    }
}
