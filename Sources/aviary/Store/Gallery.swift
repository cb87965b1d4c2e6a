import AviaryResults
import AviaryServer
import AviaryText
import Foundation
import GRDB
import Logging

/// The store of the gallery: one SQLite file, `gallery.sqlite`, in the data directory.
struct Gallery: Sendable {
    let store: LiveStore
    let file: URL
    let isReadOnly: Bool

    /// `$XDG_DATA_HOME/aviary` or `~/.local/share/aviary`; on macOS the user's Application Support.
    static var standardDirectory: URL {
        #if os(macOS)
            return URL.applicationSupportDirectory.appending(path: "Aviary", directoryHint: .isDirectory)
        #else
            let home = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
            let base = home.map { URL(filePath: $0) } ?? URL.homeDirectory.appending(path: ".local/share")
            return base.appending(path: "aviary", directoryHint: .isDirectory)
        #endif
    }

    /// Opens the gallery in a directory, and makes both where they are missing.
    ///
    /// A file that is no gallery, a damaged or a newer one, is refused before anything is written to it.
    ///
    /// - Parameter patience: How long another program may hold the directory's lock.
    static func open(
        at directory: URL, migrator: DatabaseMigrator = Schema.migrator, patience: Duration = .seconds(30),
        logger: Logger = Logger(label: "aviary").onOneLine
    ) throws -> Gallery {
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw GalleryError.directoryUnusable(directory.path, "it cannot be made")
        }
        guard FileManager.default.isWritableFile(atPath: directory.path) else {
            throw GalleryError.directoryUnusable(directory.path, "it is not writable")
        }
        let file = file(in: directory)
        let connect: @Sendable (Duration) throws -> any DatabaseWriter = { patience in
            try DirectoryLock(directory, patience: patience, logger: logger).holding {
                try connection(to: file, migrator: migrator, logger: logger)
            }
        }
        // A store that is replaced while it is served is tried again and again: the writer's queue does not wait for it.
        return try Gallery(connect(patience), reopening: { try connect(.milliseconds(500)) }, file, logger)
    }

    /// Opens a gallery that is there already.
    static func openExisting(
        at directory: URL, logger: Logger = Logger(label: "aviary").onOneLine
    ) throws -> Gallery {
        try requireStore(in: directory)
        return try open(at: directory, logger: logger)
    }

    /// Opens a gallery that is there already, to look at it: nothing is written, made or removed.
    static func openReadOnly(
        at directory: URL, migrator: DatabaseMigrator = Schema.migrator,
        logger: Logger = Logger(label: "aviary").onOneLine
    ) throws -> Gallery {
        try requireStore(in: directory)
        let file = file(in: directory)
        let connect: @Sendable () throws -> any DatabaseWriter = {
            do {
                try inspect(file, migrator, isReadOnly: true)
                var configuration = configuration
                configuration.readonly = true
                return try DatabasePool(path: readablePath(of: file), configuration: configuration)
            } catch let error as DatabaseError {
                throw GalleryError(error, file: file)
            }
        }
        return try Gallery(connect(), reopening: connect, file, logger, isReadOnly: true)
    }

    private init(
        _ database: any DatabaseWriter, reopening: @escaping @Sendable () throws -> any DatabaseWriter, _ file: URL,
        _ logger: Logger, isReadOnly: Bool = false
    ) throws {
        do {
            store = try LiveStore(database, reopening: reopening, logger: logger)
        } catch let error as DatabaseError {
            throw GalleryError(error, file: file)
        }
        self.file = file
        self.isReadOnly = isReadOnly
    }

    private static func connection(
        to file: URL, migrator: DatabaseMigrator, logger: Logger
    ) throws -> DatabasePool {
        do {
            try inspect(file, migrator)
            try OwnerOnly.prepare(file, logger: logger)
            let pool = try DatabasePool(path: file.path, configuration: configuration)
            // What a person made outlives a power cut, too. Opening a pool asks for less.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Migration(migrator: migrator, file: file, logger: logger).run(on: pool)
            return pool
        } catch let error as DatabaseError {
            throw GalleryError(error, file: file)
        }
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        return configuration
    }

    private static func file(in directory: URL) -> URL { directory.appending(path: "gallery.sqlite") }

    private static func requireStore(in directory: URL) throws {
        let file = file(in: directory)
        let isThere = FileManager.default.fileExists(atPath: file.path) || size(of: log(of: file)) > 0
        guard isThere else { throw GalleryError.nothingThere(directory.path) }
    }
}
