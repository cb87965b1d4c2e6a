import AviaryResults
import AviaryServer
import Foundation
import GRDB
import Logging

/// The gallery: one SQLite file, `gallery.sqlite`, in the data directory, and the folder `photos` with the pictures.
struct Gallery: Sendable {
    /// Where the store lies, and the files beside it.
    let directory: URL
    let store: LiveStore

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
        try Gallery(directory: directory, store: file(in: directory, logger).open())
    }

    /// Opens a gallery that is there already.
    static func openExisting(
        at directory: URL, logger: Logger = Logger(label: "aviary").onOneLine
    ) throws -> Gallery {
        try Gallery(directory: directory, store: file(in: directory, logger).openExisting())
    }

    /// Opens a gallery that is there already, to look at it: nothing is written, made or removed.
    static func openReadOnly(
        at directory: URL, logger: Logger = Logger(label: "aviary").onOneLine
    ) throws -> Gallery {
        try Gallery(directory: directory, store: file(in: directory, logger).openReadOnly())
    }

    private static func file(in directory: URL, _ logger: Logger) -> StoreFile {
        var options = LiveStore.Options()
        options.words = words
        var configuration = StoreFile.standardConfiguration
        configuration.prepareDatabase { db in try SwatchFunction.install(in: db) }
        return StoreFile(
            directory.appending(path: "gallery.sqlite"), migrator: Schema.migrator, tables: Schema.tables,
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
