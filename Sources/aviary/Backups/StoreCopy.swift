import Foundation
import GRDB

/// Copies of a store as single files, without a log beside them. All functions block.
enum StoreCopy {
    /// Opens a file without migrations.
    static func open(_ file: URL, isReadOnly: Bool = false) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(30)
        // Indexes of the tables call it.
        configuration.prepareDatabase { db in try SwatchFunction.install(in: db) }
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }

    /// Copies a store in one transaction, and checks each page of the copy.
    ///
    /// - Parameter file: A new file.
    /// - Returns: The open copy.
    /// - Throws: `BackupError.damaged`, or SQLite's error.
    static func make(of database: any DatabaseReader, at file: URL) throws -> DatabaseQueue {
        let copy = try open(file)
        try database.backup(to: copy)
        try copy.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
        if let fault = try fault(in: copy) { throw BackupError.damaged(file.lastPathComponent, fault) }
        return copy
    }

    /// The first fault that SQLite finds; `nil` for a store that is well.
    static func fault(in database: any DatabaseReader) throws -> String? {
        let lines = try database.read { db in try String.fetchAll(db, sql: "PRAGMA integrity_check(1)") }
        return lines == ["ok"] ? nil : lines.first ?? ""
    }
}

enum BackupError: Error, CustomStringConvertible {
    /// A store is broken; the second text is what SQLite says about it.
    case damaged(String, String)
    case unwritable(String, reason: String)
    /// A folder is no backup and no gallery.
    case noBackup(String)
    /// A gallery is in the folder that a backup would be put into.
    case galleryIsThere(String)
    /// The store is a copy of a PostgreSQL database.
    case isCopy
    case brokenOriginals(Int, first: String)

    var description: String { CommandWords.sentence(about: self) }
}
