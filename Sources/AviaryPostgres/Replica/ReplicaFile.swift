#if Postgres
    import AviaryResults
    import Foundation
    import GRDB

    /// The file of a replica, as it is found.
    struct ReplicaFile {
        enum Content {
            /// There is no file, or nothing in it.
            case nothing
            /// It cannot be read. Whatever it was, PostgreSQL has it.
            case damaged
            /// A store that somebody has made otherwise.
            case foreign
            case replica(ReplicaState)
        }

        let file: StoreFile
        /// Where it is looked for.
        let path: String

        init(_ file: StoreFile, path: String? = nil) {
            self.file = file
            self.path = path ?? file.url.path
        }

        /// Reads what the file says of itself.
        ///
        /// - Throws: An error that says nothing of the file: it is locked, for instance.
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

        /// Whether all pages of the file can be read, as they are on the disk.
        ///
        /// - Throws: An error that says nothing of the file.
        /// - Complexity: Reads the whole file.
        func isWhole() throws -> Bool {
            var configuration = file.configuration
            configuration.readonly = true
            // A connection of its own has no pages in memory yet.
            do { return try DatabaseQueue(path: path, configuration: configuration).read(Self.isWhole) } catch
                where CopyFault.reason(of: error) != nil
            {
                return false
            }
        }

        private static func isWhole(_ db: Database) throws -> Bool {
            let complaints = try String.fetchAll(db, sql: "PRAGMA quick_check")
            // A value that a constraint forbids is strange, and no damage.
            return complaints.allSatisfy {
                $0 == "ok" || $0.contains("constraint failed") || $0.contains(" value in ")
            }
        }

        /// Removes a file that is of no use. Its log is the last to go: with the file gone it is of no use, and beside
        /// another file it would be replayed.
        func remove() {
            for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
        }
    }

    /// Tells whether a file, or its log, was written to.
    struct FileMark: Equatable {
        private var parts: [Int64]

        /// - Returns: `nil` when there is no file, or nothing in it.
        init?(path: String) {
            guard let own = Self.parts(path), own[1] > 0 else { return nil }
            parts = own + (Self.parts(path + "-wal") ?? [])
        }

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
#endif
