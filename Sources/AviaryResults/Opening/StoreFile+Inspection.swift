import Foundation
import GRDB

// A store is inspected before it is opened for writing, so that a refused store stays the same, byte for byte. A
// writing connection would write the log into the file when it closes, and would create a new log.

extension StoreFile {
    /// Inspects a store without writing to it.
    ///
    /// - Throws: `StoreError` when the store should not be opened, and SQLite's errors.
    /// - Complexity: O(*t*) for *t* tables, because only some parts of a long table are read.
    func inspect(isReadOnly: Bool = false) throws {
        if Self.size(of: url) <= 1 {
            // SQLite also takes a file of a single byte for a new store, and deletes the log beside it.
            if Self.size(of: log) > 0 { throw StoreError.logAlone(url.path) }
            return
        }
        guard isReadOnly || FileManager.default.isWritableFile(atPath: url.path) else {
            throw DatabaseError(resultCode: .SQLITE_READONLY)
        }
        var configuration = configuration
        configuration.readonly = true
        let path = try isReadOnly ? readablePath() : url.path
        try DatabaseQueue(path: path, configuration: configuration).read { db in
            if try migrator.hasBeenSuperseded(db) { throw StoreError.newer(url.path) }
            if try isDamaged(db) { throw StoreError.damaged(url.path) }
            if try isForeign(db) { throw StoreError.foreign(url.path) }
            let applied = try migrator.appliedIdentifiers(db)
            if migrator.migrations.allSatisfy(applied.contains) {
                do { try checkShape(db) } catch let fault as ShapeFault {
                    throw StoreError.misshapen(url.path, fault)
                }
            } else if isReadOnly {
                throw StoreError.older(url.path)
            }
        }
    }

    /// Returns whether the file has tables although no migration has run.
    private func isForeign(_ db: Database) throws -> Bool {
        guard !beginsAmongTables, !migrator.migrations.isEmpty, try migrator.appliedIdentifiers(db).isEmpty else {
            return false
        }
        let own = "('grdb_migrations', 'sqlite_sequence')"
        return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE tbl_name NOT IN \(own))")
            ?? false
    }

    /// Returns whether a page of the tables or of their indexes is broken.
    ///
    /// Only the tables in `tables` and GRDB's table of migrations are checked, or all tables if `tables` is empty. The
    /// history log is left out, because it is the largest table, and the program starts without it. Of a long table
    /// only some parts are read, because a program should not wait for all rows. A list that later reads a damaged part
    /// gets SQLite's error.
    private func isDamaged(_ db: Database) throws -> Bool {
        let present = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0")
        // SQLite ignores the case of names.
        let required = Set((tables.map(\.name) + ["grdb_migrations"]).map { $0.lowercased() })
        for table in present
        where tables.isEmpty ? !table.hasPrefix("aviaryHistory") : required.contains(table.lowercased()) {
            if let rows = try longTable(table, db) {
                try readParts(of: rows, db)
                continue
            }
            let complaints = try String.fetchAll(db, sql: "PRAGMA quick_check(\(table.quotedDatabaseIdentifier))")
            // A value that violates a constraint is not damage.
            let isBroken = complaints.contains { complaint in
                complaint != "ok" && !complaint.contains(" in \(table).") && !complaint.contains("constraint failed")
            }
            if isBroken { return true }
        }
        return false
    }

    private struct LongTable {
        var select: String
        var first: Int64
        /// The distance between the first rowids of two parts.
        var step: UInt64
    }

    /// Returns how to read parts of a table.
    ///
    /// - Returns: `nil` when the table is short enough to be checked as a whole.
    private func longTable(_ table: String, _ db: Database) throws -> LongTable? {
        let shape = try TableShape(table, in: db)
        guard shape.kind == .table else { return nil }
        let (name, rowid) = (table.quotedDatabaseIdentifier, shape.rowid.quotedDatabaseIdentifier)
        // Two statements, because SQLite can jump to one end of the table in each.
        let first = try Int64.fetchOne(db, sql: "SELECT min(\(rowid)) FROM main.\(name)")
        let last = try Int64.fetchOne(db, sql: "SELECT max(\(rowid)) FROM main.\(name)")
        guard let first, let last else { return nil }
        let span = UInt64(bitPattern: last &- first)
        guard span > Self.shortTable else { return nil }
        return LongTable(
            select: "SELECT * FROM main.\(name) WHERE \(rowid) >= ? ORDER BY \(rowid) LIMIT 100", first: first,
            step: span / UInt64(Self.parts))
    }

    /// Reads the parts of a table.
    ///
    /// - Throws: SQLite's error about a broken page.
    private func readParts(of table: LongTable, _ db: Database) throws {
        let statement = try db.makeStatement(sql: table.select)
        for part in 0..<Self.parts {
            let start = table.first &+ Int64(bitPattern: table.step &* UInt64(part))
            let rows = try Row.fetchCursor(statement, arguments: [start])
            while try rows.next() != nil {}
        }
    }

    /// The largest distance of two rowids in a table that is checked as a whole.
    private static let shortTable: UInt64 = 100_000
    private static let parts = 200

    /// Returns the path that SQLite opens for reading.
    ///
    /// In a directory without write access SQLite cannot create an index for the log. Without an index, SQLite opens
    /// only a file that is declared immutable, so the path declares this.
    ///
    /// - Throws: `StoreError.logUnreadable` when there is a log with recent changes.
    func readablePath() throws -> String {
        let hasIndex = FileManager.default.isReadableFile(atPath: url.path + "-shm")
        if hasIndex || FileManager.default.isWritableFile(atPath: directory.path) { return url.path }
        if Self.size(of: log) > 0 { throw StoreError.logUnreadable(url.path) }
        return URL(filePath: url.path).absoluteString + "?immutable=1"
    }

    var log: URL { URL(filePath: url.path + "-wal") }

    /// The size in bytes; 0 for a missing file.
    static func size(of file: URL) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
    }
}
