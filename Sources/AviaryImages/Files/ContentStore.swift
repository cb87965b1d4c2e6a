import AviaryDigest
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files known by their content: the originals of photographs.
///
/// A file is added whole or not at all, and once however often it comes. Two programs may add to one store at the same
/// time. Everything here blocks; call it on a thread that may.
///
/// A program keeps in its database which files are its own. It adds a file before it commits the row, and removes one
/// after the row is gone; killed in between, it leaves a file without a row. So a note is written first, and `settle`
/// looks at the files that have one. Files without a note are never removed: an empty database is no reason.
public struct ContentStore: Sendable {
    public let folder: String
    private var incoming: String { folder + "/incoming" }
    private var notes: String { folder + "/unsettled" }

    /// Opens a store, and removes what a program that was killed left half written.
    ///
    /// - Parameter isReadOnly: Whether nothing may be made or removed.
    public init(folder: String, isReadOnly: Bool = false) throws(ImageError) {
        self.folder = folder
        if isReadOnly { return }
        try DurableFile.makeFolder(incoming)
        try DurableFile.makeFolder(notes)
        IncomingFile.removeAbandoned(in: incoming)
    }

    /// Where the file is, if it is there.
    public func path(of id: ContentID) -> String { "\(folder)/\(id.description.prefix(2))/\(id)" }

    public func contains(_ id: ContentID) -> Bool { access(path(of: id), F_OK) == 0 }

    /// Adds a copy of a file, with a note that nobody settles until it is released.
    ///
    /// - Complexity: O(*n*) for *n* bytes, read once.
    public func add(fileAt path: String) throws(ImageError) -> AddedContent {
        let file = try IncomingFile(in: incoming)
        let id = try ContentID.reading(path) { bytes throws(ImageError) in try file.write(bytes) }
        return try adopt(file, as: id)
    }

    /// Adds bytes that are at hand, with a note that nobody settles until it is released.
    public func add(_ bytes: [UInt8]) throws(ImageError) -> AddedContent {
        let file = try IncomingFile(in: incoming)
        try file.write(bytes)
        return try adopt(file, as: ContentID(of: bytes))
    }

    /// Removes a file for good; one that is not there is passed over.
    public func remove(_ id: ContentID) throws(ImageError) {
        guard unlink(path(of: id)) == 0 || errno == ENOENT else { throw DurableFile.failure() }
    }

    /// The files that are there, in no order.
    ///
    /// - Complexity: O(*n*) for *n* files.
    public func identifiers() -> [ContentID] {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return folders.filter { $0.utf8.count == 2 }
            .flatMap { (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\($0)")) ?? [] }
            .compactMap(ContentID.init)
    }

    // MARK: Notes

    /// The files of which it has to be looked whether they are kept.
    public var unsettled: [ContentID] {
        ((try? FileManager.default.contentsOfDirectory(atPath: notes)) ?? []).compactMap(ContentID.init)
    }

    /// Takes all notes, of a store that nobody shares.
    ///
    /// - Returns: `nil` where somebody does.
    public func claimNotes() -> FileLock? { FileLock.claim(notes) }

    /// Shares the store with all who wait for files whose rows are gone: a program that can bring the rows back. Waits while
    /// somebody has claimed the notes.
    public func shareNotes() throws(ImageError) -> FileLock? { try FileLock.share(notes, isMade: false) }

    /// Writes a note for a file that is about to lose its row.
    public func note(_ id: ContentID) throws(ImageError) {
        let descriptor = open("\(notes)/\(id)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DurableFile.failure() }
        close(descriptor)
    }

    /// Takes a note to settle it.
    ///
    /// - Returns: `nil` where the file has no note, or somebody is adding the file now.
    public func claim(_ id: ContentID) -> FileLock? { FileLock.claim("\(notes)/\(id)") }

    /// Takes the note of a file away: its row is committed, and stays.
    public func forget(_ id: ContentID) { unlink("\(notes)/\(id)") }

    /// Removes a file with a note, unless it is kept, and the note.
    public func settle(_ id: ContentID, isKept: Bool) throws(ImageError) {
        if !isKept { try remove(id) }
        forget(id)
    }

    private func adopt(_ file: consuming IncomingFile, as id: ContentID) throws(ImageError) -> AddedContent {
        // The file of a killed program has a note still: it must not be settled while the row is written.
        if contains(id) {
            let lock = try FileLock.share("\(notes)/\(id)", isMade: false)
            if contains(id) { return AddedContent(id: id, isNew: false, lock: lock) }
        }
        let lock = try FileLock.share("\(notes)/\(id)", isMade: true)
        try DurableFile.makeFolder("\(folder)/\(id.description.prefix(2))")
        try file.move(to: path(of: id))
        return AddedContent(id: id, isNew: true, lock: lock)
    }
}

/// A file that was added to a content store.
public struct AddedContent: Sendable {
    public let id: ContentID
    /// Whether it was not there before.
    public let isNew: Bool
    /// To be released when the row is committed, or when nothing comes of it. `nil` where the file was settled before.
    public let lock: FileLock?
}
