#if Postgres
    /// The replication slot of one node: what makes PostgreSQL keep its log until the node has it.
    struct LogicalSlot {
        /// What PostgreSQL says of a slot.
        struct State: Hashable {
            /// Whether it belongs to the database of the connection.
            var isOfThisDatabase: Bool
            /// The process that uses it.
            var process: String?
            /// Whether that process serves a connection of this program.
            var isOurs: Bool
            /// Nothing before it is sent any more.
            var confirmed: LSN?
            /// Whether PostgreSQL has removed the log that the slot needs.
            var isLost: Bool
        }

        /// The beginning of the names of all slots.
        static let prefix = "aviary_"

        let name: String

        init(name: String) { self.name = name }

        /// - Parameters:
        ///   - node: Any text. Two nodes of one database have different ones.
        ///   - database: Slots of all databases of a server share one space of names.
        init(node: String, database: String) {
            let whole = "\(database)_\(node)"
            let characters = whole.utf8.map { byte -> Character in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    Character(Unicode.Scalar(byte))
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): Character(Unicode.Scalar(byte | 0x20))
                default: "_"
                }
            }
            // "a_b" and "c", and "a" and "b_c", and names that differ in a dash only, have different digests.
            name = Self.prefix + String(characters.prefix(40)) + "_" + Self.digest([database, node])
        }

        /// Whether a slot may be one of a node's.
        static func isName(_ name: String) -> Bool { name.hasPrefix(prefix) }

        /// FNV-1a of the texts, each with an end, as eight digits.
        private static func digest(_ texts: [String]) -> String {
            var hash: UInt32 = 2_166_136_261
            for text in texts {
                for byte in Array(text.utf8) + [0] { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
            }
            let digits = String(hash, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }

        /// The state; `nil` when there is no such slot.
        func state(_ connection: PostgresConnection) throws -> State? {
            let result = try connection.query(
                """
                SELECT s.database = current_database(), s.active_pid, a.application_name, s.confirmed_flush_lsn,
                  s.wal_status = 'lost'
                FROM pg_catalog.pg_replication_slots s LEFT JOIN pg_catalog.pg_stat_activity a ON a.pid = s.active_pid
                WHERE s.slot_name = $1::name AND s.plugin = 'pgoutput'
                """, [PostgresValue(name)])
            guard result.count == 1 else { return nil }
            return State(
                isOfThisDatabase: result[0, 0] == "t", process: result[0, 1],
                isOurs: result[0, 2] == Self.application, confirmed: result[0, 3].flatMap { LSN($0) },
                isLost: result[0, 4] == "t")
        }

        /// What the connections of this process are called: another process, even a later one of this node, is another
        /// one.
        static let application = "aviary " + String(UInt64.random(in: 0 ... .max), radix: 36)

        /// Waits a moment for the slot to be free.
        ///
        /// A connection that this process has lost may still be there for the server, and is ended. Somebody else's is
        /// left alone: the server ends it when nobody answers.
        ///
        /// - Throws: `PostgresError` when the slot is still in use then.
        func awaitRelease(_ connection: PostgresConnection, pause: (_ milliseconds: Int32) throws -> Void) throws {
            for _ in 0..<30 {
                guard let state = try state(connection), let process = state.process else { return }
                if state.isOurs {
                    _ = try? connection.query("SELECT pg_terminate_backend($1::int)", [PostgresValue(process)])
                }
                try pause(100)
            }
            throw PostgresError(
                state: "55006",
                message: "the replication slot \(name) is in use, perhaps by another node of the same name, or by one "
                    + "that was cut off: then it is free within wal_sender_timeout")
        }

        /// Ends the connection that uses it, and waits a moment for that.
        func release(_ connection: PostgresConnection) throws {
            for _ in 0..<50 {
                guard let process = try state(connection)?.process else { return }
                try connection.query("SELECT pg_terminate_backend($1::int)", [PostgresValue(process)])
                try connection.wait(milliseconds: 100)
            }
        }

        /// Drops it, so that PostgreSQL may remove its log.
        ///
        /// - Returns: Whether there was one.
        @discardableResult
        func drop(_ connection: PostgresConnection) throws -> Bool {
            guard let state = try state(connection) else { return false }
            guard state.isOfThisDatabase else {
                throw PostgresError(message: "the replication slot \(name) belongs to another database")
            }
            try connection.query("SELECT pg_drop_replication_slot($1::name)", [PostgresValue(name)])
            return true
        }
    }
#endif
