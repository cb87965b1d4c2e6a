import Foundation
import GRDB

// Before a store is opened for writing it is read, so that what is refused stays as it is, byte for byte: SQLite writes
// the log into the file when it closes, and makes the log anew.

extension Gallery {
    /// Looks at a store without writing to it.
    ///
    /// - Throws: `GalleryError` when it is not to be opened.
    /// - Complexity: O(*n*): the tables are read once, which takes 0.1 s for a million colors.
    static func inspect(_ file: URL, _ migrator: DatabaseMigrator, isReadOnly: Bool = false) throws {
        if size(of: file) <= 1 {
            // SQLite takes a file of a single byte, too, for a new store, and deletes the log beside it.
            if size(of: log(of: file)) > 0 { throw GalleryError.logAlone(file.path) }
            return
        }
        guard isReadOnly || FileManager.default.isWritableFile(atPath: file.path) else {
            throw DatabaseError(resultCode: .SQLITE_READONLY)
        }
        var configuration = configuration
        configuration.readonly = true
        let path = try isReadOnly ? readablePath(of: file) : file.path
        try DatabaseQueue(path: path, configuration: configuration).read { db in
            if try migrator.hasBeenSuperseded(db) { throw GalleryError.newer(file.path) }
            if try isDamaged(db) { throw GalleryError.damaged(file.path) }
            let applied = try migrator.appliedIdentifiers(db)
            if migrator.migrations.allSatisfy(applied.contains) {
                do { try Schema.checkShape(db) } catch let fault as ShapeFault {
                    throw GalleryError.misshapen(file.path, fault)
                }
            } else if isReadOnly {
                throw GalleryError.older(file.path)
            }
        }
    }

    /// Whether a page of the gallery's tables or of their indexes is broken. The history's log is left out: it is the
    /// largest, and the gallery starts without it.
    private static func isDamaged(_ db: Database) throws -> Bool {
        for table in ["color", "palette", "swatch", "aviaryReceipt", "grdb_migrations"] {
            let isThere = try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? AND rootpage > 0)",
                arguments: [table])
            guard isThere == true else { continue }
            let complaints = try String.fetchAll(db, sql: "PRAGMA quick_check('\(table)')")
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
    /// - Throws: `GalleryError.logUnreadable` when there is a log with what was saved last.
    static func readablePath(of file: URL) throws -> String {
        let directory = file.deletingLastPathComponent().path
        let hasIndex = FileManager.default.isReadableFile(atPath: file.path + "-shm")
        if hasIndex || FileManager.default.isWritableFile(atPath: directory) { return file.path }
        if size(of: log(of: file)) > 0 { throw GalleryError.logUnreadable(file.path) }
        return URL(filePath: file.path).absoluteString + "?immutable=1"
    }

    static func log(of file: URL) -> URL { URL(filePath: file.path + "-wal") }

    /// In bytes; 0 for a file that is not there.
    static func size(of file: URL) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
    }
}
