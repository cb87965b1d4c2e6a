import Foundation

extension LiveApp {
    /// Runs a program that serves one app on this machine, until SIGINT or SIGTERM. It is the whole of `main`.
    ///
    ///     @main
    ///     enum Plants {
    ///         static func main() async {
    ///             await LiveApp.main(port: 8084) { try makePlants(folder: "plants") }
    ///         }
    ///     }
    ///
    /// A `Supervisor` starts the serving process again when the app traps. If the app cannot be made or served, this
    /// prints one sentence to standard error, and ends the process with exit code 1. For instance, the port is taken, or
    /// a migration fails.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for any free one. A number as the first argument of the program replaces it, as in
    ///     `swift run Plants 8085`.
    ///   - makeApp: Opens the store, and makes the app. It is called in the serving process only.
    public static func main(port: Int, _ makeApp: () async throws -> LiveApp) async {
        let arguments = CommandLine.arguments
        let port = arguments.dropFirst().first.flatMap { Int($0) } ?? port
        var name = arguments.first?.split(separator: "/").last.map(String.init) ?? "The app"
        do {
            try await Supervisor.run {
                let app = try await makeApp()
                name = app.context.name
                try await app.serve(port: port)
            }
        } catch {
            end(name, error)
        }
    }

    /// Serves the app on this machine until SIGINT or SIGTERM, and prints its URL.
    ///
    ///     try await app.run(port: 8081)  // To do is at http://127.0.0.1:8081/
    ///
    /// If a `Supervisor` has started this process in place of an earlier one, this prints nothing.
    ///
    /// If the app cannot be served, for instance because the port is taken, this prints the reason and ends the
    /// process with exit code 1.
    ///
    /// - Parameter port: The port; 0 for any free one.
    /// - Throws: The errors of `run(_:onListening:)`, except those for which this ends the process: `ServerError`,
    ///   `RouteError` and `StoryboardError`.
    public func run(port: Int) async throws {
        do {
            try await serve(port: port)
        } catch let error where error is ServerError || error is RouteError || error is StoryboardError {
            Self.end(context.name, error)
        }
    }

    private func serve(port: Int) async throws {
        try await run(ServerConfiguration(port: port)) { [name = context.name] address in
            if address.isRestart { return }
            // `print` would buffer the line if the output is no terminal.
            try? FileHandle.standardOutput.write(contentsOf: Data("\(name) is at \(address.urls[0])\n".utf8))
        }
    }

    /// Says why an app is not served, and ends the process. If `main` threw the error, the program would crash with a
    /// backtrace.
    private static func end(_ name: String, _ error: any Error) -> Never {
        let reason = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
        try? FileHandle.standardError.write(contentsOf: Data("\(name) cannot be served: \(reason)\n".utf8))
        exit(1)
    }
}
