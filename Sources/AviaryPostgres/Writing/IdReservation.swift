import AviaryResults

/// Takes ids from the sequence of a table in PostgreSQL.
struct IdReservation: Sendable {
    let table: FeedTable
    /// An id that is in use. All ids of the range are greater.
    let taken: Int64
    let count: Int64

    /// The advisory lock of all sequences. Nodes share it. A node that moves a sequence forward, or takes more than
    /// 1,000 ids, holds it alone.
    private static let lock = 0x6176_6961_7279

    /// Takes `count` consecutive ids, or fewer if others take some at the same time.
    ///
    /// `nextval` gives each number to one caller only, across all nodes and other programs. After a crash no number
    /// is given again, unless `synchronous_commit` is off on the server. In that case two rows may get the same id.
    /// That is a conflict, and the write runs again.
    ///
    /// - Returns: `nil` when the table has no sequence, or when at most three attempts have found no range above
    ///   `taken`.
    /// - Throws: `Upload.Lost`, or `UpstreamError.refused`, for instance when the role may not use the sequence.
    func run(_ connection: PostgresConnection) throws -> Range<Int64>? {
        do { return try take(connection) } catch let error as PostgresError {
            if error.endsConnection { throw Upload.Lost(error: error, mayBeCommitted: false) }
            // Without this the connection would stay in the failed transaction.
            _ = try? connection.execute("ROLLBACK")
            throw UpstreamError.refused(reason: error.reason)
        }
    }

    private func take(_ connection: PostgresConnection) throws -> Range<Int64>? {
        let sequence = try connection.query(
            "SELECT pg_get_serial_sequence($1, $2)", [PostgresValue(table.quotedName), PostgresValue(table.key)])
        guard let name = sequence[0, 0] else { return nil }
        for _ in 0..<3 {
            guard let range = try next(name, connection) else { break }
            if range.lowerBound > taken { return range }
            try advance(name, connection)
        }
        return nil
    }

    private func next(_ sequence: String, _ connection: PostgresConnection) throws -> Range<Int64>? {
        let name = PostgresConnection.literal(sequence)
        let lock = count > 1_000 ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared"
        let results = try connection.executeAll(
            """
            BEGIN; SELECT \(lock)(\(Self.lock)); \
            SELECT min(id), max(id) FROM (
                SELECT id, id - row_number() OVER (ORDER BY id) AS run
                FROM (SELECT nextval(\(name)::regclass) AS id FROM generate_series(1, \(count))) AS taken
            ) AS runs GROUP BY run ORDER BY count(*) DESC, min(id) DESC LIMIT 1; COMMIT
            """)
        guard results.count == 4, let first = results[2][0, 0].flatMap({ Int64($0) }),
            let last = results[2][0, 1].flatMap({ Int64($0) }), first > 0, first <= last, last < .max
        else { return nil }
        return first..<last + 1
    }

    /// Moves a sequence forward, past ids that were inserted without it.
    private func advance(_ sequence: String, _ connection: PostgresConnection) throws {
        let name = PostgresConnection.literal(sequence)
        try connection.executeAll(
            """
            BEGIN; SELECT pg_advisory_xact_lock(\(Self.lock)); \
            SELECT setval(\(name)::regclass, \(taken)) FROM \(sequence) WHERE last_value < \(taken); COMMIT
            """)
    }
}
