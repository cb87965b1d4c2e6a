public import Foundation
public import GRDB
public import Logging

/// The file of a store, with all settings for opening it.
///
///     var migrator = DatabaseMigrator()
///     migrator.registerMigration("task") { db in … }
///     let store = try StoreFile("todo.sqlite", migrator: migrator).open()
///
/// A program locks the directory while it opens and migrates a store, so only one program does so at a time. Some files
/// are refused before a byte of them is written: a damaged file, a file that is not a database, another program's file,
/// or a file of a newer version.
///
/// Before the first new migration, the store is copied to `todo.before-NAME.sqlite`. A new file, and each copy, can be
/// read by its owner only. Committed transactions survive a power cut.
public struct StoreFile: Sendable {
    /// The database file. The write-ahead log and its index are beside it.
    public var url: URL
    /// The migrations that bring a store to the schema of this version. A store that has been through other migrations
    /// is refused as newer.
    package var migrator: DatabaseMigrator
    /// The tables, with their columns, that must exist when the store is opened. A store is refused if another program
    /// has removed one. These tables are checked for damage, too. If the list is empty, all tables are checked for
    /// damage, except the history log. Of a table whose rowids span more than 100,000 numbers, only 200 parts are read.
    public var tables: [RequiredTable]
    /// `true` to allow migrations in a file that already has tables, for an app that had a database before. Otherwise
    /// such a file is refused as another program's.
    public var beginsAmongTables = false
    /// GRDB's configuration of each connection, for instance with functions and collations of the program.
    package var configuration: Configuration
    /// The options of the stores that are opened.
    public var options: LiveStore.Options
    /// Gets a notice when a store was migrated, a notice when the directory is locked for long, and all messages of the
    /// opened store.
    public var logger: Logger

    /// Creates a description of a store in a file. No file is opened or created until `open(lockTimeout:)`, which also
    /// creates a missing directory.
    public init(
        _ url: URL, migrator: DatabaseMigrator, tables: [RequiredTable] = [],
        configuration: Configuration = StoreFile.standardConfiguration, options: LiveStore.Options = .init(),
        logger: Logger = Logger(label: "aviary.results")
    ) {
        self.url = url.absoluteURL
        self.migrator = migrator
        self.tables = tables
        self.configuration = configuration
        self.options = options
        self.logger = logger
    }

    /// Creates a description of a store in a file, with the standard configuration and options. No file is opened or
    /// created yet. The path is absolute, or relative to the current directory.
    public init(_ path: String, migrator: DatabaseMigrator, tables: [RequiredTable] = []) {
        self.init(URL(filePath: path), migrator: migrator, tables: tables)
    }

