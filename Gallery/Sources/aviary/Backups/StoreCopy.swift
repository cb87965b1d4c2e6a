import Foundation
import GRDB

/// What SQLite finds wrong with a store.
struct StoreFault: Hashable, Sendable {
    /// The first sentence of SQLite.
    var reason: String
    /// Whether only indexes are damaged. Then the rows are intact.
    var isOfIndexes: Bool
}

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
        if let fault = try fault(in: copy) { throw BackupError.damaged(file.lastPathComponent, fault.reason) }
        return copy
    }

    /// What SQLite finds wrong with a store; `nil` for an intact store.
    static func fault(in database: any DatabaseReader) throws -> StoreFault? {
        let lines = try database.read { db in try String.fetchAll(db, sql: "PRAGMA integrity_check") }
        if lines == ["ok"] { return nil }
        // SQLite lists 100 faults at most. If it finds more, all of them may not be of indexes.
        return StoreFault(reason: lines.first ?? "", isOfIndexes: lines.count < 100 && lines.allSatisfy(isOfIndex))
    }

    /// Returns true if a line of SQLite says that an index does not have the entries of its table.
    private static func isOfIndex(_ line: String) -> Bool {
        line.hasPrefix("wrong # of entries in index ") || line.contains(" missing from index ")
    }
}
