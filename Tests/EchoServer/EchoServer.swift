import ArgumentParser
import AviaryServer
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The transport with nothing behind it: sends back what it is sent.
///
/// Says `listening <port> <token>` on standard output once it does. See `Conversation` for what a socket understands.
@main
struct EchoServer: AsyncParsableCommand {
    @Option var host = "127.0.0.1"
    @Option var port = 0
    @Option var token: String?
    @Option var allowHost: [String] = []
    @Option var tlsCert: String?
    @Option var tlsKey: String?
    @Flag var requireToken = false
    @Option(help: "The file of the sessions.") var sessions: String?
    @Option(help: "The address of a proxy.") var proxy: [String] = []
    @Flag(help: "Counts this machine's programs by their address, as those of others.") var countLoopback = false
    @Option(help: "Milliseconds, as all times here.") var firstRequest = 10_000
    @Option var request = 30_000
    @Option var answer = 120_000
    @Option var idle = 60_000
    @Option var ping = 20_000
    @Option var stalledSend = 30_000
    @Option var closeLinger = 2_000
    @Option var shutdownGrace = 5_000
    @Option(help: "How many at a time.") var connections = 512

    mutating func run() async throws {
        do {
            let logger = Logger(label: "echo") { StreamLogHandler.standardError(label: $0) }
            let server = try LiveServer(
                configuration: try configuration(), responder: makeRouter().buildResponder(), logger: logger,
                onSocket: { socket, request in try await Conversation(socket: socket, request: request).run() },
                onListening: { address in
                    Self.tell("listening \(address.port) \(address.token?.value ?? "-")")
                })
            try await ServiceGroup(
                configuration: .init(
                    services: [.init(service: server)], gracefulShutdownSignals: [.sigterm], logger: logger)
            ).run()
        } catch let error as ServerError {
            Self.tell("error \(error)")
            throw ExitCode.failure
        }
    }

    private func configuration() throws(ServerError) -> AviaryServer.ServerConfiguration {
        var limits = ServerLimits()
        limits.firstRequest = .milliseconds(firstRequest)
        limits.request = .milliseconds(request)
        limits.answer = .milliseconds(answer)
        limits.countsLoopback = countLoopback
        limits.idle = .milliseconds(idle)
        limits.ping = .milliseconds(ping)
        limits.stalledSend = .milliseconds(stalledSend)
        limits.closeLinger = .milliseconds(closeLinger)
        limits.connections = connections
        limits.shutdownGrace = .milliseconds(shutdownGrace)
        var tls: AviaryServer.ServerConfiguration.TLSFiles?
        if let tlsCert, let tlsKey { tls = .init(certificate: tlsCert, key: tlsKey) }
        var configuration = AviaryServer.ServerConfiguration(
            host: host, port: port, allowedHosts: allowHost,
            token: try token.map { (value) throws(ServerError) in try AccessToken(value) }, tls: tls, limits: limits)
        configuration.requiresToken = requireToken
        configuration.sessionsFile = sessions
        configuration.proxies = proxy
        return configuration
    }

    private func makeRouter() -> Router<LiveRequestContext> {
        let router = Router(context: LiveRequestContext.self)
        router.get("/") { _, _ in "front page" }
        router.get("/healthz") { _, _ in "ok" }
        router.get("/fail") { _, _ -> String in throw Failure() }
        router.get("/hold") { _, _ -> String in
            try await Task.sleep(for: .seconds(3600))
            return "too late"
        }
        router.get("/large") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    for _ in 0..<4096 { try await writer.write(ByteBuffer(repeating: 97, count: 64 << 10)) }
                    try await writer.finish(nil)
                })
        }
        router.post("/length") { request, _ in
            var length = 0
            for try await part in request.body {
                if length == 0 { Self.tell("measuring") }
                length += part.readableBytes
            }
            return "\(length)"
        }
        return router
    }

    static func tell(_ line: String) {
        print(line)
        fflushStandardOutput()
    }
}

struct Failure: Error {}
