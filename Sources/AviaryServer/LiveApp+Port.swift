import Foundation

extension LiveApp {
    /// Serves the app on this machine until SIGINT or SIGTERM, and prints its URL.
    ///
    ///     try await app.run(port: 8081)  // To do is at http://127.0.0.1:8081/
    ///
    /// A process that a `Supervisor` has started in the place of another prints nothing.
    ///
    /// When it cannot be served, for instance because the port is taken, this prints a sentence that says why, and ends
    /// the process with the exit code 1.
    ///
    /// - Parameter port: 0 for any port that is free.
    /// - Throws: The other errors of `run(_:onListening:)`.
    public func run(port: Int) async throws {
        do {
            try await run(ServerConfiguration(port: port)) { [name] address in
                if address.isRestart { return }
                // `print` keeps a line in its buffer where nobody looks at a terminal.
                try? FileHandle.standardOutput.write(contentsOf: Data("\(name) is at \(address.urls[0])\n".utf8))
            }
        } catch let error where error is ServerError || error is RouteError || error is StoryboardError {
            // Thrown by a program's `main`, it would be a crash with a trace.
            try? FileHandle.standardError.write(contentsOf: Data("\(name) cannot be served: \(error)\n".utf8))
            exit(1)
        }
    }
}
