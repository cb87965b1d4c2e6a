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
    @Option var wholeRequest = 60_000
    @Option var answer = 120_000
    @Option var idle = 60_000
    @Option var ping = 20_000
    @Option var stalledSend = 30_000
    @Option var closeLinger = 2_000
    @Option var shutdownGrace = 5_000
    @Option(help: "How many at a time.") var connections = 512
    @Option(help: "The folder of files that are being sent.") var uploads: String?
    @Option(help: "A type of files; any without.") var uploadTypes: [String] = []
    @Option(help: "Bytes of one file.") var uploadLimit: Int64 = 4 << 30
    @Option(help: "How many files one visitor may have begun.") var visitorFiles = 256
    @Option(help: "Bytes that stay free on the disk.") var freeDisk: Int64 = 0
    @Option(help: "The folder of files that can be fetched.") var downloads: String?

    mutating func run() async throws {
        do {
            let logger = Logger(label: "echo") { StreamLogHandler.standardError(label: $0) }
            let router = makeRouter()
            if let uploads {
                var limits = UploadLimits(file: uploadLimit)
                limits.visitorFiles = visitorFiles
                limits.freeDisk = freeDisk
                let upload = Upload("files", into: uploads, types: uploadTypes, limits: limits)
                let uploads = Uploads([upload], logger: logger)
                try await uploads.open()
                uploads.addRoutes(to: router)
            }
            if let downloads { for download in files(in: downloads) { download.addRoute(to: router) } }
            let server = try LiveServer(
                configuration: try configuration(), responder: router.buildResponder(), logger: logger,
                onSocket: { socket in try await Conversation(socket: socket).run() },
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
        limits.wholeRequest = .milliseconds(wholeRequest)
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
        let router = Router(context: LiveRequestContext.self, options: .autoGenerateHeadEndpoints)
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

    /// Files of a folder, and bytes that are made as they are sent.
    private func files(in folder: String) -> [Download] {
        [
            Download("/files/:name") { request in
                .file(
                    at: "\(folder)/\(request["name"])", savedAs: request.query["as"],
                    isImmutable: request.query["kept"] != nil)
            },
            Download("/streams/:count") { request in
                .stream(type: "application/zip", savedAs: "all.zip") { writer in
                    for _ in 0..<(Int(request["count"]) ?? 0) {
                        try await writer.write([UInt8](repeating: 97, count: 64 << 10))
                    }
                    if request.query["fails"] != nil { throw Failure() }
                }
            },
        ]
    }

    static func tell(_ line: String) {
        print(line)
        fflushStandardOutput()
    }
}

struct Failure: Error {}
