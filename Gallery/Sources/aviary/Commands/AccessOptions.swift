import ArgumentParser
import AviaryServer
import Foundation

/// The options that decide who may reach the gallery.
struct AccessOptions: ParsableArguments {
    @Option(name: .customLong("allow-host"), help: "A name the gallery is reached by, for instance through a proxy.")
    var allowedHosts: [String] = []

    @Option(
        name: .customLong("proxy"),
        help: "The IP address of a proxy. The limits then hold for each visitor that X-Forwarded-For names.")
    var proxies: [String] = []

    @Option(
        help: """
            The token that visitors need, best 20 characters or more. Leave it out to have one made and kept with the data. \
            Other users of this machine can see it among the processes: --token-file and the variable AVIARY_TOKEN hide it.
            """)
    var token: String?

    @Option(help: "A file with the token, which only you can read.", completion: .file())
    var tokenFile: String?

    @Flag(help: "Ask for the token on this machine too, if other people use it.")
    var requireToken = false

    func validate() throws {
        guard token == nil || tokenFile == nil else {
            throw ValidationError("--token and --token-file say the same; give one of them.")
        }
    }

    /// Applies the options to the configuration of a server.
    ///
    /// - Parameters:
    ///   - directory: The gallery's directory. It has the sessions, and the token if one is made.
    ///   - readOnly: True if nothing may be written to the directory.
    func apply(to configuration: inout ServerConfiguration, directory: URL, readOnly: Bool) throws {
        configuration.allowedHosts = allowedHosts
        configuration.proxies = proxies
        configuration.requiresToken = requireToken
        if let token {
            configuration.token = try AccessToken(token)
        } else if let tokenFile {
            configuration.token = try StoredToken(path: tokenFile).read()
        } else if let token = ProcessInfo.processInfo.environment["AVIARY_TOKEN"], !token.isEmpty {
            configuration.token = try AccessToken(token)
        }
        guard configuration.needsToken else { return }
        let stored = StoredToken(in: directory)
        if readOnly {
            if configuration.token == nil { configuration.token = try stored.readOrInvent() }
            return
        }
        if configuration.token == nil {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            configuration.token = try stored.readOrMake()
        }
        configuration.sessionsFile = directory.appending(path: "sessions-\(configuration.port)").path
    }
}
