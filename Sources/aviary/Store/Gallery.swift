import AviaryResults
import Foundation
import GRDB
import Logging

/// The store of the gallery: one SQLite file, `gallery.sqlite`, in the data directory.
struct Gallery: Sendable {
    let store: LiveStore
    let file: URL

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
    /// A file that is no gallery, or a newer one, is refused before anything is written to it.
    static func open(
        at directory: URL, migrator: DatabaseMigrator = Schema.migrator, logger: Logger = Logger(label: "aviary")
    ) throws -> Gallery {
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        } catch {
            throw GalleryError.directoryUnusable(directory.path, "it cannot be made")
        }
        guard FileManager.default.isWritableFile(atPath: directory.path) else {
            throw GalleryError.directoryUnusable(directory.path, "it is not writable")
        }
        let file = directory.appending(path: "gallery.sqlite")
        let connect: @Sendable () throws -> any DatabaseWriter = {
            try alone(in: directory) { try connection(to: file, migrator: migrator, logger: logger) }
        }
        do {
            return Gallery(store: try LiveStore(connect(), reopening: connect, logger: logger), file: file)
        } catch let error as DatabaseError {
            throw GalleryError(error, file: file)
        }
    }

    /// Runs something while no other program opens a gallery in the directory: two would be in each other's way.
    private static func alone<T>(in directory: URL, _ body: () throws -> T) rethrows -> T {
        // The lock ends with the descriptor, however this program ends.
        let descriptor = Foundation.open(directory.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        flock(descriptor, LOCK_EX)
        return try body()
    }

    private static func connection(
        to file: URL, migrator: DatabaseMigrator, logger: Logger
    ) throws -> DatabasePool {
        do {
            try inspect(file, migrator)
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            let pool = try DatabasePool(path: file.path, configuration: configuration)
            // What a person made outlives a power cut, too. Opening a pool asks for less.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Migration(migrator: migrator, file: file, logger: logger).run(on: pool)
            return pool
        } catch let error as DatabaseError {
            throw GalleryError(error, file: file)
        }
    }

    /// Opens a gallery that is there already.
    static func openExisting(at directory: URL) throws -> Gallery {
        let file = directory.appending(path: "gallery.sqlite")
        guard FileManager.default.fileExists(atPath: file.path) else { throw GalleryError.nothingThere(directory.path) }
        return try open(at: directory)
    }

    /// Looks at a file without writing to it.
    private static func inspect(_ file: URL, _ migrator: DatabaseMigrator) throws {
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        guard FileManager.default.isWritableFile(atPath: file.path) else {
            throw DatabaseError(resultCode: .SQLITE_READONLY)
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let isNewer = try DatabaseQueue(path: file.path, configuration: configuration).read { db in
            try migrator.hasBeenSuperseded(db)
        }
        if isNewer { throw GalleryError.newer(file.path) }
    }
}
