public import Foundation
public import GRDB
public import Logging

/// The file of a store, and how it is opened.
///
///     var migrator = DatabaseMigrator()
///     migrator.registerMigration("task") { db in … }
///     let store = try StoreFile("todo.sqlite", migrator: migrator).open()
///
/// A store is opened by one program at a time: the directory is locked meanwhile. What is damaged, is no database, or was
/// written by a newer version is refused before a byte of it is written. Before the first migration that it has not been
/// through the store is copied: `todo.before-NAME.sqlite`. A new file, and each copy, may be read by its owner alone.
/// What a transaction has committed outlives a power cut.
public struct StoreFile: Sendable {
    public var url: URL
    public var migrator: DatabaseMigrator
    /// What other programs must not have changed of the tables. These tables are looked through for damage; when none is
    /// named, all are. Of a table of more than 100,000 rows 200 parts are looked at.
    public var tables: [RequiredTable]
    /// What is set on each connection: functions and collations of the program's.
    public var configuration: Configuration
    public var options: LiveStore.Options
    public var logger: Logger

    /// - Parameter url: The file; its directory is made where it is missing.
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

    public init(_ path: String, migrator: DatabaseMigrator, tables: [RequiredTable] = []) {
        self.init(URL(filePath: path), migrator: migrator, tables: tables)
    }

    /// Another program's transaction is waited for, five seconds.
    public static var standardConfiguration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        return configuration
    }

    /// Opens the store, and makes it where it is missing.
    ///
    /// - Parameter patience: How long another program may hold the directory's lock.
    /// - Throws: `StoreError`.
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
        // A store that is replaced while it is open is tried again and again: the writer's queue does not wait for it.
        return try store(on: connect(patience)) { try connect(.milliseconds(500)) }
    }

    /// Opens a store that is there already.
    ///
    /// - Throws: `StoreError`.
    public func openExisting(patience: Duration = .seconds(30)) throws -> LiveStore {
        try requireFile()
        return try open(patience: patience)
    }

    /// Opens a store that is there already, to look at it: nothing is written, made or removed.
    ///
    /// - Throws: `StoreError`, for a store of an older version, too.
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
            // What a person made outlives a power cut, too. Opening a pool asks for less.
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
