import ArgumentParser
import AviaryApps
import AviaryImages
import AviaryResults
import AviaryServer
import AviaryText
import Foundation
import Logging

/// `aviary serve`: serves the gallery to browsers.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve the gallery to browsers until stopped.")

    @OptionGroup var data: DataOption

    @Option(help: "The address to listen on. Beyond this machine, visitors need a token.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes any that is free.")
    var port = 8080

    @Option(help: "The path that a proxy has the gallery at, such as /gallery. The proxy may pass it on or remove it.")
    var prefix = ""

    @OptionGroup var access: AccessOptions

    @OptionGroup var node: UpstreamOptions

    @OptionGroup var service: ServiceOptions

    @Option(
        help: """
            A certificate, with its chain, as a PEM file. Without TLS, browsers refuse to share and to read the clipboard.
            """)
    var tlsCertificate: String?

    @Option(help: "The certificate's private key, as a PEM file.")
    var tlsKey: String?

    @Option(
        help: """
            How many connections may be open at a time; an open window is one. A further one takes the place of an idle \
            one, or is answered 503. Each address of other machines may have a quarter of them.
            """)
    var connections = ServerLimits().connections

    @Flag(help: "Show an existing gallery, and change nothing in it.")
    var readOnly = false

    @Flag(
        name: .customLong("no-supervisor"), help: "Serve in this process. After a crash nothing starts it again.")
    var isAlone = false

    @Flag(help: "Answer /metrics with figures for Prometheus. It needs the token, as pages do.")
    var metrics = false

    @Flag(help: "Log more.")
    var verbose = false

    enum LogFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

    @Option(help: "How the log on standard error is written: text, or json with an object on each line.")
    var logFormat = LogFormat.text

    private var logger: Logger {
        var logger =
            switch logFormat {
            case .text: Logger(label: "aviary").onOneLine
            case .json: Logger(label: "aviary") { JSONLogHandler(label: $0) }
            }
        logger.logLevel = verbose ? .info : .notice
        return logger
    }

    /// Logs sentences of the supervisor, and the reason why the gallery cannot be served, where the log has a form.
    private var formedLogger: Logger? { logFormat == .json ? logger : nil }

    func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key go together.")
        }
        guard !readOnly || node.upstream == nil else {
            throw ValidationError("--read-only shows a gallery of its own, and --upstream follows a database.")
        }
        guard connections > 0 else { throw ValidationError("--connections is how many may be open: 1 or more.") }
    }

    func run() async throws {
        if isAlone { return try await serve() }
        if readOnly { shareToken() }
        try await Supervisor.run(logger: formedLogger) { try await serve() }
    }

    /// If no option gives a token, puts the token of the configuration into the environment. So all serving processes
    /// of the supervisor inherit one token.
    private func shareToken() {
        guard access.token == nil, access.tokenFile == nil, let token = try? configuration().token else { return }
        setenv("AVIARY_TOKEN", token.value, 0)
    }

    private func serve() async throws {
        try await reportingFailure(to: formedLogger) {
            let logger = logger
            let gallery = try await open(logger)
            let missing = ImageWorker.missingConfinements.map(\.rawValue)
            if !missing.isEmpty { logger.notice("\(CommandWords.workersAreLessConfined(missing))") }
            let library = try PhotoLibrary(of: gallery)
            let embedded = service.embedded(library)
            let photorama = try PhotoramaLibrary(
                of: gallery, services: service.choice(in: gallery, by: embedded, logger: logger))
            let jobs =
                try await readOnly
                ? Gallery.jobsInMemory()
                : GalleryJobs.open(
                    in: gallery.directory,
                    kinds: [
                        Backup.Work.again(in: gallery.directory), Export.Work.again(of: library),
                        Import.Work.again(to: gallery, library),
                    ], logger: logger)
            let app = try await gallery.app(
                library, photorama: photorama, embedded: embedded, jobs: jobs, prefix: prefix,
                metrics: metrics ? MetricsRegistry() : nil, logger: logger)
            let configuration = try configuration()
            // Cleaning up begins when the server listens. A program that cannot listen only reports the error.
            let (listening, listens) = AsyncStream.makeStream(of: Void.self)
            let cleaning = Task {
                for await _ in listening {
                    await library.cleanUp { [logger] error in
                        logger.warning("Photos were not cleaned up", metadata: ["error": "\(error)"])
                    }
                }
            }
            let showing = gallery.node.map { node in
                Task { for await trouble in node.troubles { app.show(trouble: trouble) } }
            }
            defer {
                cleaning.cancel()
                showing?.cancel()
            }
            try await app.run(configuration) { [self] address in
                listens.yield()
                store(address, logger)
                if address.isRestart { return }
                let isSeen = isOutputSeen
                print(CommandWords.isAt(isSeen ? address.urls : address.urlsWithoutToken))
                if address.token != nil, !isSeen {
                    let isDefault = data.directory.path == Gallery.standardDirectory.path
                    print(CommandWords.tokenIsHidden(directory: isDefault ? nil : data.directory.path))
                }
                print(CommandWords.data(isIn: data.directory.path))
                if address.token != nil { print(CommandWords.signingOut) }
                print(CommandWords.stopping)
                flushOutput()
            }
            await jobs.close()
            await gallery.node?.stop()
        }
    }

    /// Stores the address for `aviary token`.
    private func store(_ address: ListeningAddress, _ logger: Logger) {
        if readOnly { return }
        do { try ServedAddresses(in: data.directory).write(address.urls) } catch {
            logger.warning("\(CommandWords.addressNotStored)", metadata: ["error": "\(error.reasonOfFileFault)"])
        }
    }

    private func open(_ logger: Logger) async throws -> Gallery {
        if readOnly { return try Gallery.openReadOnly(at: data.readable(), logger: logger) }
        let directory = try data.writable(begins: true)
        return try await node.open(in: directory, logger: logger) {
            // A restart never creates a gallery. A gallery was served before, so if its file is missing, the disk may
            // not be mounted.
            try Supervisor.isRestart
                ? Gallery.openExisting(at: directory, logger: logger)
                : Gallery.open(at: directory, logger: logger)
        }
    }

    private func configuration() throws -> ServerConfiguration {
        let tls = tlsCertificate.flatMap { certificate in
            tlsKey.map { ServerConfiguration.TLSFiles(certificate: certificate, key: $0) }
        }
        var configuration = ServerConfiguration(host: host, port: port, tls: tls)
        configuration.limits.connections = connections
        try access.apply(to: &configuration, directory: data.directory, readOnly: readOnly)
        return configuration
    }
}
