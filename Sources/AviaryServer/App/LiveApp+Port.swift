import Foundation

extension LiveApp {
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
            try await run(ServerConfiguration(port: port)) { [name = context.name] address in
                if address.isRestart { return }
                // `print` would buffer the line if the output is no terminal.
                try? FileHandle.standardOutput.write(contentsOf: Data("\(name) is at \(address.urls[0])\n".utf8))
            }
        } catch let error where error is ServerError || error is RouteError || error is StoryboardError {
            // If `main` threw this error, the program would crash with a backtrace.
            try? FileHandle.standardError.write(contentsOf: Data("\(context.name) cannot be served: \(error)\n".utf8))
            exit(1)
        }
    }
}
