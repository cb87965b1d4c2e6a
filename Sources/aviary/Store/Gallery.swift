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
    static func open(at directory: URL, logger: Logger = Logger(label: "aviary")) throws -> Gallery {
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        } catch {
            throw GalleryError.directoryUnusable(directory.path, "it cannot be made")
        }
        guard FileManager.default.isWritableFile(atPath: directory.path) else {
            throw GalleryError.directoryUnusable(directory.path, "it is not writable")
        }
        let file = directory.appending(path: "gallery.sqlite")
        try inspect(file)
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // What a person made outlives a power cut, too.
            if !db.configuration.readonly { try db.execute(sql: "PRAGMA synchronous = FULL") }
        }
        do {
            let pool = try DatabasePool(path: file.path, configuration: configuration)
            try Schema.migrator.migrate(pool)
            return Gallery(store: try LiveStore(pool, logger: logger), file: file)
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
    private static func inspect(_ file: URL) throws {
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        do {
            let isNewer = try DatabaseQueue(path: file.path, configuration: configuration).read { db in
                try Schema.migrator.hasBeenSuperseded(db)
            }
            if isNewer { throw GalleryError.newer(file.path) }
        } catch let error as DatabaseError {
            throw GalleryError(error, file: file)
        }
    }
}
