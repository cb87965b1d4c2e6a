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
    public var migrator: DatabaseMigrator
    /// The tables, with their columns, that must exist when the store is opened. A store is refused if another program
    /// has removed one. These tables are checked for damage, too. If the list is empty, all tables are checked for
    /// damage, except the history log. Of a table whose rowids span more than 100,000 numbers, only 200 parts are read.
    public var tables: [RequiredTable]
    /// `true` to allow migrations in a file that already has tables, for an app that had a database before. Otherwise
    /// such a file is refused as another program's.
    public var beginsAmongTables = false
    /// GRDB's configuration of each connection, for instance with functions and collations of the program.
    public var configuration: Configuration
    /// The options of the stores that are opened.
    public var options: LiveStore.Options
    /// Gets a notice when a store was migrated, a notice when the directory is locked for long, and all messages of the
    /// opened store.
    public var logger: Logger

    /// Creates a description of a store in a file. No file is opened or created until `open(patience:)`, which also
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
    /// - Parameter patience: How long to wait while another program holds the directory's lock.
    /// - Throws: `StoreError`, or the error of a migration that fails in a new store. A refused store stays the same.
    /// - Complexity: The cost of checking `tables`, and of the migrations that the store needs.
    public func open(patience: Duration = .seconds(30)) throws -> LiveStore {
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError.directoryUnusable(directory.path, "it cannot be made")
        }
        guard FileManager.default.isWritableFile(atPath: directory.path) else {
            throw StoreError.directoryUnusable(directory.path, "it is not writable")
        }
        let connect: @Sendable (Duration) throws -> any DatabaseWriter = { patience in
            try DirectoryLock(directory, patience: patience, logger: logger).holding { try connection() }
        }
        // When a store is replaced while it is open, opening is tried repeatedly. Each attempt waits only 500 ms for
        // the lock, because writes wait meanwhile.
        return try store(on: connect(patience)) { try connect(.milliseconds(500)) }
    }

    /// Opens a store that exists already, and migrates it. Blocks the thread until the store is open.
    ///
    /// - Parameter patience: How long to wait while another program holds the directory's lock.
    /// - Throws: `StoreError`; `nothingThere` when there is neither a store nor its log.
    public func openExisting(patience: Duration = .seconds(30)) throws -> LiveStore {
        try requireFile()
        return try open(patience: patience)
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
            // GRDB opens a pool with `synchronous = NORMAL`. With FULL, committed transactions survive a power cut.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try StoreUpgrade(migrator: migrator, file: url, logger: logger).run(on: pool)
            return pool
        }
    }

    private func reporting<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as DatabaseError { throw StoreError(error, file: url) }
    }

    var directory: URL { url.deletingLastPathComponent() }

    private func requireFile() throws {
        let isThere = FileManager.default.fileExists(atPath: url.path) || Self.size(of: log) > 0
        guard isThere else { throw StoreError.nothingThere(directory.path) }
    }
}
