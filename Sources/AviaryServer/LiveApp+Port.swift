import Foundation

extension LiveApp {
    /// Serves the app on this machine until SIGINT or SIGTERM, and prints its URL.
    ///
    ///     try await app.run(port: 8081)  // To do is at http://127.0.0.1:8081/
    ///
    /// A process that a `Supervisor` has started in the place of another prints nothing.
    ///
    /// - Parameter port: 0 for any port that is free.
    /// - Throws: The errors of `run(_:onListening:)`.
    public func run(port: Int) async throws {
        try await run(ServerConfiguration(port: port)) { [name] address in
            if address.isRestart { return }
            // `print` keeps a line in its buffer where nobody looks at a terminal.
            try? FileHandle.standardOutput.write(contentsOf: Data("\(name) is at \(address.urls[0])\n".utf8))
        }
    }
}
