import Foundation
import GRDB

// Before a store is opened for writing it is read, so that what is refused stays as it is, byte for byte: SQLite writes
// the log into the file when it closes, and makes the log anew.

extension StoreFile {
    /// Looks at a store without writing to it.
    ///
    /// - Throws: `StoreError` when it is not to be opened.
    /// - Complexity: O(*n*): the tables are read once, which takes 0.1 s for a million colors.
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

    /// Whether a page of the tables or of their indexes is broken. The history's log is left out: it is the largest, and
    /// the program starts without it.
    private func isDamaged(_ db: Database) throws -> Bool {
        let present = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0")
        let required = Set(tables.map(\.name) + ["grdb_migrations"])
        for table in present where tables.isEmpty ? !table.hasPrefix("aviaryHistory") : required.contains(table) {
            let complaints = try String.fetchAll(db, sql: "PRAGMA quick_check(\(table.quotedDatabaseIdentifier))")
            // A value that a constraint forbids is strange, and no damage.
            let isBroken = complaints.contains { complaint in
                complaint != "ok" && !complaint.contains(" in \(table).") && !complaint.contains("constraint failed")
            }
            if isBroken { return true }
        }
        return false
    }

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
