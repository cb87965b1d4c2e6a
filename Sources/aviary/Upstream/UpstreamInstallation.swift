#if Postgres
    import AviaryPostgres
    import AviaryResults
    import Foundation
    import GRDB

    extension UpstreamOptions {
        /// What is prepared in the database of the options.
        func installation() throws -> UpstreamInstallation {
            UpstreamInstallation(url: try requiredAddress(), feed: feed ?? .log)
        }
    }

    /// The gallery's tables in a PostgreSQL database, and what its nodes need to follow them.
    struct UpstreamInstallation {
        let url: String
        let feed: UpstreamOptions.Feed

        /// Makes what is missing, and says what to do next.
        ///
        /// - Parameters:
        ///   - directory: That of a gallery whose rows are copied into the new tables.
        ///   - role: The role of the nodes, where it is another one than that of the address.
        func install(copying directory: URL?, for role: String?) async throws {
            let advice = try await blocking { try prepare(copying: directory, for: role) }
            print(CommandWords.installed(feed.title))
            if directory != nil { print(CommandWords.rowsCopied) }
            for sentence in advice { print(sentence) }
            if let directory {
                print(CommandWords.copyOriginals(from: directory.appending(path: "photos/originals").path))
            }
            print(CommandWords.serve(feed == .log ? "" : " --feed \(feed.rawValue)"))
        }

        private func prepare(copying directory: URL?, for role: String?) throws -> [String] {
            let connection = try PostgresConnection(url)
            // Before anything is made.
            switch feed {
            case .log: try LogInstallation.checkRights(toFollow: Schema.shared, in: connection)
            case .logical: try LogicalInstallation.checkRights(toFollow: Schema.shared, in: connection)
            }
            return try source(directory).read { db in
                if directory != nil { try refuseTables(in: connection) }
                let notes = try UpstreamSchema.create(Schema.shared, from: db, in: connection)
                let tables = try UpstreamSchema.tables(Schema.shared, of: db, in: connection)
                switch feed {
                case .log:
                    try LogInstallation.install(tables, for: role, in: connection)
                    return notes
                case .logical: return notes + (try LogicalInstallation.install(tables, for: role, in: connection))
                }
            }
        }

        /// A gallery that is there, or one with nothing in it but what every gallery begins with.
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

        /// Says what is missing, who follows, and how far each is behind.
        func status() async throws {
            let lines = try await blocking {
                let connection = try PostgresConnection(url)
                let tables = try source(nil).read { db in
                    try UpstreamSchema.tables(Schema.shared, of: db, in: connection)
                }
                switch feed {
                case .log: return CommandWords.status(try LogInstallation.status(of: tables, in: connection))
                case .logical: return CommandWords.status(try LogicalInstallation.status(of: tables, in: connection))
                }
            }
            for line in lines { print(line) }
        }

        /// Removes all of it but the tables.
        ///
        /// - Parameter slot: Only this slot, of a node that does not come back.
        func remove(slot: String?) async throws {
            let line = try await blocking {
                let connection = try PostgresConnection(url)
                if let slot {
                    guard try LogicalInstallation.removeSlot(named: slot, in: connection) else {
                        throw NodeError.noSlot(slot)
                    }
                    return CommandWords.slotRemoved(slot)
                }
                try LogInstallation.remove(in: connection)
                try LogicalInstallation.remove(in: connection)
                return CommandWords.removed
            }
            print(line)
        }
    }

    extension UpstreamOptions.Feed {
        /// In a sentence.
        fileprivate var title: String {
            switch self {
            case .log: CommandWords.byLog
            case .logical: CommandWords.byReplication
            }
        }
    }

    extension CommandWords {
        fileprivate static func status(_ status: LogStatus) -> [String] {
            let followers = status.followers.map {
                follower($0.name, seen: $0.secondsSinceSeen, behind: $0.changesBehind)
            }
            return state(status.faults) + [log(rows: status.rows, bytes: status.bytes)] + nodes(followers)
        }

        fileprivate static func status(_ status: LogicalStatus) -> [String] {
            let slots = status.slots.map {
                $0.isLost
                    ? lostSlot($0.name)
                    : slot($0.name, isActive: $0.isActive, behind: $0.behindBytes, held: $0.heldBytes)
            }
            return state(status.faults) + nodes(slots) + status.advice
        }
    }
#endif
