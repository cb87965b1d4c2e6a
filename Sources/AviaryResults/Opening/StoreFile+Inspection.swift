import Foundation
import GRDB

// Before a store is opened for writing it is read, so that what is refused stays as it is, byte for byte: SQLite writes
// the log into the file when it closes, and makes the log anew.

extension StoreFile {
    /// Looks at a store without writing to it.
    ///
    /// - Throws: `StoreError` when it is not to be opened.
    /// - Complexity: O(*t*) for *t* tables: of a long one some parts are read.
    func inspect(isReadOnly: Bool = false) throws {
        if Self.size(of: url) <= 1 {
            // SQLite takes a file of a single byte, too, for a new store, and deletes the log beside it.
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

    /// Whether there are tables that none of the migrations has made.
    private func isForeign(_ db: Database) throws -> Bool {
        guard !beginsAmongTables, !migrator.migrations.isEmpty, try migrator.appliedIdentifiers(db).isEmpty else {
            return false
        }
        let own = "('grdb_migrations', 'sqlite_sequence')"
        return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE tbl_name NOT IN \(own))")
            ?? false
    }

    /// Whether a page of the tables or of their indexes is broken. The history's log is left out: it is the largest, and
    /// the program starts without it.
    ///
    /// A program does not wait until all rows of a long table are read. What is broken behind the parts that are looked at is
    /// found by whoever reads it: SQLite says so, and the list cannot be read.
    private func isDamaged(_ db: Database) throws -> Bool {
        let present = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0")
        let required = Set(tables.map(\.name) + ["grdb_migrations"])
        for table in present where tables.isEmpty ? !table.hasPrefix("aviaryHistory") : required.contains(table) {
            if let rows = try longTable(table, db) {
                try readParts(of: rows, db)
                continue
            }
            let complaints = try String.fetchAll(db, sql: "PRAGMA quick_check(\(table.quotedDatabaseIdentifier))")
            // A value that a constraint forbids is strange, and no damage.
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
        /// The distance between two parts.
        var step: UInt64
    }

    /// - Returns: `nil` for a table that is short enough to be checked as a whole.
    private func longTable(_ table: String, _ db: Database) throws -> LongTable? {
        let shape = try TableShape(table, in: db)
        guard shape.kind == .table else { return nil }
        let (name, rowid) = (table.quotedDatabaseIdentifier, shape.rowid.quotedDatabaseIdentifier)
        // Two statements: SQLite goes to one end of the table by each.
        let first = try Int64.fetchOne(db, sql: "SELECT min(\(rowid)) FROM main.\(name)")
        let last = try Int64.fetchOne(db, sql: "SELECT max(\(rowid)) FROM main.\(name)")
        guard let first, let last else { return nil }
        let span = UInt64(bitPattern: last &- first)
        guard span > Self.shortTable else { return nil }
        return LongTable(
            select: "SELECT * FROM main.\(name) WHERE \(rowid) >= ? ORDER BY \(rowid) LIMIT 100", first: first,
            step: span / UInt64(Self.parts))
    }

    /// - Throws: What SQLite says of a page that is broken.
    private func readParts(of table: LongTable, _ db: Database) throws {
        let statement = try db.makeStatement(sql: table.select)
        for part in 0..<Self.parts {
            let start = table.first &+ Int64(bitPattern: table.step &* UInt64(part))
            let rows = try Row.fetchCursor(statement, arguments: [start])
            while try rows.next() != nil {}
        }
    }

    /// In rows at most.
    private static let shortTable: UInt64 = 100_000
    private static let parts = 200

    /// What SQLite is asked to open for reading: on a medium where nothing can be written it makes no index for the log, and
    /// opens only what is declared not to change.
    ///
    /// - Throws: `StoreError.logUnreadable` when there is a log with what was saved last.
    func readablePath() throws -> String {
        let hasIndex = FileManager.default.isReadableFile(atPath: url.path + "-shm")
        if hasIndex || FileManager.default.isWritableFile(atPath: directory.path) { return url.path }
        if Self.size(of: log) > 0 { throw StoreError.logUnreadable(url.path) }
        return URL(filePath: url.path).absoluteString + "?immutable=1"
    }

    var log: URL { URL(filePath: url.path + "-wal") }

    /// In bytes; 0 for a file that is not there.
    static func size(of file: URL) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
    }
}
