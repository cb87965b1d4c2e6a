#if Postgres
    import AviaryResults
    import GRDB
    import Synchronization

    /// The ids that new rows get on this node: ranges of PostgreSQL's sequences, which no other node has.
    ///
    /// SQLite gives a new row of a table with AUTOINCREMENT the id behind the greatest one that it knows. So before a
    /// write runs, the number in `sqlite_sequence` is set to the begin of the range that is left. Where the file
    /// already has a greater id, of another node's range, a new range is needed: sequences only grow.
    ///
    /// Other tables get the id behind the greatest one of the file. Two nodes may take the same one; then it is a
    /// conflict, and the write runs again.
    ///
    /// A server with another past, after a failover for instance, may not know of a range, and would give its ids to
    /// others. The file is copied again then, and ranges of the copy before are forgotten.
    ///
    /// `rehearse` and what it calls happen on the writer queue of the store's file.
    final class IdRanges: Sendable {
        private struct State {
            /// The ids that are left, by table. A table is here from its first new row on.
            var left: [String: Range<Int64>] = [:]
            /// Tables without a sequence, or without AUTOINCREMENT.
            var unnumbered: Set<String> = []
            /// How many ids the last write took, or wanted.
            var wanted: [String: Int64] = [:]
            /// Tables that need a new range, with the greatest id that is known to be taken.
            var missing: [String: Int64] = [:]
            var reservation: Task<Void, any Error>?
            /// The number of the copy that the ranges are of.
            var copy = 0
        }

        private static let usual: Int64 = 64
        private static let largest: Int64 = 2_000_000
        private let state = Mutex(State())

        /// Runs a write that is rolled back.
        ///
        /// - Parameter copy: The number of the copy.
        /// - Throws: Whatever `run` throws; `UpstreamUnprepared` when it has to run again with a new range.
        func rehearse(_ db: Database, copy: Int, _ run: () throws -> [RowChange]) throws -> [RowChange] {
            state.withLock { state in
                guard state.copy != copy else { return }
                (state.copy, state.left, state.missing) = (copy, [:], [:])
            }
            try setNumbers(db)
            let changes = try run()
            try take(changes, db)
            return changes
        }

        /// Gets new ranges for the tables that need them.
        func reserve(
            _ get: @escaping @Sendable (_ table: String, _ taken: Int64, _ count: Int64) async throws -> Range<Int64>?
        ) async throws {
            let task = state.withLock { state -> Task<Void, any Error> in
                if let task = state.reservation { return task }
                let task = Task { [self] in
                    defer { self.state.withLock { $0.reservation = nil } }
                    for (table, taken) in self.state.withLock({ $0.missing }) {
                        let count = self.state.withLock { max($0.wanted[table] ?? 0, Self.usual) }
                        let range = try await get(table, taken, min(count, Self.largest))
                        self.state.withLock { state in
                            state.missing[table] = nil
                            state.left[table] = range
                            if range == nil { state.unnumbered.insert(table) }
                        }
                    }
                }
                state.reservation = task
                return task
            }
            try await task.value
        }

        /// Sets the numbers that the next rows get.
        private func setNumbers(_ db: Database) throws {
            let ranges = state.withLock { $0.left }
            var missing: [String: Int64] = [:]
            for (table, range) in ranges {
                let taken = try greatestID(of: table, db)
                guard !range.isEmpty, taken < range.lowerBound else {
                    missing[table] = taken
                    continue
                }
                let number = [(range.lowerBound - 1).databaseValue, table.databaseValue]
                let update = "UPDATE main.sqlite_sequence SET seq = ? WHERE name = ?"
                try db.cachedStatement(sql: update).execute(arguments: StatementArguments(number))
                if db.changesCount == 0 {
                    let insertion = "INSERT INTO main.sqlite_sequence (seq, name) VALUES (?, ?)"
                    try db.cachedStatement(sql: insertion).execute(arguments: StatementArguments(number))
                }
            }
            try demand(missing)
        }

        private func demand(_ missing: [String: Int64]) throws {
            guard !missing.isEmpty else { return }
            state.withLock { $0.missing.merge(missing, uniquingKeysWith: max) }
            throw UpstreamUnprepared()
        }

        private func greatestID(of table: String, _ db: Database) throws -> Int64 {
            let ids = "SELECT max(rowid) FROM main.\(table.quotedDatabaseIdentifier)"
            return try Int64.fetchOne(db.cachedStatement(sql: ids)) ?? 0
        }

        /// Notes which ids a write has given to new rows, so that the next one begins behind them.
        private func take(_ changes: [RowChange], _ db: Database) throws {
            var inserted: [String: [Int64]] = [:]
            for change in changes where change.before == nil {
                inserted[change.table, default: []].append(change.rowid)
            }
            var missing: [String: Int64] = [:]
            for (table, ids) in inserted {
                if state.withLock({ $0.unnumbered.contains(table) }) { continue }
                guard let range = state.withLock({ $0.left[table] }) else {
                    guard try isNumbered(table, db) else {
                        state.withLock { _ = $0.unnumbered.insert(table) }
                        continue
                    }
                    state.withLock { $0.wanted[table] = Int64(ids.count) + Self.usual }
                    missing[table] = 0
                    continue
                }
                // Ids that the program chose itself are anywhere.
                let numbered = ids.count { $0 >= range.lowerBound }
                state.withLock { $0.wanted[table] = Int64(numbered) + Self.usual }
                if ids.contains(where: { $0 >= range.upperBound }), numbered > range.count {
                    missing[table] = 0
                    continue
                }
                if let last = ids.filter({ range.contains($0) }).max() {
                    state.withLock { $0.left[table] = last + 1..<range.upperBound }
                }
            }
            try demand(missing)
        }

        /// Whether SQLite's numbers for new rows of a table can be set.
        private func isNumbered(_ table: String, _ db: Database) throws -> Bool {
            let sql = try String.fetchOne(
                db, sql: "SELECT sql FROM main.sqlite_master WHERE type = 'table' AND name = ?", arguments: [table])
            return sql?.uppercased().contains("AUTOINCREMENT") ?? false
        }
    }
#endif
