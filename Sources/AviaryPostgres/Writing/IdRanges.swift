import AviaryResults
import GRDB
import Synchronization

/// The ids for new rows on this node: ranges of PostgreSQL's sequences that no other node has.
///
/// In a table with AUTOINCREMENT, SQLite gives a new row the id after the greatest id that it knows. So before a
/// write runs, the number in `sqlite_sequence` is set to the id before the remaining range. If the file already has
/// a greater id, from another node's range, a new range is needed, because SQLite gives only greater ids.
///
/// In other tables a new row gets the id after the greatest id in the file. Two nodes may choose the same id. That
/// is a conflict, and the write runs again.
///
/// A server with another history, for instance after a failover, may not know about a range, and may give its ids
/// to others. In that case the file is copied again, and the ranges of the old copy are dropped.
///
/// `rehearse` and its helpers run on the writer queue of the store's file.
final class IdRanges: Sendable {
    private struct State {
        /// The remaining ids, by table. A table is added with its first new row.
        var left: [String: Range<Int64>] = [:]
        /// Tables without a sequence, or without AUTOINCREMENT.
        var unnumbered: Set<String> = []
        /// How many ids the next range should have: as many as the last write needed, and some more.
        var wanted: [String: Int64] = [:]
        /// Tables that need a new range, with the greatest id that is known to be in use.
        var missing: [String: Int64] = [:]
        var reservation: Task<Void, any Error>?
        /// The number of the copy that the ranges belong to.
        var copy = 0
    }

    private static let usual: Int64 = 64
    private static let largest: Int64 = 2_000_000
    private let state = Mutex(State())

    /// Runs a write with ids of this node. The caller rolls the write back.
    ///
    /// - Parameter copy: The number of the present copy. If it has changed, the ranges are dropped.
    /// - Throws: The errors of `run`; `UpstreamUnprepared` when the write has to run again with a new range.
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

    /// Gets new ranges for the tables that need them. Calls at the same time share one reservation.
    ///
    /// - Parameter get: Takes ids that are greater than `taken` from the sequence of a table; `nil` if it cannot.
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

    /// Sets the ids of the next rows.
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

    /// Removes the ids that a write has given to new rows from the ranges, so that the next write starts after
    /// them.
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
            // Ids below the range were chosen by the program itself, so they do not count.
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

    /// Returns whether SQLite's ids for new rows of a table can be set.
    private func isNumbered(_ table: String, _ db: Database) throws -> Bool {
        let sql = try String.fetchOne(
            db, sql: "SELECT sql FROM main.sqlite_master WHERE type = 'table' AND name = ?", arguments: [table])
        return sql?.uppercased().contains("AUTOINCREMENT") ?? false
    }
}
