import ArgumentParser
import Foundation

/// `aviary upstream`: prepares a PostgreSQL database that several machines follow.
struct Upstream: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prepare a PostgreSQL database that several machines follow.",
        discussion: """
            Each machine then serves its own copy of the database: aviary serve --upstream postgres://user@host/database. \
            Changes are made in PostgreSQL, by the gallery or by other programs, and every machine shows them.
            """,
        subcommands: [UpstreamInstall.self, UpstreamStatus.self, UpstreamRemove.self])
}

/// `aviary upstream install`: creates the gallery's tables, and the log that the nodes follow.
struct UpstreamInstall: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Make the gallery's tables, and log their changes for the machines that follow.",
        discussion: """
            It may be run again at any time: it adds what is missing, after an upgrade of the gallery for instance. With \
            --data the rows of a gallery are copied into the empty tables.
            """)

    @OptionGroup var node: UpstreamOptions

    @Option(
        name: .customLong("data"), help: "The directory of a gallery whose rows are copied to PostgreSQL.",
        completion: .directory, transform: DataOption.read)
    var directory: URL?

    @Option(help: "The role of the nodes, where it is another one than that of the address. It gets what they need.")
    var role: String?

    func run() async throws {
        try await reportingFailure {
            #if Postgres
                try await node.installation().install(
                    copying: directory.map { try DataFolder(url: $0).writable() }, for: role)
            #else
                throw NodeError.notBuilt
            #endif
        }
    }
}

/// `aviary upstream status`: lists the nodes that follow the database, and how far each of them is behind.
struct UpstreamStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what is installed, which machines follow, and how far each is behind.")

    @OptionGroup var node: UpstreamOptions

    func run() async throws {
        try await reportingFailure {
            #if Postgres
                try await node.installation().status()
            #else
                throw NodeError.notBuilt
            #endif
        }
    }
}

/// `aviary upstream remove`: removes everything of Aviary from the database except the tables and their rows.
struct UpstreamRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove the log and the triggers. Tables and rows stay.")

    @OptionGroup var node: UpstreamOptions

    func run() async throws {
        try await reportingFailure {
            #if Postgres
                try await node.installation().remove()
            #else
                throw NodeError.notBuilt
            #endif
        }
    }
}
