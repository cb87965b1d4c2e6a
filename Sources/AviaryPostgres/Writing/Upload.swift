import AviaryResults

/// One PostgreSQL transaction that makes the changes of a write, with its receipt.
struct Upload: Sendable {
    enum Outcome: Hashable, Sendable {
        case committed
        /// The receipt is committed already, so the write is done.
        case hasReceipt
        /// The write was given up before; see `settle(_:_:)`.
        case givenUp
        case conflict(String)
    }

    /// The connection was lost.
    struct Lost: Error {
        var error: PostgresError
        /// `true` when the COMMIT had been sent, so that its outcome is unknown.
        var mayBeCommitted: Bool
    }

    let receipt: String
    let chunks: [WriteChunk]

    /// The number of rows that the transaction changes.
    var count: Int { chunks.reduce(0) { $0 + $1.count } }

    /// A message is sent when its SQL has more than this number of bytes. The statements of a message need one
    /// round trip.
    private static let messageSize = 500_000

    /// - Throws: `UpstreamError` when PostgreSQL refuses the changes, or `Lost`.
    func run(_ connection: PostgresConnection) throws -> Outcome {
        do {
            try send(connection)
        } catch let error as Mismatch {
            try roll(back: connection)
            return .conflict("a row of \(error.table) is another one by now")
        } catch let error as UpstreamError {
            try roll(back: connection)
            throw error
        } catch let error as PostgresError {
            if error.endsConnection { throw Lost(error: error, mayBeCommitted: false) }
            try roll(back: connection)
            return try outcome(of: error, connection)
        }
        do { try connection.execute("COMMIT") } catch let error as PostgresError {
            if error.endsConnection { throw Lost(error: error, mayBeCommitted: true) }
            // PostgreSQL checks deferred constraints at the COMMIT. After an error the transaction is over.
            return try outcome(of: error, connection)
        }
        return .committed
    }

    private struct Mismatch: Error {
        var table: String
    }

    private func send(_ connection: PostgresConnection) throws {
        // The receipt comes first. If the same action is under way on another connection, this transaction waits
        // for it here. The settings make PostgreSQL find rows by their keys, even if its estimates for many rows
        // suggest another way.
        var sql = """
            BEGIN; SET CONSTRAINTS ALL DEFERRED; \
            SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; \
            INSERT INTO "aviaryReceipt" (name) VALUES (\(PostgresConnection.literal(receipt)))
            """
        var expected: [WriteChunk?] = [nil, nil, nil, nil, nil]
        func flush() throws {
            let results = try connection.executeAll(sql)
            for (result, chunk) in zip(results, expected) {
                if let chunk, result.affected != chunk.count { throw Mismatch(table: chunk.table.name) }
            }
            (sql, expected) = ("", [])
        }
        for chunk in chunks {
            if sql.utf8.count > Self.messageSize { try flush() }
            sql += (sql.isEmpty ? "" : "; ") + (try chunk.sql())
            expected.append(chunk)
        }
        try flush()
    }

    private func roll(back connection: PostgresConnection) throws {
        do { try connection.execute("ROLLBACK") } catch let error as PostgresError {
            throw Lost(error: error, mayBeCommitted: false)
        }
    }

    /// The meaning of an error that has ended the transaction.
    private func outcome(of error: PostgresError, _ connection: PostgresConnection) throws -> Outcome {
        switch error.state {
        case "23505":
            guard try Self.has(receipt, connection) else { return .conflict(error.description) }
            return try Self.has(Receipts.givenUp(receipt), connection) ? .givenUp : .hasReceipt
        // A referenced row is gone, an exclusion constraint is violated, or another transaction was faster.
        case "23503", "23P01", "40001", "40P01": return .conflict(error.description)
        // The statement waited too long for a locked row.
        case "55P03", "57014": throw UpstreamError.contested(reason: error.description)
        // The detail is left out, because it would show the row.
        default: throw UpstreamError.refused(reason: error.message)
        }
    }

    static func has(_ receipt: String, _ connection: PostgresConnection) throws -> Bool {
        do {
            return try connection.query(
                "SELECT 1 FROM \"aviaryReceipt\" WHERE name = $1", [PostgresValue(receipt)]
            ).count > 0
        } catch let error as PostgresError where error.endsConnection {
            throw Lost(error: error, mayBeCommitted: false)
        }
    }

    /// Returns whether a write with this receipt is committed.
    ///
    /// A COMMIT that waits for a standby continues after its connection is lost. A SELECT does not see its receipt
    /// yet, but an INSERT of the same receipt waits for it.
    ///
    /// - Throws: `UpstreamError.contested` while such a transaction is under way, or `Lost`.
    static func hasSettled(_ receipt: String, _ connection: PostgresConnection) throws -> Bool {
        let results = try insertReceipt(
            """
            INSERT INTO "aviaryReceipt" (name) VALUES (\(PostgresConnection.literal(receipt))) ON CONFLICT DO NOTHING; \
            ROLLBACK
            """, givenUp: receipt, connection)
        return results[2].affected == 0 && results[4][0, 0] == "f"
    }

    /// Returns whether a write with this receipt is committed, and makes the answer final.
    ///
    /// If the write is not committed, its receipt is stored, together with a receipt that marks it as given up. So
    /// no write with this receipt can be committed later.
    static func settle(_ receipt: String, _ connection: PostgresConnection) throws -> Bool {
        let results = try insertReceipt(
            """
            WITH made AS (
              INSERT INTO "aviaryReceipt" (name) VALUES (\(PostgresConnection.literal(receipt)))
              ON CONFLICT DO NOTHING RETURNING name)
            INSERT INTO "aviaryReceipt" (name) SELECT \(PostgresConnection.literal(Receipts.givenUp(receipt))) FROM made
            ON CONFLICT DO NOTHING; COMMIT
            """, givenUp: receipt, connection)
        return results[4][0, 0] == "f"
    }

    /// - Parameter statements: Two statements. The last one ends the transaction.
    /// - Returns: Five results. The last one tells whether the write was given up.
    private static func insertReceipt(
        _ statements: String, givenUp receipt: String, _ connection: PostgresConnection
    ) throws -> [PostgresResult] {
        let name = PostgresConnection.literal(Receipts.givenUp(receipt))
        do {
            let results = try connection.executeAll(
                """
                BEGIN; SET LOCAL lock_timeout = '250ms'; \(statements); \
                SELECT EXISTS (SELECT FROM "aviaryReceipt" WHERE name = \(name))
                """)
            guard results.count == 5 else { throw UpstreamError.contested(reason: "the server gave no answer") }
            return results
        } catch let error as PostgresError {
            if error.endsConnection { throw Lost(error: error, mayBeCommitted: false) }
            // Without this the connection would stay in the failed transaction.
            _ = try? connection.execute("ROLLBACK")
            let isBusy = ["55P03", "57014", "40001", "40P01"].contains(error.state)
            throw isBusy ? UpstreamError.contested(reason: error.reason) : .refused(reason: error.reason)
        }
    }
}

extension PostgresError {
    /// `true` when another connection may succeed. This one is lost, or the server shuts down, lacks resources, or
    /// is a read-only standby.
    var endsConnection: Bool { isConnectionLost || state == "25006" || state?.hasPrefix("53") == true }

    /// The reason as a part of a sentence.
    var reason: String { detail.map { "\(message) (\($0))" } ?? message }
}
