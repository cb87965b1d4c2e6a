import AviaryDigest
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files named by their content: the originals of photographs.
///
/// A file is added as a whole or not at all, and stored once however often it is added. Two programs may add to one
/// store at the same time. All methods block; call them on a thread that may block.
///
/// A program keeps in its database which files it needs. It adds a file before it commits the row, and removes a file
/// after the row is gone. When it is killed in between, a file without a row is left. So a note is written first, and a
/// start calls `settle(_:isKept:)` for each file that has one. Files without a note are never removed, because an empty
/// database does not mean that they are not needed.
public struct ContentStore: Sendable {
    /// The path of the folder that holds the files, the notes, and the files that are being written.
    public let folder: String
    private var incoming: String { folder + "/incoming" }
    private var notes: String { folder + "/unsettled" }

    /// Opens a store: creates its folder where it is missing, and removes files that a killed program left half
    /// written.
    ///
    /// - Parameters:
    ///   - folder: A path, absolute or relative to the current directory.
    ///   - isReadOnly: Whether nothing may be created or removed.
    /// - Throws: `ImageError.unwritable`.
    /// - Complexity: O(*m*) for *m* files that were being written.
    public init(folder: String, isReadOnly: Bool = false) throws(ImageError) {
        self.folder = folder
        if isReadOnly { return }
        try DurableFile.makeFolder(incoming)
        try DurableFile.makeFolder(notes)
        IncomingFile.removeAbandoned(in: incoming)
    }

    /// The path at which a file is stored, whether or not it is there.
    ///
    /// - Complexity: O(1), without a look at the disk.
    public func path(of id: ContentID) -> String { "\(folder)/\(id.description.prefix(2))/\(id)" }

    /// Whether the store has a file. Another program may add or remove it at any time.
    ///
    /// - Complexity: One system call.
    public func contains(_ id: ContentID) -> Bool { access(path(of: id), F_OK) == 0 }

    /// Adds a copy of a file, and locks its note until `AddedContent.lock` is released: so long nobody settles it.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isWanted: Asked before each part of 256 KB, on the same thread. When it returns false, nothing is added.
    /// - Throws: `ImageError.unreadable` or `ImageError.unwritable`; then nothing is added.
    /// - Complexity: O(*n*) for *n* bytes, read once.
    public func add(
        fileAt path: String, while isWanted: () -> Bool = { true }
    ) throws(ImageError) -> AddedContent {
        let file = try IncomingFile(in: incoming)
        let id = try ContentID.reading(path, while: isWanted) { bytes throws(ImageError) in try file.write(bytes) }
        return try adopt(file, as: id)
    }

    /// Adds bytes in memory as a file, and locks its note until `AddedContent.lock` is released: so long nobody settles
    /// it.
    ///
    /// - Throws: `ImageError.unwritable`; then nothing is added.
    /// - Complexity: O(*n*) for *n* bytes.
    public func add(_ bytes: [UInt8]) throws(ImageError) -> AddedContent {
        let file = try IncomingFile(in: incoming)
        try file.write(bytes)
        return try adopt(file, as: ContentID(of: bytes))
    }

    /// Removes a file for good. A file that is not there is ignored.
    ///
    /// - Throws: `ImageError.unwritable`.
    /// - Complexity: O(1). It blocks the thread for one call of the file system.
    public func remove(_ id: ContentID) throws(ImageError) {
        guard unlink(path(of: id)) == 0 || errno == ENOENT else { throw DurableFile.failure() }
    }

    /// The identifiers of all files, in no particular order; empty when the folder cannot be read.
    ///
    /// - Complexity: O(*n*) for *n* files.
    public func identifiers() -> [ContentID] {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return folders.filter { $0.utf8.count == 2 }
            .flatMap { (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\($0)")) ?? [] }
            .compactMap(ContentID.init)
    }

    // MARK: Notes

    /// The files that have a note: whether they are needed has to be checked.
    ///
    /// - Complexity: O(*m*) for *m* notes.
    public var unsettled: [ContentID] {
        ((try? FileManager.default.contentsOfDirectory(atPath: notes)) ?? []).compactMap(ContentID.init)
    }

    /// Locks the notes of a store as a whole, without waiting. So nobody shares the store meanwhile.
    ///
    /// - Returns: `nil` while a holder of `shareNotes()` or of this lock exists, and when the store has no folder for
    ///   notes.
    public func claimNotes() -> FileLock? { FileLock.claim(notes) }

    /// Shares the store with other programs that can bring deleted rows back, so that files whose rows are gone are not
    /// removed. Waits while a program has locked the notes by `claimNotes()`.
    ///
    /// - Returns: The shared lock; `nil` when the store has no folder for notes.
    /// - Throws: `ImageError.unwritable`.
    public func shareNotes() throws(ImageError) -> FileLock? { try FileLock.share(notes, isMade: false) }

    /// Writes a note for a file that is about to lose its row.
    ///
    /// - Throws: `ImageError.unwritable`.
    /// - Complexity: O(1). It blocks the thread for two calls of the file system.
    public func note(_ id: ContentID) throws(ImageError) {
        let descriptor = open("\(notes)/\(id)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DurableFile.failure() }
        close(descriptor)
    }

    /// Locks the note of a file in order to settle it, without waiting.
    ///
    /// - Returns: `nil` when the file has no note, or a program is adding the file now.
    /// - Complexity: O(1). It blocks the thread for a few calls of the file system.
    public func claim(_ id: ContentID) -> FileLock? { FileLock.claim("\(notes)/\(id)") }

    /// Removes the note of a file: its row is committed, and stays. A note that is not there is ignored.
    ///
    /// - Complexity: O(1). It blocks the thread for one call of the file system.
    public func forget(_ id: ContentID) { unlink("\(notes)/\(id)") }

    /// Removes the note of a file, and first the file itself unless it is kept.
    ///
    /// - Parameters:
    ///   - id: A file that has a note.
    ///   - isKept: Whether a row needs the file.
    /// - Throws: `ImageError.unwritable`; then the note stays.
    /// - Complexity: O(1). It blocks the thread for two calls of the file system, at most.
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

/// The result of adding a file to a content store.
public struct AddedContent: Sendable {
    /// The identifier of the file's content.
    public let id: ContentID
    /// Whether the store did not have the file before.
    public let isNew: Bool
    /// The lock on the file's note. Release it when the row is committed, or when no row will be. `nil` where the file
    /// was there already and had no note.
    public let lock: FileLock?
}
