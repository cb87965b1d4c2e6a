import Foundation
import GRDB

/// Copies stores into single files, without a log beside them. All functions block the thread.
enum StoreCopy {
    /// Opens the file of a store without migrations.
    static func open(_ file: URL, isReadOnly: Bool = false) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(30)
        // The connection has the same functions as the connections of a gallery.
        configuration.prepareDatabase { db in try db.defineGalleryFunctions() }
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }

    /// Copies a store in one transaction.
    ///
    /// - Parameter file: The file of the copy, which does not exist yet.
    /// - Returns: A connection to the copy.
    /// - Throws: SQLite's error.
    static func write(_ database: any DatabaseReader, to file: URL) throws -> DatabaseQueue {
        let copy = try open(file)
        try database.backup(to: copy)
        try copy.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
        return copy
    }

    /// Copies a store like `write`, and checks the integrity of the copy.
    ///
    /// - Throws: `BackupError.damaged`, or SQLite's error.
    static func writeChecked(_ database: any DatabaseReader, to file: URL) throws -> DatabaseQueue {
        let copy = try write(database, to: file)
        if let fault = try fault(in: copy) { throw BackupError.damaged(file.lastPathComponent, fault) }
        return copy
    }

    /// The first fault that SQLite finds; `nil` for an intact store.
    static func fault(in database: any DatabaseReader) throws -> String? {
        let lines = try database.read { db in try String.fetchAll(db, sql: "PRAGMA integrity_check(1)") }
        return lines == ["ok"] ? nil : lines.first ?? ""
    }
}
