/// The identity of a log: of the log itself, its server, and the server's history. Positions of different sources
/// cannot be compared.
///
/// The identity has these parts:
///
/// - system: differs when the log comes from another server, for instance by a dump
/// - timeline: differs when the server was promoted, or restored to a point in time
/// - database and log: differ when the log was installed again
/// - epoch: differs after a crash of the server. A crash may undo transactions that others had seen already, and
///   reuse their identifiers
enum LogSource {
    /// The identifier that `initdb` gave the server. If a dump is restored on another server, the identifier is
    /// another one.
    static func system(in connection: PostgresConnection) throws -> String {
        try connection.query("SELECT system_identifier FROM pg_control_system()")[0, 0] ?? ""
    }

    /// Returns the source as a text without spaces.
    ///
    /// - Throws: `FeedError.unsupported` on a standby, because its snapshots leave out running transactions of the
    ///   primary. `FeedError.notInstalled` without a log, or with a log from another server.
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
