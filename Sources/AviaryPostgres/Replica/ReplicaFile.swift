import AviaryResults
import Foundation
import GRDB

/// The file of a replica, before it is opened as a store.
struct ReplicaFile {
    enum Content {
        /// There is no file, or it is empty.
        case nothing
        /// The file cannot be read. Nothing is lost, because PostgreSQL has the rows.
        case damaged
        /// The file is a store that was not made by a replica.
        case foreign
        case replica(ReplicaState)
    }

    let file: StoreFile
    /// The path of the file.
    let path: String

    init(_ file: StoreFile, path: String? = nil) {
        self.file = file
        self.path = path ?? file.url.path
    }

    /// Reads what kind of content the file has.
    ///
    /// - Throws: An error that proves nothing about the file, for instance because the file is locked.
    func content() throws -> Content {
        guard FileMark(path: path) != nil else { return .nothing }
        do {
            return try DatabaseQueue(path: path, configuration: file.configuration).read { db in
                if try ReplicaState.isThere(db) {
                    return try ReplicaState.read(db).map { .replica($0) } ?? .damaged
                }
                guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM main.sqlite_master)") == true else {
                    return .nothing
                }
                return try Self.isWhole(db) ? .foreign : .damaged
            }
        } catch  where CopyFault.reason(of: error) != nil {
            return .damaged
        }
    }

    /// Returns whether all pages of the file on the disk can be read.
    ///
    /// - Throws: An error that proves nothing about the file.
    /// - Complexity: Reads the whole file.
    func isWhole() throws -> Bool {
        var configuration = file.configuration
        configuration.readonly = true
        // Opens a new connection, because it has no pages in memory yet and reads them from the disk.
        do { return try DatabaseQueue(path: path, configuration: configuration).read(Self.isWhole) } catch
            where CopyFault.reason(of: error) != nil
        {
            return false
        }
    }

    private static func isWhole(_ db: Database) throws -> Bool {
        let complaints = try String.fetchAll(db, sql: "PRAGMA quick_check")
        // A value that violates a constraint is strange, but it is not damage.
        return complaints.allSatisfy {
            $0 == "ok" || $0.contains("constraint failed") || $0.contains(" value in ")
        }
    }

    /// Removes a useless file. The write-ahead log is removed after the file: without the file the log is harmless,
    /// but beside another file it would be replayed.
    func remove() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
}

/// A value that changes when a file, or its write-ahead log, is written to or replaced.
struct FileMark: Equatable {
    private var parts: [Int64]

    /// - Returns: `nil` when there is no file, or an empty one.
    init?(path: String) {
        guard let own = Self.parts(path), own[1] > 0 else { return nil }
        parts = own + (Self.parts(path + "-wal") ?? [])
    }

    /// The size of the file without its WAL.
    var bytes: Int64 { parts[1] }

    /// Returns true if the file is another one than before, or is shorter. This is rarely the work of SQLite.
    func isReplacedOrCut(since last: FileMark) -> Bool { parts[0] != last.parts[0] || parts[1] < last.parts[1] }

    private static func parts(_ path: String) -> [Int64]? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return [
            Int64(truncatingIfNeeded: status.st_ino), Int64(status.st_size), Int64(time.tv_sec),
            Int64(time.tv_nsec),
        ]
    }
}
