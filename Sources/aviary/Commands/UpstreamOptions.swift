import ArgumentParser
import Foundation
import Logging

/// The PostgreSQL database that the gallery follows, if it does.
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
        // Not by a transform, whose error repeats the value, and so a password in it.
        guard upstream.map(Self.isAddress) ?? true else {
            throw ValidationError("--upstream is an address like postgres://user@host/database.")
        }
        guard address() == nil else { return }
        if originals != nil { throw ValidationError("--originals goes with --upstream.") }
    }

    private static func isAddress(_ text: String) -> Bool {
        ["postgres://", "postgresql://"].contains { text.hasPrefix($0) }
    }

    /// The address of the database; `nil` for a gallery of its own.
    ///
    /// - Parameter environment: Has it when no option does.
    func address(in environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        upstream ?? environment["AVIARY_UPSTREAM"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// - Throws: `NodeError` when no database is named, or the variable has no address.
    func requiredAddress() throws -> String {
        guard let address = address() else { throw NodeError.noUpstream }
        guard Self.isAddress(address) else { throw NodeError.noAddress }
        return address
    }

    /// The folder of originals that all nodes share; `nil` for the one of this gallery.
    var originalsFolder: URL? { originals.map { URL(filePath: $0, directoryHint: .isDirectory).absoluteURL } }
}

/// Why a gallery cannot follow a PostgreSQL database, or not in this directory.
enum NodeError: Error, Hashable, CustomStringConvertible {
    /// The program was built without the trait `Postgres`.
    case notBuilt
    /// A command that needs a database was given none.
    case noUpstream
    /// The variable `AVIARY_UPSTREAM` has no address of PostgreSQL.
    case noAddress
    /// The directory has a gallery of its own.
    case ownGallery(directory: String)
    /// The directory has a copy of a PostgreSQL database, and no database was named.
    case isCopy(directory: String)
    /// The database lacks tables, or what nodes need to follow them.
    case notPrepared(reason: String)
    /// The rows of a gallery are to be copied, and this table is in PostgreSQL already.
    case hasTables(table: String)
    /// Photographs would be added where no other machine sees them.
    case noOriginals
    /// Another program follows the database into this directory.
    case isFollowed(directory: String)

    var description: String { CommandWords.sentence(about: self) }
}
