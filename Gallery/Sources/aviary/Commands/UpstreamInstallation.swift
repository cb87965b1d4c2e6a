#if Postgres
    import AviaryPostgres
    import AviaryResults
    import Foundation
    import GRDB

    extension UpstreamOptions {
        /// The installation in the database that the options name.
        func installation() throws -> UpstreamInstallation {
            UpstreamInstallation(url: try requiredAddress())
        }
    }

    /// The gallery's tables in a PostgreSQL database, and the log that the nodes follow.
    struct UpstreamInstallation {
        let url: String

        /// Creates what is missing, and prints what to do next.
        ///
        /// - Parameters:
        ///   - directory: The directory of a gallery whose rows are copied into the new tables.
        ///   - role: The role of the nodes, if it differs from the role in the address.
        func install(copying directory: URL?, for role: String?) async throws {
            let advice = try await blocking { try prepare(copying: directory, for: role) }
            print(CommandWords.installed)
            if directory != nil { print(CommandWords.rowsCopied) }
            for sentence in advice { print(sentence) }
            if let directory {
                print(CommandWords.copyOriginals(from: PhotoLibrary.originals(in: directory)))
            }
            print(CommandWords.serve)
        }

        private func prepare(copying directory: URL?, for role: String?) throws -> [String] {
            let connection = try PostgresConnection(url)
            // The rights are checked before anything is created.
            try LogInstallation.checkRights(toFollow: Schema.shared, in: connection)
            return try source(directory).read { db in
                if directory != nil { try refuseTables(in: connection) }
                let notes = try UpstreamSchema.create(Schema.shared, from: db, in: connection)
                let tables = try UpstreamSchema.tables(Schema.shared, of: db, in: connection)
                try LogInstallation.install(tables, for: role, in: connection)
                return notes
            }
        }

        /// The database whose rows are copied: an existing gallery, or a new one in memory, which has only the initial
        /// rows.
        private func source(_ directory: URL?) throws -> any DatabaseReader {
            if let directory { return try Gallery.openExisting(at: directory).store.database }
            let queue = try DatabaseQueue()
            try Schema.migrator.migrate(queue)
            return queue
        }

        private func refuseTables(in connection: PostgresConnection) throws {
            for table in Schema.shared {
                let name = PostgresConnection.literal(PostgresConnection.quoted(table))
                let isThere = try connection.execute("SELECT to_regclass(\(name)) IS NOT NULL")[0, 0] == "t"
                if isThere { throw NodeError.hasTables(table: table) }
            }
        }

        /// Prints what is missing, which nodes follow, and how far each of them is behind.
        func status() async throws {
            let lines = try await blocking {
                let connection = try PostgresConnection(url)
                let tables = try source(nil).read { db in
                    try UpstreamSchema.tables(Schema.shared, of: db, in: connection)
                }
                return CommandWords.status(try LogInstallation.status(of: tables, in: connection))
            }
            for line in lines { print(line) }
        }

        /// Removes everything but the tables and their rows.
        func remove() async throws {
            try await blocking { _ = try LogInstallation.remove(in: PostgresConnection(url)) }
            print(CommandWords.removed)
        }
    }

    extension CommandWords {
        fileprivate static func status(_ status: LogStatus) -> [String] {
            let followers = status.followers.map {
                follower($0.name, seen: $0.secondsSinceSeen, behind: $0.changesBehind)
            }
            return state(status.faults) + [log(rows: status.rows, bytes: status.bytes)] + nodes(followers)
        }
    }
#endif
