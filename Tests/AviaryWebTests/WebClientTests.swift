#if Web
    import AviaryTesting
    import Foundation
    import Logging
    import NIOCore
    import Synchronization
    import Testing

    @testable import AviaryWeb

    /// Answers by a table.
    final class TableResolver: NameResolver {
        private let table: Mutex<[String: [String]]>
        private let asked = Mutex(0)

        init(_ table: [String: [String]]) { self.table = Mutex(table) }

        var questions: Int { asked.withLock { $0 } }
        func set(_ name: String, _ addresses: [String]) { table.withLock { $0[name] = addresses } }

        func addresses(of name: String) async -> [IPAddress] {
            asked.withLock { $0 += 1 }
            return table.withLock { $0[name] ?? [] }.compactMap { IPAddress(v4: $0) ?? IPAddress(v6: $0) }
        }
    }

    /// A resolver that says nothing until the task ends.
    private struct SilentResolver: NameResolver {
        let asked: @Sendable () -> Void

        func addresses(of name: String) async -> [IPAddress] {
            asked()
            try? await Task.sleep(for: .seconds(3_600))
            return []
        }
    }

    /// The client with a misbehaving server, and a clock that stands still.
    struct WebClientTests {
        private let clock = ManualClock()
        private let resolver = TableResolver(["pictures.example": ["127.0.0.1"]])

        private func client(
            of server: HostileServer?, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            resolver: (any NameResolver)? = nil, allowing others: [String] = [],
            _ change: (inout WebConfiguration) throws -> Void = { _ in }
        ) throws -> WebClient {
            var configuration = WebConfiguration()
            if let server {
                for host in ["127.0.0.1", "pictures.example"] + others {
                    let url = try #require(URL(string: "http://\(host):\(server.port)"))
                    configuration.allowedHosts.insert(try #require(WebHost(of: url)))
                }
            }
            try change(&configuration)
            return WebClient(
                configuration, logger: logger,
                time: WebTime(clock, date: { Date(timeIntervalSince1970: 784_111_777) }, chance: { 1 }),
                resolver: resolver ?? self.resolver)
        }

        private func url(_ server: HostileServer, _ target: String = "/", host: String = "127.0.0.1") throws -> URL {
            try #require(URL(string: "http://\(host):\(server.port)\(target)"))
        }

        /// Moves the clock as soon as the client waits for a retry, beside its deadline.
        private func passWait(_ duration: Duration) async {
            await clock.waitForSleepers(2)
            clock.advance(by: duration)
        }

        @Test func whatIsThereIsFetched() async throws {
            let server = try await HostileServer { request, peer in
                peer.answer("200 OK", ["Content-Type: text/plain; charset=utf-8"], Array(request.target.utf8))
            }
            let client = try client(of: server)
            let answer = try await client.get(url(server, "/a%20b?c=d#e"), accepting: ["text/plain"], limit: 100)
            #expect(answer.bytes == Array("/a%20b?c=d".utf8))
            #expect(answer.type == "text/plain")
            #expect(try answer.address == url(server, "/a%20b?c=d"))
            #expect(server.requests.first?.header("host") == "127.0.0.1:\(server.port)")
            #expect(server.requests.first?.header("accept") == "text/plain")
            #expect(server.requests.first?.header("user-agent") == "Aviary")
            await client.shutdown()
            server.stop()
        }

        @Test func oneConnectionServesOneRequestAfterTheOther() async throws {
            let server = try await HostileServer { request, peer in
                switch request.number % 4 {
                case 0: peer.answer("404 Not Found", bodyLater: true)
                case 1: peer.answer("302 Found", ["Location: /x"], bodyLater: true)
                default: peer.answer()
                }
            }
            let client = try client(of: server)
            for _ in 0..<10 { _ = try? await client.get(url(server), accepting: .any, limit: 100) }
            #expect(server.requests.count > 10)
            #expect(server.connections == 1)
            await client.shutdown()
            await server.waitForGoodbyes(1)
            server.stop()
        }

        /// The address that was checked is connected to: the system knows no such name.
        @Test func aNameIsResolvedOnceAndConnectedToThatAddress() async throws {
            let server = try await HostileServer { $1.answer() }
            let client = try client(of: server)
            for _ in 0..<3 {
                _ = try await client.get(url(server, host: "Pictures.Example."), accepting: .any, limit: 100)
            }
            #expect(server.requests.allSatisfy { $0.header("host") == "pictures.example:\(server.port)" })
            #expect(server.connections == 1 && resolver.questions == 1)
            clock.advance(by: .seconds(61))
            _ = try await client.get(url(server, host: "pictures.example"), accepting: .any, limit: 100)
            #expect(server.connections == 1 && resolver.questions == 2)
            await client.shutdown()
            server.stop()
        }

        @Test func anotherAddressIsTriedWhenOneCannotBeReached() async throws {
            let server = try await HostileServer { $1.answer() }
            resolver.set("pictures.example", ["127.0.0.2", "127.0.0.1"])
            let client = try client(of: server)
            for _ in 0..<2 {
                let answer = try await client.get(url(server, host: "pictures.example"), accepting: .any, limit: 100)
                #expect(answer.bytes == Array("Hello".utf8))
            }
            #expect(server.connections == 1)
            await client.shutdown()
            server.stop()
        }

        @Test func whereNobodyListensIsSaid() async throws {
            let silent = try SilentPort()
            let url = try #require(URL(string: "http://127.0.0.1:\(silent.number)/"))
            let client = try client(of: nil) { $0.allowedHosts.insert(try #require(WebHost(of: url))) }
            await #expect(throws: WebError.unreachable("127.0.0.1")) {
                try await client.get(url, accepting: .any, limit: 100)
            }
            await #expect(throws: WebError.unknownHost("nobody.example")) {
                try await client.get(#require(URL(string: "http://nobody.example/")), accepting: .any, limit: 100)
            }
            silent.release()
            await client.shutdown()
        }

        // MARK: Addresses

        @Test(arguments: [
            "127.0.0.1", "localhost.example", "rebound.example", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0",
            "mixed.example",
        ])
        func nothingOfThisMachineIsFetched(host: String) async throws {
            let server = try await HostileServer { $1.answer() }
            let resolver = TableResolver([
                "localhost.example": ["127.0.0.1", "::1"], "rebound.example": ["::ffff:127.0.0.1"],
                "mixed.example": ["10.0.0.1", "169.254.169.254"],
            ])
            let client = try client(of: nil, resolver: resolver)
            let error = await #expect(throws: WebError.self) {
                try await client.get(url(server, host: host), accepting: .any, limit: 100)
            }
            guard case .notAllowed(.notPublic)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(server.connections == 0)
            await client.shutdown()
            server.stop()
        }

        /// First a public address, then one of this machine: the second answer counts for nothing that the first is known.
        @Test func aNameThatTurnsToThisMachineIsRefused() async throws {
            let server = try await HostileServer { $1.answer() }
            let client = WebClient(
                WebConfiguration(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                time: WebTime(clock), resolver: resolver, isPublic: { $0 == IPAddress(v4: "127.0.0.1") })
            let address = try url(server, host: "pictures.example")
            _ = try await client.get(address, accepting: .any, limit: 100)
            resolver.set("pictures.example", ["127.0.0.2"])
            _ = try await client.get(address, accepting: .any, limit: 100)
            clock.advance(by: .seconds(61))
            await #expect(throws: WebError.notAllowed(.notPublic(host: "pictures.example"))) {
                try await client.get(address, accepting: .any, limit: 100)
            }
            #expect(server.connections == 1)
            await client.shutdown()
            server.stop()
        }

        @Test func anotherPortOfAnAllowedHostIsAnotherHost() async throws {
            let (server, other) = try await (HostileServer { $1.answer() }, HostileServer { $1.answer() })
            let client = try client(of: server)
            await #expect(throws: WebError.notAllowed(.notPublic(host: "127.0.0.1"))) {
                try await client.get(self.url(other), accepting: .any, limit: 100)
            }
            #expect(other.connections == 0)
            await client.shutdown()
            server.stop()
            other.stop()
        }

        @Test(arguments: [
            ("http://169.254.169.254/latest/meta-data/", WebError.notAllowed(.notPublic(host: "169.254.169.254"))),
            ("http://127.0.0.1:1/", .notAllowed(.notPublic(host: "127.0.0.1"))),
            ("//[::1]/", .notAllowed(.notPublic(host: "[0:0:0:0:0:0:0:1]"))),
            ("http://2130706433/", .notAllowed(.unusualNumbers)), ("http://0x7f.1/", .notAllowed(.unusualNumbers)),
            ("file:///etc/passwd", .notAllowed(.scheme)), ("http+unix://%2Frun%2Fdocker.sock/", .notAllowed(.scheme)),
            ("http://key:secret@pictures.example/", .notAllowed(.credentials)),
            ("http://inside.example/", .notAllowed(.notPublic(host: "inside.example"))),
        ])
        func redirectsLeadNowhereInside(_ location: String, _ error: WebError) async throws {
            let server = try await HostileServer { _, peer in peer.answer("302 Found", ["Location: \(location)"]) }
            resolver.set("inside.example", ["192.168.1.1"])
            let client = try client(of: server)
            await #expect(throws: error) { try await client.get(self.url(server), accepting: .any, limit: 100) }
            #expect(server.requests.count == 1)
            await client.shutdown()
            server.stop()
        }

        @Test func redirectsAreFollowedFiveTimes() async throws {
            let server = try await HostileServer { request, peer in
                let number = Int(request.target.dropFirst()) ?? 0
                if number == 0 {
                    peer.answer()
                } else {
                    peer.answer("307 Temporary Redirect", ["Location: /\(number - 1)"])
                }
            }
            let client = try client(of: server)
            let answer = try await client.get(url(server, "/5"), accepting: .any, limit: 100)
            #expect(answer.address.path() == "/0" && server.requests.count == 6)
            await #expect(throws: WebError.tooManyRedirects(limit: 5)) {
                try await client.get(self.url(server, "/6"), accepting: .any, limit: 100)
            }
            #expect(server.requests.count == 12)
            await client.shutdown()
            server.stop()
        }

        @Test func loopsEnd() async throws {
            let server = try await HostileServer { _, peer in peer.answer("301 Moved", ["Location: /"]) }
            let client = try client(of: server)
            await #expect(throws: WebError.tooManyRedirects(limit: 5)) {
                try await client.get(self.url(server), accepting: .any, limit: 100)
            }
            await client.shutdown()
            server.stop()
        }

        @Test func ownHeadersGoToTheirHostAlone() async throws {
            let other = try await HostileServer { $1.answer() }
            let otherPort = other.port
            let server = try await HostileServer { request, peer in
                if request.target == "/" {
                    peer.answer("302 Found", ["Location: /here"])
                } else {
                    peer.answer("302 Found", ["Location: http://127.0.0.1:\(otherPort)/"])
                }
            }
            let client = try client(of: server) {
                $0.allowedHosts.formUnion(
                    [URL(string: "http://127.0.0.1:\(otherPort)")].compactMap { $0.flatMap { WebHost(of: $0) } })
            }
            _ = try await client.get(url(server), accepting: .any, limit: 100, headers: ["Authorization": "secret"])
            #expect(server.requests.map { $0.header("authorization") } == ["secret", "secret"])
            #expect(other.requests.map { $0.header("authorization") } == [nil])
            await client.shutdown()
            server.stop()
            other.stop()
        }

        // MARK: Time

        @Test func aServerThatSaysNothingIsLeft() async throws {
            let server = try await HostileServer { _, _ in }
            let client = try client(of: server)
            let answer = Task { try await client.get(url(server), accepting: .any, limit: 100) }
            await server.waitForRequests(1)
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(30))
            await #expect(throws: WebError.tookTooLong(.seconds(30))) { try await answer.value }
            await server.waitForGoodbyes(1)
            await client.shutdown()
            server.stop()
        }

        @Test(arguments: ["HTTP/1.1 200 OK\r\nX-Half: ", "HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\nA few bytes"])
        func aServerThatDripsIsLeft(drip: String) async throws {
            let server = try await HostileServer { _, peer in
                peer.send(drip)
                for _ in 0..<5 { peer.send(".") }
            }
            let client = try client(of: server)
            let answer = Task { try await client.get(url(server), accepting: .any, limit: 1_000) }
            await server.waitForRequests(1)
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(29))
            clock.advance(by: .seconds(1))
            await #expect(throws: WebError.tookTooLong(.seconds(30))) { try await answer.value }
            await server.waitForGoodbyes(1)
            await client.shutdown()
            server.stop()
        }

        @Test func aResolverThatSaysNothingIsLeft() async throws {
            let (asked, ask) = AsyncStream.makeStream(of: Void.self)
            let client = try client(of: nil, resolver: SilentResolver { ask.yield() })
            let url = try #require(URL(string: "http://slow.example/"))
            let answer = Task { try await client.get(url, accepting: .any, limit: 1_000) }
            for await _ in asked { break }
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(30))
            await #expect(throws: WebError.tookTooLong(.seconds(30))) { try await answer.value }
            await client.shutdown()
        }

        @Test func theSystemsResolverKnowsThisMachine() async throws {
            let addresses = await SystemResolver().addresses(of: "localhost")
            #expect(!addresses.isEmpty && addresses.allSatisfy { !$0.isPublic })
            let cancelled = Task { await SystemResolver().addresses(of: "localhost") }
            cancelled.cancel()
            _ = await cancelled.value
        }

        @Test func aCancelledTaskHangsUp() async throws {
            let server = try await HostileServer { _, peer in peer.send("HTTP/1.1 200 OK\r\n\r\nA few bytes") }
            let client = try client(of: server)
            let address = try url(server)
            let task = Task { try await client.get(address, accepting: .any, limit: 1_000) }
            await server.waitForRequests(1)
            task.cancel()
            await #expect(throws: WebError.cancelled) { try await task.value }
            await server.waitForGoodbyes(1)
            #expect(clock.sleepers == 0)
            await client.shutdown()
            server.stop()
        }

        @Test func aCancelledTaskWaitsForNoTurn() async throws {
            let server = try await HostileServer { _, _ in }
            let client = try client(of: server) { $0.connectionsForHost = 2 }
            let address = try url(server)
            let tasks = (0..<20).map { _ in Task { try await client.get(address, accepting: .any, limit: 1_000) } }
            await server.waitForRequests(2)
            await clock.waitForSleepers(20)
            for task in tasks { task.cancel() }
            for task in tasks { await #expect(throws: WebError.cancelled) { try await task.value } }
            #expect(server.connections == 2 && clock.sleepers == 0)
            await client.shutdown()
            server.stop()
        }

        // MARK: Retries

        @Test(arguments: [
            ("429 Too Many Requests", ["Retry-After: 3"], Duration.seconds(3.5)),
            ("503 Busy", ["Retry-After: Sun, 06 Nov 1994 08:49:40 GMT"], .seconds(3.5)),
            ("500 Oops", [], .milliseconds(500)), ("429 Too Many Requests", ["Retry-After: soon"], .milliseconds(500)),
        ])
        func aBusyServerIsAskedAgainLater(_ status: String, _ headers: [String], _ wait: Duration) async throws {
            let server = try await HostileServer { request, peer in
                if request.number == 1 { peer.answer(status, headers) } else { peer.answer() }
            }
            let client = try client(of: server)
            let answer = Task { try await client.get(url(server), accepting: .any, limit: 100) }
            await passWait(wait - .milliseconds(1))
            #expect(server.requests.count == 1)
            await passWait(.milliseconds(1))
            #expect(try await answer.value.bytes == Array("Hello".utf8))
            #expect(server.requests.count == 2 && server.connections == 1)
            await client.shutdown()
            server.stop()
        }

        @Test func aServerThatIsBusyForLongIsNotAskedAgain() async throws {
            let server = try await HostileServer { _, peer in
                peer.answer("429 Too Many Requests", ["Retry-After: 3600"])
            }
            let client = try client(of: server)
            await #expect(throws: WebError.status(429, retryAfter: .seconds(3_600))) {
                try await client.get(self.url(server), accepting: .any, limit: 100)
            }
            #expect(server.requests.count == 1)
            await client.shutdown()
            server.stop()
        }

        @Test func fourAttemptsAreEnough() async throws {
            let server = try await HostileServer { _, peer in peer.answer("502 Bad Gateway") }
            let client = try client(of: server)
            let answer = Task { try await client.get(url(server), accepting: .any, limit: 100) }
            for wait in [0.5, 1, 2] { await passWait(.seconds(wait)) }
            await #expect(throws: WebError.status(502, retryAfter: nil)) { try await answer.value }
            #expect(server.requests.count == 4)
            await client.shutdown()
            server.stop()
        }

        @Test func noAttemptBeginsBehindTheDeadline() async throws {
            let server = try await HostileServer { _, peer in peer.answer("502 Bad Gateway") }
            let client = try client(of: server) { $0.deadline = .seconds(1) }
            let answer = Task { try await client.get(url(server), accepting: .any, limit: 100) }
            await passWait(.milliseconds(500))
            await #expect(throws: WebError.status(502, retryAfter: nil)) { try await answer.value }
            #expect(server.requests.count == 2)
            await client.shutdown()
            server.stop()
        }

        enum End: Sendable, CaseIterable {
            case beforeTheHead, inTheHead, inTheBody, inAChunk, byReset, byResetInTheBody
        }

        @Test(arguments: End.allCases)
        func aLostConnectionIsTriedAgain(end: End) async throws {
            let server = try await HostileServer { request, peer in
                guard request.number == 1 else { return peer.answer() }
                switch end {
                case .beforeTheHead, .byReset: break
                case .inTheHead: peer.send("HTTP/1.1 200 OK\r\nContent-Le")
                case .inTheBody, .byResetInTheBody:
                    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\nA few bytes")
                case .inAChunk: peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nHel")
                }
                if [.byReset, .byResetInTheBody].contains(end) { peer.reset() } else { peer.close() }
            }
            let client = try client(of: server)
            let answer = Task { try await client.get(url(server), accepting: .any, limit: 100) }
            await passWait(.milliseconds(500))
            #expect(try await answer.value.bytes == Array("Hello".utf8))
            #expect(server.connections == 2)
            await client.shutdown()
            server.stop()
        }

        @Test func aConnectionThatIsAlwaysLostIsSaid() async throws {
            let server = try await HostileServer { _, peer in peer.close() }
            let client = try client(of: server)
            let answer = Task { try await client.get(url(server), accepting: .any, limit: 100) }
            for wait in [0.5, 1, 2] { await passWait(.seconds(wait)) }
            await #expect(throws: WebError.lostConnection("127.0.0.1")) { try await answer.value }
            await client.shutdown()
            server.stop()
        }

        // MARK: Size, type, form

        @Test func anEndlessBodyEndsAtTheLimit() async throws {
            let counted = Counted()
            let server = try await HostileServer { _, peer in
                peer.send("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n")
                @Sendable func go() {
                    peer.send([UInt8](repeating: 1, count: 65_536)).whenSuccess {
                        counted.add(65_536)
                        go()
                    }
                }
                go()
            }
            let client = try client(of: server)
            await #expect(throws: WebError.tooLarge(limit: 1_000_000)) {
                try await client.get(self.url(server), accepting: .pictures, limit: 1_000_000)
            }
            await server.waitForGoodbyes(1)
            #expect(counted.value < 40_000_000)
            await client.shutdown()
            server.stop()
        }

        @Test(arguments: [
            "Content-Length: 5000000000\r\n\r\n", "Content-Length: 1001\r\nConnection: keep-alive\r\n\r\n",
        ])
        func aBodyThatSaysItIsTooLargeIsNotRead(head: String) async throws {
            let server = try await HostileServer { _, peer in peer.send("HTTP/1.1 200 OK\r\n" + head) }
            let client = try client(of: server)
            await #expect(throws: WebError.tooLarge(limit: 1_000)) {
                try await client.get(self.url(server), accepting: .any, limit: 1_000)
            }
            await server.waitForGoodbyes(1)
            await client.shutdown()
            server.stop()
        }

        @Test func compressedAnswersAreRead() async throws {
            let text = [UInt8](repeating: 65, count: 100_000)
            let server = try await HostileServer { request, peer in
                peer.answer("200 OK", ["Content-Type: application/json", "Content-Encoding: gzip"], gzip(text))
            }
            let client = try client(of: server)
            #expect(try await client.get(url(server), accepting: .json, limit: 100_000).bytes == text)
            #expect(server.requests.first?.header("accept-encoding") == "gzip")
            await #expect(throws: WebError.tooLarge(limit: 99_999)) {
                try await client.get(self.url(server), accepting: .json, limit: 99_999)
            }
            await client.shutdown()
            server.stop()
        }

        @Test func aBombDoesNotBurst() async throws {
            let bomb = gzip([UInt8](repeating: 0, count: 50_000_000))
            let server = try await HostileServer { _, peer in
                peer.answer("200 OK", ["Content-Type: application/json", "Content-Encoding: gzip"], bomb)
            }
            let client = try client(of: server)
            await #expect(throws: WebError.tooLarge(limit: 100_000)) {
                try await client.get(self.url(server), accepting: .json, limit: 100_000)
            }
            await client.shutdown()
            server.stop()
        }

        @Test func aWrongTypeIsNotRead() async throws {
            let server = try await HostileServer { _, peer in
                peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n")
            }
            let client = try client(of: server)
            await #expect(throws: WebError.wrongType("text/html")) {
                try await client.get(self.url(server), accepting: .pictures, limit: 1_000)
            }
            await server.waitForGoodbyes(1)
            await client.shutdown()
            server.stop()
        }

        @Test(arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nA header\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nHello",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nHello\r\n0\r\n\r\n",
        ])
        func whatIsNoHTTPIsSaid(text: String) async throws {
            let server = try await HostileServer { _, peer in peer.send(text) }
            let client = try client(of: server)
            await #expect(throws: WebError.malformedAnswer) {
                try await client.get(self.url(server), accepting: .any, limit: 1_000)
            }
            await client.shutdown()
            server.stop()
        }

        @Test func anEndlessHeadEnds() async throws {
            let counted = Counted()
            let server = try await HostileServer { _, peer in
                peer.send("HTTP/1.1 200 OK\r\n")
                @Sendable func go() {
                    let line = Array("X-\(counted.value): \(String(repeating: "x", count: 4_096))\r\n".utf8)
                    peer.send(line).whenSuccess {
                        counted.add(line.count)
                        go()
                    }
                }
                go()
            }
            let client = try client(of: server)
            await #expect(throws: WebError.malformedAnswer) {
                try await client.get(self.url(server), accepting: .any, limit: 1_000)
            }
            await server.waitForGoodbyes(1)
            #expect(counted.value < 40_000_000)
            await client.shutdown()
            server.stop()
        }

        // MARK: Bounds

        @Test func fewConnectionsServeManyRequests() async throws {
            let server = try await HostileServer { $1.answer() }
            let client = try client(of: server) { $0.connectionsForHost = 3 }
            let address = try url(server)
            try await withThrowingTaskGroup { group in
                for _ in 0..<200 { group.addTask { try await client.get(address, accepting: .any, limit: 100) } }
                try await group.waitForAll()
            }
            #expect(server.requests.count == 200 && server.connections <= 3)
            await client.shutdown()
            server.stop()
        }

        enum Fault: Int, Sendable, CaseIterable {
            case none, compressed, redirected, busyOnce, brokenOnce, lostOnce, hangsUpOnce, cutOnce, missing, wrongType
            case tooLarge, noHTTP, brokenCompression, inside, alwaysBroken

            /// The expected error; `nil` means that the body arrives.
            func error(limit: Int) -> WebError? {
                switch self {
                case .none, .compressed, .redirected, .busyOnce, .brokenOnce, .lostOnce, .hangsUpOnce, .cutOnce: nil
                case .missing: .status(404, retryAfter: nil)
                case .wrongType: .wrongType("text/html")
                case .tooLarge: .tooLarge(limit: limit)
                case .noHTTP, .brokenCompression: .malformedAnswer
                case .inside: .notAllowed(.notPublic(host: "10.1.2.3"))
                case .alwaysBroken: .status(500, retryAfter: nil)
                }
            }

            func answer(_ target: String, isFirst: Bool, _ peer: HostileServer.Peer) {
                let (good, body) = (["Content-Type: image/png"], Array(target.utf8))
                switch (self, isFirst) {
                case (.compressed, _): peer.answer("200 OK", good + ["Content-Encoding: gzip"], gzip(body))
                case (.redirected, true): peer.answer("302 Found", ["Location: \(target)"])
                case (.busyOnce, true): peer.answer("429 Too Many Requests", ["Retry-After: 0"])
                case (.brokenOnce, true), (.alwaysBroken, _): peer.answer("500 Oops")
                case (.lostOnce, true): peer.close()
                case (.hangsUpOnce, true): peer.reset()
                case (.cutOnce, true):
                    peer.send("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 99\r\n\r\nHalf a picture")
                    peer.close()
                case (.missing, _): peer.answer("404 Not Found")
                case (.wrongType, _): peer.answer("200 OK", ["Content-Type: text/html"])
                case (.tooLarge, _): peer.answer("200 OK", good, [UInt8](repeating: 0, count: 1_001))
                case (.noHTTP, _): peer.send("What?\r\n\r\n")
                case (.brokenCompression, _): peer.answer("200 OK", good + ["Content-Encoding: gzip"], body)
                case (.inside, _): peer.answer("302 Found", ["Location: http://10.1.2.3/"])
                case (.none, _), (_, false): peer.answer("200 OK", good, body)
                }
            }
        }

        /// Many at once, each with a fault of its own: each ends, once, with its own body or its own error.
        @Test(arguments: [UInt64(1), 2])
        func amongFaultsEachEndsAsItShould(seed: UInt64) async throws {
            let asked = Asked()
            let server = try await HostileServer { request, peer in
                let number = request.target.split(separator: "/").last.flatMap { Int($0) } ?? 0
                let fault = Fault(rawValue: number % Fault.allCases.count) ?? .none
                fault.answer(request.target, isFirst: asked.isFirst(request.target), peer)
            }
            var configuration = WebConfiguration()
            configuration.allowedHosts = [try #require(WebHost(of: url(server)))]
            configuration.retries.firstWait = .milliseconds(1)
            let client = WebClient(
                configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                time: WebTime(ContinuousClock()), resolver: resolver)
            var random = SeededGenerator(seed: seed)
            let requests = (0..<draws(1_000, long: 20_000)).map { ($0, Int.random(in: 0..<1_000, using: &random)) }
            await withTaskGroup { group in
                for (index, number) in requests {
                    group.addTask {
                        let (target, fault) = (
                            "/\(index)/\(number)", Fault(rawValue: number % Fault.allCases.count) ?? .none
                        )
                        do {
                            let answer = try await client.get(
                                self.url(server, target), accepting: .pictures, limit: 1_000)
                            #expect(fault.error(limit: 1_000) == nil && answer.bytes == Array(target.utf8))
                        } catch {
                            #expect(error as? WebError == fault.error(limit: 1_000), "\(fault)")
                        }
                    }
                }
            }
            await client.shutdown()
            server.stop()
        }

        @Test func fewServersKeepConnections() async throws {
            let server = try await HostileServer { $1.answer() }
            let hosts = (0..<20).map { "host\($0).example" }
            for host in hosts { resolver.set(host, ["127.0.0.1"]) }
            let client = try client(of: server, allowing: hosts) { $0.connections = 4 }
            for host in hosts { _ = try await client.get(url(server, host: host), accepting: .any, limit: 100) }
            #expect(client.servers == 4)
            await server.waitForGoodbyes(16)
            await client.shutdown()
            #expect(client.servers == 0)
            await server.waitForGoodbyes(20)
            server.stop()
        }

        @Test func aClientThatNobodyHoldsClosesItsConnections() async throws {
            let server = try await HostileServer { $1.answer() }
            do {
                let client = try client(of: server)
                _ = try await client.get(url(server), accepting: .any, limit: 100)
            }
            await server.waitForGoodbyes(1)
            server.stop()
        }

        @Test func nothingIsFetchedBehindTheEnd() async throws {
            let server = try await HostileServer { _, _ in }
            let client = try client(of: server) { $0.connectionsForHost = 1 }
            let address = try url(server)
            let tasks = (0..<5).map { _ in Task { try await client.get(address, accepting: .any, limit: 100) } }
            await server.waitForRequests(1)
            await clock.waitForSleepers(5)
            await client.shutdown()
            for task in tasks { await #expect(throws: WebError.self) { try await task.value } }
            await #expect(throws: WebError.shutDown) { try await client.get(address, accepting: .any, limit: 100) }
            #expect(server.connections == 1 && clock.sleepers == 0)
            server.stop()
        }

        // MARK: Keys

        @Test func noKeyIsInASentenceOrALog() async throws {
            let log = FullLog()
            let server = try await HostileServer { request, peer in
                switch request.target.prefix(6) {
                case "/close": peer.close()
                case "/to-in": peer.answer("302 Found", ["Location: http://10.0.0.1/secret?api_key=secret"])
                case "/parse": peer.send("HTTP/1.1 secret\r\n\r\n")
                default: peer.answer("500 secret", ["X-Secret: secret"])
                }
            }
            let client = try client(of: server, logger: Logger(label: "test") { _ in log }) { $0.retries.attempts = 2 }
            for path in ["/close", "/to-in", "/parse", "/status"] {
                let answer = Task {
                    try await client.get(
                        url(server, path + "/secret?api_key=secret"), accepting: .any, limit: 100,
                        headers: ["X-Key": "secret"])
                }
                if ["/close", "/status"].contains(path) { await passWait(.milliseconds(500)) }
                do {
                    _ = try await answer.value
                    Issue.record("It was fetched.")
                } catch {
                    #expect(!"\(error)".contains("secret") && !String(reflecting: error).contains("secret"))
                }
            }
            #expect(log.lines.count == 2)
            #expect(log.lines.allSatisfy { !$0.contains("secret") })
            await client.shutdown()
            server.stop()
        }
    }

    /// A number that several threads add to.
    private final class Counted: Sendable {
        private let number = Mutex(0)
        func add(_ more: Int) { number.withLock { $0 += more } }
        var value: Int { number.withLock { $0 } }
    }

    /// Which addresses were asked for before.
    private final class Asked: Sendable {
        private let targets = Mutex<Set<String>>([])
        func isFirst(_ target: String) -> Bool { targets.withLock { $0.insert(target).inserted } }
    }

    /// Keeps lines with their metadata.
    private final class FullLog: LogHandler {
        private let state = Mutex<[String]>([])
        var lines: [String] { state.withLock { $0 } }
        var logLevel: Logger.Level {
            get { .trace }
            set {}
        }
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }
        func log(event: LogEvent) {
            state.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
        }
    }
#endif