    /// GRDB's configuration with a timeout of five seconds. That is how long a statement waits while another program
    /// has locked the database.
    public static var standardConfiguration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        return configuration
    }

    /// Opens the store and migrates it. Creates it if it is missing. Blocks the thread until the store is open.
    ///
    /// - Parameter lockTimeout: How long to wait while another program holds the directory's lock.
    /// - Throws: `StoreError`. A refused store stays the same.
    /// - Complexity: The cost of checking `tables`, and of the migrations that the store needs.
    public func open(lockTimeout: Duration = .seconds(30)) throws -> LiveStore {
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError.directoryUnusable(directory.path, "it cannot be made")
        }
        guard FileManager.default.isWritableFile(atPath: directory.path) else {
            throw StoreError.directoryUnusable(directory.path, "it is not writable")
        }
        let connect: @Sendable (Duration) throws -> any DatabaseWriter = { lockTimeout in
            try DirectoryLock(directory, lockTimeout: lockTimeout, logger: logger).withLock { try connection() }
        }
        // When a store is replaced while it is open, opening is tried repeatedly. Each attempt waits only 500 ms for
        // the lock, because writes wait meanwhile.
        return try store(on: connect(lockTimeout)) { try connect(.milliseconds(500)) }
    }

    /// Opens a store that exists already, and migrates it. Blocks the thread until the store is open.
    ///
    /// - Parameter lockTimeout: How long to wait while another program holds the directory's lock.
    /// - Throws: `StoreError`; `nothingThere` when there is neither a store nor its log.
    public func openExisting(lockTimeout: Duration = .seconds(30)) throws -> LiveStore {
        try requireFile()
        return try open(lockTimeout: lockTimeout)
    }

    /// Opens an existing store for reading only, so that nothing is written, created or removed. Blocks the thread
    /// until the store is open.
    ///
    /// - Throws: `StoreError`; also `older` for a store that would have to be migrated.
    public func openReadOnly() throws -> LiveStore {
        try requireFile()
        let connect: @Sendable () throws -> any DatabaseWriter = {
            try reporting {
                try inspect(isReadOnly: true)
                var configuration = configuration
                configuration.readonly = true
                return try DatabasePool(path: readablePath(), configuration: configuration)
            }
        }
        return try store(on: connect(), reopening: connect)
    }

    private func store(
        on database: any DatabaseWriter, reopening: @escaping @Sendable () throws -> any DatabaseWriter
    ) throws -> LiveStore {
        try reporting { try LiveStore(database, reopening: reopening, options: options, logger: logger) }
    }

    private func connection() throws -> DatabasePool {
        try reporting {
            try inspect()
            try OwnerOnly.prepare(url, logger: logger)
            let pool = try DatabasePool(path: url.path, configuration: configuration)
            // GRDB opens a pool with `synchronous = NORMAL`. That is enough for migrations: after a power cut the last
            // ones run again. With FULL, committed transactions survive a power cut.
            try StoreUpgrade(migrator: migrator, file: url, logger: logger).run(on: pool)
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            return pool
        }
    }

    private func reporting<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as DatabaseError { throw StoreError(error, file: url) }
    }

    private var directory: URL { url.deletingLastPathComponent() }

    private func requireFile() throws {
        let isThere = FileManager.default.fileExists(atPath: url.path) || Self.size(of: log) > 0
        guard isThere else { throw StoreError.nothingThere(directory.path) }
    }
}

// MARK: - Inspection

// A store is inspected before it is opened for writing, so that a refused store stays the same, byte for byte. A
// writing connection would write the log into the file when it closes, and would create a new log.

