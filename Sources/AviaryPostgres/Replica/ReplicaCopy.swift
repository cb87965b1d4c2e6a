import AviaryResults
import Foundation
import GRDB

/// Makes a replica's file. It is made as `FILE.part`, so that a file with the final name is always complete.
struct ReplicaCopy {
    let file: StoreFile
    let configuration: ReplicaConfiguration
    /// Called regularly with the number of rows so far. An error ends the copy.
    let progress: (Int) throws -> Void

    var part: String { file.url.path + ".part" }

    /// Copies all tables into the part.
    ///
    /// - Parameter onFeed: Called with the feed before it copies, so that it can be stopped.
    /// - Returns: The number of rows.
    func make(onFeed: (LogFeed) -> Void) throws -> Int {
        discard()
        do {
            try prepare()
            let queue = try DatabaseQueue(path: part, configuration: file.configuration)
            try file.migrator.migrate(queue)
            let rows = try queue.writeWithoutTransaction { db in try copy(into: db, onFeed: onFeed) }
            try queue.close()
            try synchronize(part)
            return rows
        } catch {
            discard()
            throw error
        }
    }

    /// Replaces the file by the part. The old file's write-ahead log must be gone or empty.
    func putInPlace() throws {
        guard rename(part, file.url.path) == 0 else {
            throw ReplicaError.unwritable(file.url.path, String(cString: strerror(errno)))
        }
        try synchronize(file.url.deletingLastPathComponent().path)
    }

    /// Removes the remains of an earlier attempt.
    func discard() {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(part + suffix) }
    }

    /// Creates a file that only its owner may read.
    private func prepare() throws {
        let directory = file.url.deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let descriptor = open(part, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ReplicaError.unwritable(part, String(cString: strerror(errno))) }
        close(descriptor)
    }

    private func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ReplicaError.unwritable(path, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw ReplicaError.unwritable(path, String(cString: strerror(errno)))
        }
    }

    // MARK: Rows

    private func copy(into db: Database, onFeed: (LogFeed) -> Void) throws -> Int {
        var options = PostgresConnection.Options()
        options.answerTimeout = .seconds(30)
        let tables = try UpstreamSchema.tables(
            configuration.tables, of: db, in: PostgresConnection(configuration.url, options: options))
        try refuseTriggers(on: tables, in: db)
        let feed = configuration.makeFeed(tables)
        onFeed(feed)
        // The part needs no journal, because a failed copy is removed, and not rolled back.
        try db.execute(
            sql:
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000; PRAGMA foreign_keys = OFF"
        )
        var rows = 0
        try db.inTransaction {
            // Rows from migrations are deleted. History triggers and indexes are removed, because it is faster to
            // make them after the copy.
            for table in tables {
                try History.uninstall(from: table.name, in: db)
                try db.execute(sql: "DELETE FROM main.\(table.name.quotedDatabaseIdentifier)")
            }
            let indexes = try removeIndexes(of: tables, in: db)
            let copied = try tables.map { try CopiedRows($0, in: db) }
            let position = try feed.copy { table, line in
                try copied[table].insert(line)
                rows += 1
                if rows % 10_000 == 0 { try progress(rows) }
            }
            for (table, sql) in indexes {
                do { try db.execute(sql: sql) } catch let error as DatabaseError {
                    throw ReplicaError.unstorable(table: table, error.message ?? "")
                }
            }
            for table in tables {
                if table.name != UpstreamSchema.receipts { try History.install(on: table.name, in: db) }
                try StoreGuard.install(on: table.name, in: db)
            }
            try ReplicaState(position: position, tables: tables).create(in: db)
            return .commit
        }
        return rows
    }

    /// Throws when an app's trigger changes a followed table. The trigger would run twice: where the row was
    /// written, and again in the replica.
    private func refuseTriggers(on tables: [FeedTable], in db: Database) throws {
        let triggers = try Row.fetchAll(
            db,
            sql: """
                SELECT name, tbl_name, sql FROM main.sqlite_master
                WHERE type = 'trigger' AND name NOT LIKE 'aviaryHistory%'
                """)
        for trigger in triggers {
            guard let sql = String.fromDatabaseValue(trigger[2]) else { continue }
            let words = sql.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { $0.lowercased() }
            guard let table = tables.first(where: { Self.changes($0.name.lowercased(), words) }) else { continue }
            throw FeedError.cannotFollow(
                table: table.name, "the trigger \(trigger[0] as String) of the app changes it")
        }
    }

    /// Returns whether the words of a trigger insert into a table, update it or delete from it.
    private static func changes(_ table: String, _ words: [String]) -> Bool {
        words.indices.contains { index in
            guard index > 0, words[index] == table else { return false }
            // UPDATE OR IGNORE table
            let isOr = index > 2 && words[index - 2] == "or"
            let verb = isOr ? words[index - 3] : words[index - 1]
            return verb == "into" || verb == "update" || verb == "from" && index > 1 && words[index - 2] == "delete"
        }
    }

    /// - Returns: The statements that create the indexes again, with their tables.
    private func removeIndexes(of tables: [FeedTable], in db: Database) throws -> [(table: String, sql: String)] {
        try tables.flatMap { table in
            let indexes = try Row.fetchAll(
                db,
                sql:
                    "SELECT name, sql FROM main.sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql NOT NULL",
                arguments: [table.name])
            return try indexes.map { row in
                try db.execute(sql: "DROP INDEX main.\((row[0] as String).quotedDatabaseIdentifier)")
                return (table.name, row[1] as String)
            }
        }
    }
}
