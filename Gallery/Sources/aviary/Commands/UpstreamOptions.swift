import ArgumentParser
import Foundation
import Logging

/// The options about a PostgreSQL database that the gallery follows.
struct UpstreamOptions: ParsableArguments {
    @Option(
        help: """
            A PostgreSQL database that several machines follow: postgres://user@host/database. The directory of --data \
            then holds a copy of it. Other users of this machine can see a password in it among the processes: the \
            variable AVIARY_UPSTREAM and libpq's file .pgpass hide it.
            """)
    var upstream: String?

    @Option(
        help: """
            With --upstream, the folder of the originals of photographs, which all machines see. By default it is within \
            --data, which is right for one machine only.
            """, completion: .directory)
    var originals: String?

    func validate() throws {
        // The value is not checked by a transform, because the error of a transform shows the value, which may have a
        // password.
        guard upstream.map(Self.isAddress) ?? true else {
            throw ValidationError("--upstream is an address like postgres://user@host/database.")
        }
        guard address() == nil else { return }
        if originals != nil { throw ValidationError("--originals goes with --upstream.") }
    }

    private static func isAddress(_ text: String) -> Bool {
        ["postgres://", "postgresql://"].contains { text.hasPrefix($0) }
    }

    /// The address of the database; `nil` for a gallery with its own file.
    ///
    /// - Parameter environment: The environment variables. They may have the address, if no option gives it.
    func address(in environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        upstream ?? environment["AVIARY_UPSTREAM"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The address of the database, for a command that cannot run without one.
    ///
    /// - Throws: `NodeError` if no database is named, or if the environment variable does not have an address.
    func requiredAddress() throws -> String {
        guard let address = address() else { throw NodeError.noUpstream }
        guard Self.isAddress(address) else { throw NodeError.noAddress }
        return address
    }

    /// The folder of originals that all nodes share; `nil` if the originals are in this gallery's directory.
    var originalsFolder: URL? { originals.map { URL(filePath: $0, directoryHint: .isDirectory).absoluteURL } }
}
