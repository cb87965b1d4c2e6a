import AviaryTesting
import GRDB
import Synchronization

@testable import AviaryResults

/// A database that decides the writes of some stores: in memory, without triggers and foreign keys of its own.
final class Centre: Sendable {
    struct Commit: Sendable {
        var changes: [RowChange]
        var receipt: String?
    }

    private struct Conflict: Error {
        var reason: String
    }

    let database: DatabaseQueue
    private let log = Mutex<[Commit]>([])

    init(tables: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        database = try DatabaseQueue(configuration: configuration)
        try database.write { db in
            try db.execute(sql: tables)
            try Receipts.install(in: db)
        }
    }

    func commits(from position: Int) -> ArraySlice<Commit> { log.withLock { $0[position...] } }

    /// Makes changes if each row is as it was.
    func commit(_ changes: [RowChange], receipt: String?) throws -> UpstreamAnswer {
        do {
            return try database.write { db in
                if let receipt, let isDone = try Receipts.isDone(receipt, in: db) {
                    return isDone ? .alreadyDone : .givenUp
                }
                var tables: [String: TableRows] = [:]
                for change in changes {
                    let table = try tables[change.table] ?? TableRows(change.table, in: db)
                    tables[change.table] = table
                    let content = try table.content(of: change.rowid)
                    guard content == change.before else {
                        throw Conflict(reason: "\(change.table) \(change.rowid)")
                    }
                }
                // Values that must be unique are free before they are taken.
                let deleted = changes.filter { $0.after == nil }
                let updated = changes.filter { $0.before != nil && $0.after != nil }
                let inserted = changes.filter { $0.before == nil }
                for change in deleted + updated + inserted {
                    _ = try tables[change.table]?.write(change.rowid, now: change.before, wanted: change.after)
                }
                let orphans = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
                guard orphans.isEmpty else { throw Conflict(reason: "\(orphans)") }
                if let receipt { try Receipts.write(receipt, in: db) }
                log.withLock { $0.append(Commit(changes: changes, receipt: receipt)) }
                return .done
            }
        } catch let conflict as Conflict {
            return .conflict(reason: conflict.reason)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return .conflict(reason: "\(error)")
        }
    }

    /// What another program does.
    func edit(_ sql: String) throws {
        try database.write { db in
            let before = try rows(db)
            try db.execute(sql: sql)
            let after = try rows(db)
            let ids = Set(before.keys).union(after.keys).sorted()
            let changes = try ids.compactMap { id -> RowChange? in
                if before[id] == after[id] { return nil }
                let columns = try TableRows(id.table, in: db).columns
                return RowChange(
                    table: id.table, rowid: id.rowid, columns: columns, before: before[id], after: after[id])
            }
            log.withLock { $0.append(Commit(changes: changes)) }
        }
    }

    private func rows(_ db: Database) throws -> [StepRows.RowID: [RowValue]] {
        var rows: [StepRows.RowID: [RowValue]] = [:]
        let tables = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        for name in tables where name != "aviaryReceipt" {
            let ids = try Int64.fetchAll(db, sql: "SELECT rowid FROM \(name)")
            for (id, row) in try TableRows(name, in: db).contents(of: ids) {
                rows[StepRows.RowID(table: name, rowid: id)] = row
            }
        }
        return rows
    }
}
