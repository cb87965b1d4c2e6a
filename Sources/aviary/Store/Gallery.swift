import AviaryResults
import AviaryServer
import Foundation
import GRDB
import Logging

/// The gallery: one SQLite file, `gallery.sqlite`, in the data directory, and the folder `photos` with the pictures.
///
/// A node of a PostgreSQL database has a copy of that in the place of the file, `replica.sqlite`.
struct Gallery: Sendable {
    /// Where the store lies, and the files beside it.
    let directory: URL
    let store: LiveStore
    /// How it follows a PostgreSQL database; `nil` for a gallery of its own.
    var node: GalleryNode?
    /// The folder of the originals of photographs that all nodes see; `nil` for the one in the directory.
    var originals: URL?

    /// What things were added to, for a person.
    var place: String { node == nil ? store.database.path : CommandWords.upstream }

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
    static func open(
        at directory: URL, logger: Logger = Logger(label: "aviary").onOneLine
    ) throws -> Gallery {
        try refuseCopy(in: directory)
        return try Gallery(directory: directory, store: file(in: directory, logger).open())
    }

    /// Opens a gallery that is there already. Of a copy of a PostgreSQL database, which its node writes, it is for reading
    /// only.
    static func openExisting(
        at directory: URL, logger: Logger = Logger(label: "aviary").onOneLine
    ) throws -> Gallery {
        if isCopy(in: directory) { return try openReadOnly(at: directory, logger: logger) }
        return try Gallery(directory: directory, store: file(in: directory, logger).openExisting())
    }

    /// Opens a gallery that is there already, to look at it: nothing is written, made or removed.
    static func openReadOnly(
        at directory: URL, logger: Logger = Logger(label: "aviary").onOneLine
    ) throws -> Gallery {
        let name = isCopy(in: directory) ? copyName : ownName
        return try Gallery(directory: directory, store: file(name, in: directory, logger).openReadOnly())
    }

    /// The file of a gallery of its own, and that of a copy of a PostgreSQL database. They differ, so that no copy takes
    /// the place of a gallery.
    static let (ownName, copyName) = ("gallery.sqlite", "replica.sqlite")

    static func hasFile(_ name: String, in directory: URL) -> Bool {
        FileManager.default.fileExists(atPath: directory.appending(path: name).path)
    }

    /// Whether a directory has a copy of a PostgreSQL database, and no gallery of its own.
    private static func isCopy(in directory: URL) -> Bool {
        hasFile(copyName, in: directory) && !hasFile(ownName, in: directory)
    }

    /// - Throws: `NodeError.noOriginals` when photographs would be added where other nodes do not see them.
    func requireSharedOriginals() throws {
        if node != nil, originals == nil { throw NodeError.noOriginals }
    }

    private static func refuseCopy(in directory: URL) throws {
        if isCopy(in: directory) { throw NodeError.isCopy(directory: directory.path) }
    }

    static func file(_ name: String = ownName, in directory: URL, _ logger: Logger) -> StoreFile {
        var options = LiveStore.Options()
        options.words = words
        var configuration = StoreFile.standardConfiguration
        configuration.prepareDatabase { db in try SwatchFunction.install(in: db) }
        return StoreFile(
            directory.appending(path: name), migrator: Schema.migrator, tables: Schema.tables,
            configuration: configuration, options: options, logger: logger)
    }

    /// Why something cannot be done, as people are told.
    static var words: StoreWords {
        var words = StoreWords()
        words.program = "Aviary"
        words.noun = "gallery"
        words.elsewhere = "choose another directory with --data"
        words.beginning = "start one with aviary serve"
        words.upgrading = "start Aviary once without --read-only"
        return words
    }
}
