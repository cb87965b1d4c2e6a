#if Postgres
    /// Which log of which server it is, and which past that server has. Positions of different sources have nothing to do
    /// with each other.
    ///
    /// | part | differs when |
    /// |---|---|
    /// | system | the server is another one, by a dump for instance |
    /// | timeline | the server was promoted, or restored to a point in time |
    /// | database, log | the log was installed anew |
    /// | epoch | the server has crashed: transactions that others had seen already may be undone, and their identifiers used again |
    enum LogSource {
        /// The identifier that `initdb` gave the server: a dump that is restored elsewhere has another.
        static func system(in connection: PostgresConnection) throws -> String {
            try connection.query("SELECT system_identifier FROM pg_control_system()")[0, 0] ?? ""
        }

        /// A text without spaces.
        ///
        /// - Throws: `FeedError.unsupported` on a standby: its snapshots leave out what its primary has under way.
        static func read(in connection: PostgresConnection) throws -> String {
            guard try connection.query("SELECT pg_is_in_recovery()")[0, 0] == "f" else {
                throw FeedError.unsupported(
                    "this server is a standby, whose snapshots are not exact; name the primary one")
            }
            guard try connection.query("SELECT to_regclass('aviary.origin') IS NOT NULL")[0, 0] == "t" else {
                throw FeedError.notInstalled("it has no log of changes; run aviary upstream install")
            }
            let facts = try connection.query(
                """
                SELECT o.system, o.id, d.oid, substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8),
                  aviary.epoch()
                FROM aviary.origin o, pg_database d WHERE d.datname = current_database()
                """)
            let system = try system(in: connection)
            guard facts.count == 1, facts[0, 0] == system, let log = facts[0, 1], let database = facts[0, 2],
                let timeline = facts[0, 3], let epoch = facts[0, 4]
            else {
                throw FeedError.notInstalled(
                    "its log of changes comes from another server, by a dump; run aviary upstream install")
            }
            return [system, timeline, database, log, epoch].joined(separator: "/")
        }
    }
#endif
