#if Web
    import AviaryTesting
    import Foundation
    import Logging
    import NIOCore
    import Testing

    @testable import AviaryWeb
    @testable import aviary

    private let host = "127.0.0.1"
    private let limit = 20_000

    /// The gallery's photo services with a misbehaving server.
    struct PhotoServiceTests {
        /// The server's response to a request, named in the address: `/7/truncated`.
        enum Behavior: String, CaseIterable, Sendable {
            case good, late, compressed
            case reset, truncated, wrongType, noType, busy, busyForLong, broken, missing
            case loop, nowhere, inside, insideByName, otherScheme, endless, large, dripping, silent, noHTTP, halfGzip

            static let faults = allCases.filter { $0.error != nil }

            /// What becomes of it; `nil` is a picture.
            var error: PhotoServiceError? {
                switch self {
                case .good, .late, .compressed: nil
                case .reset, .truncated: .interrupted(host: host)
                case .wrongType: .wrongType("text/html")
                case .noType: .wrongType("of no type")
                case .busy: .tooManyRequests(retryAfter: nil)
                case .busyForLong: .tooManyRequests(retryAfter: .seconds(60))
                case .broken: .status(503, host: host)
                case .missing: .status(404, host: host)
                case .loop, .nowhere: .lost(host: host)
                case .inside, .insideByName, .otherScheme: .forbiddenAddress(.picture)
                case .endless, .large: .tooLarge(limit: limit)
                case .dripping, .silent: .tooSlow(host: host)
                case .noHTTP, .halfGzip: .brokenAnswer(host: host)
                }
            }

            /// Whether the server never finishes, so that the deadline must end the request.
            var isEndless: Bool { self == .dripping || self == .silent }

            func answer(_ request: HostileServer.Request, _ peer: HostileServer.Peer) {
                let (good, body) = (["Content-Type: image/png"], Array(request.target.utf8))
                switch self {
                case .good: peer.answer("200 OK", good, body)
                case .late: peer.answer("200 OK", good, body, bodyLater: true)
                case .compressed: peer.answer("200 OK", good + ["Content-Encoding: gzip"], gzip(body))
                case .reset: peer.reset()
                case .truncated:
                    peer.send("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 99\r\n\r\nHalf a picture")
                    peer.close()
                case .wrongType: peer.answer("200 OK", ["Content-Type: text/html"])
                case .noType: peer.answer("200 OK", [])
                case .busy: peer.answer("429 Too Many Requests", [])
                case .busyForLong: peer.answer("429 Too Many Requests", ["Retry-After: 60"])
                case .broken: peer.answer("503 Service Unavailable", [])
                case .missing: peer.answer("404 Not Found")
                case .loop: peer.answer("302 Found", ["Location: \(request.target)"])
                case .nowhere: peer.answer("302 Found", [])
                case .inside: peer.answer("301 Moved Permanently", ["Location: http://192.168.1.1/router"])
                case .insideByName: peer.answer("302 Found", ["Location: http://router.example/"])
                case .otherScheme: peer.answer("302 Found", ["Location: file:///etc/passwd"])
                case .endless:
                    peer.send("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n")
                    Self.pour(peer)
                case .large: peer.answer("200 OK", good, [UInt8](repeating: 0, count: limit + 1))
                case .dripping: peer.send("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nA few bytes")
                case .silent: break
                case .noHTTP: peer.send("What?\r\n\r\n")
                case .halfGzip:
                    peer.answer("200 OK", good + ["Content-Encoding: gzip"], Array(gzip(body).dropLast(9)))
                }
            }

            /// Sends until nobody reads.
            private static func pour(_ peer: HostileServer.Peer) {
                peer.send([UInt8](repeating: 0, count: 4_096)).whenSuccess { pour(peer) }
            }
        }

        private func server() async throws -> HostileServer {
            try await HostileServer { request, peer in
                let name = request.target.split(separator: "/").last.map(String.init) ?? ""
                (Behavior(rawValue: name) ?? .good).answer(request, peer)
            }
        }

        /// A client with a limited number of connections, which gives up after a while.
        private func client(of server: HostileServer, deadline: Duration) throws -> WebClient {
            var configuration = WebConfiguration()
            let url = try #require(URL(string: "http://\(host):\(server.port)"))
            configuration.allowedHosts = [try #require(WebHost(of: url))]
            configuration.deadline = deadline
            configuration.retries.firstWait = .milliseconds(1)
            return WebClient(
                configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                time: WebTime(ContinuousClock()),
                resolver: TableResolver(["router.example": ["10.0.0.1"]]))
        }

        private func url(_ server: HostileServer, _ number: Int, _ behavior: Behavior) throws -> URL {
            try #require(URL(string: "http://\(host):\(server.port)/\(number)/\(behavior.rawValue)"))
        }

        @Test(arguments: Behavior.allCases) func eachFaultHasItsError(_ behavior: Behavior) async throws {
            let server = try await server()
            // Where the server ends by itself no test depends on the clock.
            let client = try client(of: server, deadline: behavior.isEndless ? .milliseconds(300) : .seconds(3_600))
            let fetching = WebFetching(by: client)
            let address = try url(server, 1, behavior)
            do {
                let bytes = try await fetching.bytes(at: address, limit: limit, of: .picture)
                #expect(behavior.error == nil && bytes == Array("/1/\(behavior.rawValue)".utf8))
            } catch {
                #expect(error == behavior.error)
                #expect(!error.description.contains("/1/"), "no sentence has the path")
            }
            await client.shutdown()
            // Without a picture there are no more requests than attempts and redirects.
            #expect(server.requests.count <= 6)
            await server.waitForGoodbyes(server.connections)
            server.stop()
        }

        @Test(
            arguments: [
                (.noType, nil), (.wrongType, .wrongType("text/html")), (.inside, .forbiddenAddress(.list)),
            ] as [(Behavior, PhotoServiceError?)])
        func aListNeedNotSayItsTypeAndHasErrorsOfItsOwn(_ behavior: Behavior, _ expected: PhotoServiceError?)
            async throws
        {
            let server = try await server()
            let client = try client(of: server, deadline: .seconds(3_600))
            let address = try url(server, 1, behavior)
            do throws(PhotoServiceError) {
                let bytes = try await WebFetching(by: client).bytes(at: address, limit: limit, of: .list)
                #expect(expected == nil && bytes == Array("Hello".utf8))
            } catch {
                #expect(error == expected)
            }
            await client.shutdown()
            server.stop()
        }

        @Test func eachErrorHasASentenceOfItsOwn() {
            let errors = Set(Behavior.allCases.compactMap(\.error))
            #expect(Set(errors.map(\.description)).count == errors.count)
            #expect(errors.count == 12)
        }

        /// A thousand requests, every fifth with a fault. Each ends with its own picture or its own error, over few
        /// connections.
        @Test(arguments: [UInt64(1), 2]) func amongFaultsEachRequestEndsByItself(seed: UInt64) async throws {
            let server = try await server()
            let patient = try client(of: server, deadline: .seconds(3_600))
            let hasty = try client(of: server, deadline: .milliseconds(300))
            var random = SeededGenerator(seed: seed)
            let requests = (0..<draws(1_000, long: 20_000)).map { number in
                (
                    number,
                    Int.random(in: 0..<5, using: &random) == 0 ? Behavior.faults.randomElement(using: &random) : .good
                )
            }
            await withTaskGroup { group in
                for (number, behavior) in requests {
                    guard let behavior else { continue }
                    let fetching = WebFetching(by: behavior.isEndless ? hasty : patient)
                    group.addTask {
                        do throws(PhotoServiceError) {
                            guard let address = try? url(server, number, behavior) else { return }
                            let bytes = try await fetching.bytes(at: address, limit: limit, of: .picture)
                            #expect(bytes == Array("/\(number)/good".utf8) && behavior == .good)
                        } catch {
                            #expect(error == behavior.error, "\(number), \(behavior)")
                        }
                    }
                }
            }
            let most = WebConfiguration().connectionsForHost
            // The server may hear of the end of each after the beginning of the next.
            #expect(server.mostConnections <= 2 * 2 * most)
            for client in [patient, hasty] { await client.shutdown() }
            await server.waitForGoodbyes(server.connections)
            server.stop()
        }

        @Test func aCancelledRequestEndsAtOnceAndHangsUp() async throws {
            let server = try await server()
            let client = try client(of: server, deadline: .seconds(3_600))
            let address = try url(server, 1, .silent)
            let task = Task { try await WebFetching(by: client).bytes(at: address, limit: 1, of: .list) }
            await server.waitForRequests(1)
            task.cancel()
            await #expect(throws: PhotoServiceError.cancelled) { try await task.value }
            await server.waitForGoodbyes(1)
            await client.shutdown()
            server.stop()
        }
    }
#endif