extension StoreFile {
    /// Inspects a store without writing to it.
    ///
    /// - Throws: `StoreError` when the store should not be opened, and SQLite's errors.
    /// - Complexity: O(*t*) for *t* tables, because only some parts of a long table are read.
    private func inspect(isReadOnly: Bool = false) throws {
        if Self.size(of: url) <= 1 {
            // SQLite also takes a file of a single byte for a new store, and deletes the log beside it.
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

    /// Returns whether the file has tables although no migration has run.
    private func isForeign(_ db: Database) throws -> Bool {
        guard !beginsAmongTables, !migrator.migrations.isEmpty, try migrator.appliedIdentifiers(db).isEmpty else {
            return false
        }
        let own = "('grdb_migrations', 'sqlite_sequence')"
        return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE tbl_name NOT IN \(own))")
            ?? false
    }

    /// Returns whether a page of the tables or of their indexes is broken.
    ///
    /// Only the tables in `tables` and GRDB's table of migrations are checked, or all tables if `tables` is empty. The
    /// history log is left out, because it is the largest table, and the program starts without it. Of a long table
    /// only some parts are read, because a program should not wait for all rows. A list that later reads a damaged part
    /// gets SQLite's error.
    private func isDamaged(_ db: Database) throws -> Bool {
        let present = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0")
        // SQLite ignores the case of names.
        let required = Set((tables.map(\.name) + ["grdb_migrations"]).map { $0.lowercased() })
        for table in present
        where tables.isEmpty ? !table.hasPrefix("aviaryHistory") : required.contains(table.lowercased()) {
            if let rows = try longTable(table, db) {
                try readParts(of: rows, db)
                continue
            }
            let complaints = try String.fetchAll(db, sql: "PRAGMA quick_check(\(table.quotedDatabaseIdentifier))")
            // A value that violates a constraint is not damage.
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
        /// The distance between the first rowids of two parts.
        var step: UInt64
    }

    /// Returns how to read parts of a table.
    ///
    /// - Returns: `nil` when the table is short enough to be checked as a whole.
    private func longTable(_ table: String, _ db: Database) throws -> LongTable? {
        let shape = try TableShape(table, in: db)
        guard shape.kind == .table else { return nil }
        let (name, rowid) = (table.quotedDatabaseIdentifier, shape.rowid.quotedDatabaseIdentifier)
        // Two statements, because SQLite can jump to one end of the table in each.
        let first = try Int64.fetchOne(db, sql: "SELECT min(\(rowid)) FROM main.\(name)")
        let last = try Int64.fetchOne(db, sql: "SELECT max(\(rowid)) FROM main.\(name)")
        guard let first, let last else { return nil }
        let span = UInt64(bitPattern: last &- first)
        guard span > Self.shortTable else { return nil }
        return LongTable(
            select: "SELECT * FROM main.\(name) WHERE \(rowid) >= ? ORDER BY \(rowid) LIMIT 100", first: first,
            step: span / UInt64(Self.parts))
    }

    /// Reads the parts of a table.
    ///
    /// - Throws: SQLite's error about a broken page.
    private func readParts(of table: LongTable, _ db: Database) throws {
        let statement = try db.makeStatement(sql: table.select)
        for part in 0..<Self.parts {
            let start = table.first &+ Int64(bitPattern: table.step &* UInt64(part))
            let rows = try Row.fetchCursor(statement, arguments: [start])
            while try rows.next() != nil {}
        }
    }

    /// The largest distance of two rowids in a table that is checked as a whole.
    private static let shortTable: UInt64 = 100_000
    private static let parts = 200

    /// Returns the path that SQLite opens for reading.
    ///
    /// In a directory without write access SQLite cannot create an index for the log. Without an index, SQLite opens
    /// only a file that is declared immutable, so the path declares this.
    ///
    /// - Throws: `StoreError.logUnreadable` when there is a log with recent changes.
    private func readablePath() throws -> String {
        let hasIndex = FileManager.default.isReadableFile(atPath: url.path + "-shm")
        if hasIndex || FileManager.default.isWritableFile(atPath: directory.path) { return url.path }
        if Self.size(of: log) > 0 { throw StoreError.logUnreadable(url.path) }
        return URL(filePath: url.path).absoluteString + "?immutable=1"
    }

    private var log: URL { URL(filePath: url.path + "-wal") }

    /// The size in bytes; 0 for a missing file.
    private static func size(of file: URL) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
    }
}

// MARK: - Tables that the program needs

extension StoreFile {
    private static let history = "aviaryHistory"

    /// Checks that a store has the tables and columns that the program needs. Called after all migrations.
    private func checkShape(_ db: Database) throws {
        for table in tables { try Self.check(table.name, [table.key] + table.columns, db) }
        // If the log's table is missing, every trigger that writes to it fails, and so does every change of a row.
        let isLogged = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM sqlite_master
                WHERE (type = 'trigger' AND name LIKE '\(Self.history)\\_%' ESCAPE '\\') OR name = '\(Self.history)')
                """)
        if isLogged == true { try Self.check(Self.history, ["seq", "tbl", "row", "op", "columns", "old"], db) }
    }

    private static func check(_ table: String, _ columns: [String], _ db: Database) throws {
        let kind = try String.fetchOne(
            db, sql: "SELECT type FROM sqlite_master WHERE name = ? COLLATE NOCASE AND type IN ('table', 'view')",
            arguments: [table])
        guard let kind else { throw ShapeFault(table: table, kind: .noTable) }
        let rows = try Row.fetchAll(db, sql: "SELECT lower(name), pk FROM pragma_table_xinfo(?)", arguments: [table])
        let found = Set(rows.compactMap { String.fromDatabaseValue($0[0]) })
        for column in columns where !found.contains(column.lowercased()) {
            throw ShapeFault(table: table, kind: .noColumn(column))
        }
        let keys = rows.filter { $0[1] as DatabaseValue != 0.databaseValue }
            .compactMap { String.fromDatabaseValue($0[0]) }
        if kind == "table", keys != [columns[0]] {
            throw ShapeFault(table: table, kind: .otherKey(than: columns[0]))
        }
    }
}
