import AviaryResults
import AviaryServer
import Foundation
import GRDB
import Logging

/// The gallery: the SQLite file `gallery.sqlite` in the data directory, and the folder `photos` with the pictures.
///
/// A node of a PostgreSQL database has `replica.sqlite`, a copy of that database, instead of `gallery.sqlite`.
struct Gallery: Sendable {
    /// The directory of the store and of the other files.
    let directory: URL
    let store: LiveStore
    /// The connection to PostgreSQL; `nil` for a gallery with its own file.
    let node: GalleryNode?
    /// The folder of originals that all nodes share; `nil` if the originals are in `directory`.
    let originals: URL?

    init(directory: URL, store: LiveStore, node: GalleryNode? = nil, originals: URL? = nil) {
        (self.directory, self.store, self.node, self.originals) = (directory, store, node, originals)
    }

    /// The place to which rows are added, in words for a person.
    var place: String { node == nil ? store.database.path : NodeWords.upstream }

    /// The number of rows that a list reads before it is first shown. It is more than the first paint and a large
    /// screen need.
    static let firstRows = 1_000

    /// The directory of the service that a package installs.
    static let serviceDirectory = URL(filePath: "/var/lib/aviary", directoryHint: .isDirectory)

    /// The default directory: `$XDG_DATA_HOME/aviary` or `~/.local/share/aviary`, on macOS in Application Support. For the
    /// user of the service and for root it is that of the service, where it exists.
    static var standardDirectory: URL {
        #if os(macOS)
            return URL.applicationSupportDirectory.appending(path: "Aviary", directoryHint: .isDirectory)
        #else
            let home = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
            if home == nil, let owner = PathFault.owner(of: serviceDirectory.path), [owner, 0].contains(geteuid()) {
                return serviceDirectory
            }
            let base = home.map { URL(filePath: $0) } ?? URL.homeDirectory.appending(path: ".local/share")
            return base.appending(path: "aviary", directoryHint: .isDirectory)
        #endif
    }

    /// Opens the gallery in a directory. Creates the directory and the gallery if they are missing.
    static func open(
        at directory: URL, logger: Logger = Logger(label: "aviary").onOneLine
    ) throws -> Gallery {
        try refuseCopy(in: directory)
        let store = try file(in: directory, logger).open()
        // On a full disk the version and the forms of tags are written at a later start.
        try? store.database.write { db in
            let last = try Int64.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            if last < Version.currentNumber { try db.execute(sql: "PRAGMA user_version = \(Version.currentNumber)") }
        }
        try? store.database.write { db in try db.fillTagForms() }
        return Gallery(directory: directory, store: store)
    }

    /// Opens an existing gallery. A copy of a PostgreSQL database is opened read-only, because only its node writes it.
    static func openExisting(
        at directory: URL, logger: Logger = Logger(label: "aviary").onOneLine
    ) throws -> Gallery {
        if isCopy(in: directory) { return try openReadOnly(at: directory, logger: logger) }
        return try Gallery(directory: directory, store: file(in: directory, logger).openExisting())
    }

    /// Opens an existing gallery read-only: no file is written, created or removed.
    static func openReadOnly(
        at directory: URL, logger: Logger = Logger(label: "aviary").onOneLine
    ) throws -> Gallery {
        let name = isCopy(in: directory) ? copyName : ownName
        return try Gallery(directory: directory, store: file(name, in: directory, logger).openReadOnly())
    }

    /// The name of a gallery's own file, and the name of a copy of a PostgreSQL database. They differ, so that a copy
    /// never replaces a gallery.
    static let (ownName, copyName) = ("gallery.sqlite", "replica.sqlite")

    static func hasFile(_ name: String, in directory: URL) -> Bool {
        FileManager.default.fileExists(atPath: directory.appending(path: name).path)
    }

    /// Returns whether a directory has a copy of a PostgreSQL database, and no gallery of its own.
    private static func isCopy(in directory: URL) -> Bool {
        hasFile(copyName, in: directory) && !hasFile(ownName, in: directory)
    }

    /// Checks that the other nodes will see the originals of new photographs.
    ///
    /// - Throws: `NodeError.noOriginals` if they will not.
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
        configuration.prepareDatabase { db in try db.defineGalleryFunctions() }
        return StoreFile(
            directory.appending(path: name), migrator: Schema.migrator, tables: Schema.tables,
            configuration: configuration, options: options, logger: logger)
    }

}

extension LiveStore {
    /// The folder that receives the files that people upload.
    ///
    /// A read-only store accepts no uploads, but an upload needs a path. So the method returns the path of a temporary
    /// folder, and does not make the folder.
    ///
    /// - Parameter folder: The folder, unless the store is read-only.
    func uploadFolder(in folder: String) -> String {
        isReadOnly ? FileManager.default.temporaryDirectory.path + "/aviary-\(UUID())" : folder
    }
}

/// Runs work that blocks for a moment, such as writing to a disk, on a thread that may block.
func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await HeavyWork.shared.perform { _ in try work() }
}
