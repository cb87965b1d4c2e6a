import Foundation
import GRDB
import Logging

/// Brings a store to the schema of this version. Keeps a copy of the former state beside it, as a store of its own.
struct StoreUpgrade {
    let migrator: DatabaseMigrator
    let file: URL
    let logger: Logger

    /// Must be called by one program at a time.
    func run(on pool: DatabasePool) throws {
        var copy: URL?
        do {
            if let first = try pool.read(pending).first { copy = try makeCopy(of: pool, before: first) }
        } catch {
            throw StoreError.notMigrated(file.path, copy: nil, error)
        }
        do { try migrator.migrate(pool) } catch {
            // A full disk or a damaged file may keep the name from being read, too.
            let fault = MigrationFault(migration: (try? pool.read(failed)) ?? nil, underlying: error)
            guard let copy else {
                if let error = error as? DatabaseError, case .damaged(let path) = StoreError(error, file: file) {
                    throw StoreError.damaged(path)
                }
                throw StoreError.unreadable(file.path, fault)
            }
            throw StoreError.notMigrated(file.path, copy: copy.path, fault)
        }
        restoreHistory(in: pool)
        if let copy {
            logger.notice("The store was brought to this version", metadata: ["before": "\(copy.path)"])
        }
    }

    /// Makes history triggers anew that another program has dropped. This happens before any list is loaded.
    private func restoreHistory(in pool: DatabasePool) {
        do {
            guard try pool.read(History.hasLost) else { return }
            _ = try pool.write { db in try History.restoreLost(in: db, note: logger.note(lostHistory:)) }
        } catch {
            // The next change that can be undone tries again.
            logger.warning("The history can't be made anew now", metadata: ["error": "\(error)"])
        }
    }

    /// The migrations that a store still needs. A new store needs no copy, so the list is empty for it.
    private func pending(_ db: Database) throws -> [String] {
        let isNew = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_master)") ?? true
        let applied = try migrator.appliedIdentifiers(db)
        return isNew ? [] : migrator.migrations.filter { !applied.contains($0) }
    }

    /// The migration that has just failed: the first one that is still missing.
    private func failed(_ db: Database) throws -> String? {
        let applied = try migrator.appliedIdentifiers(db)
        return migrator.migrations.first { !applied.contains($0) }
    }

    /// Copies the store to `FILE.before-NAME.sqlite`. An existing copy is never overwritten.
    private func makeCopy(of pool: DatabasePool, before migration: String) throws -> URL {
        let version = try pool.read(History.version)
        let name = file.deletingPathExtension().lastPathComponent + ".before-\(migration)"
        var number = 1
        while true {
            let suffix = number == 1 ? "" : "-\(number)"
            let copy = file.deletingLastPathComponent().appending(path: "\(name)\(suffix).sqlite")
            if !FileManager.default.fileExists(atPath: copy.path) {
                try Self.copy(pool, to: copy)
                return copy
            }
            // If the copy has the store's last change, an earlier start made the copy and then failed. So the copy is
            // used again.
            if Self.version(of: copy) == version { return copy }
            number += 1
        }
    }

    /// Returns the last change that a copy contains; `nil` when the file is no store.
    private static func version(of copy: URL) -> Int64? {
        var configuration = Configuration()
        configuration.readonly = true
        return try? DatabaseQueue(path: copy.path, configuration: configuration).read { try History.version($0) }
    }

    /// Makes a copy that is complete and on the disk. After an error there is no copy.
    private static func copy(_ pool: DatabasePool, to copy: URL) throws {
        let part = copy.appendingPathExtension("part")
        try? FileManager.default.removeItem(at: part)
        do {
            try OwnerOnly.make(part)
            let queue = try DatabaseQueue(path: part.path)
            try pool.backup(to: queue)
            // In this mode the copy is one file without a log beside it. Such a file can be opened in a read-only
            // directory.
            try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try queue.close()
            try synchronize(part)
            try FileManager.default.moveItem(at: part, to: copy)
            try synchronize(copy.deletingLastPathComponent())
        } catch {
            try? FileManager.default.removeItem(at: part)
            throw error
        }
    }

    private static func synchronize(_ file: URL) throws {
        let descriptor = open(file.path, O_RDONLY)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
