import AviaryDigest
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A store of files that are named by their content, such as the originals of photographs.
///
/// Adding a file is atomic, and idempotent: the file is stored once. Two programs may add to one store at the same
/// time. All methods block; call them on a thread that may block.
///
/// A program's database has a row for each file that it needs. The program adds a file before it commits the row, and
/// removes a file after the row is gone. If the program is killed in between, a file without a row is left. So a note,
/// an empty file with the same name, is written first: by `add` itself, and by `note(_:)` before the program deletes a
/// row. At its start the program calls `settle(_:isKept:)` for each file with a note. It leaves files without a note
/// alone, because an empty database does not mean that no file is needed.
public struct ContentStore: Sendable {
    /// The path of the folder that holds the files, the notes, and the files that are being written.
    public let folder: String
    private var incoming: String { folder + "/incoming" }
    private var notes: String { folder + "/unsettled" }

    /// Opens a store. It creates the folder if it is missing, and removes files that a killed program left incomplete.
    ///
    /// - Parameters:
    ///   - folder: A path, absolute or relative to the current directory.
    ///   - isReadOnly: True if nothing may be created or removed.
    /// - Throws: `ImageError.unwritable`.
    /// - Complexity: O(*m*) for *m* files that were being written.
    public init(folder: String, isReadOnly: Bool = false) throws(ImageError) {
        self.folder = folder
        if isReadOnly { return }
        try DurableFile.makeFolder(incoming)
        try DurableFile.makeFolder(notes)
        IncomingFile.removeAbandoned(in: incoming)
    }

    /// The path at which a file is stored, whether it exists or not.
    ///
    /// - Complexity: O(1), without access to the disk.
    public func path(of id: ContentID) -> String { "\(folder)/\(id.description.prefix(2))/\(id)" }

    /// Returns true if the store has a file. Another program may add or remove it at any time.
    ///
    /// - Complexity: One system call.
    public func contains(_ id: ContentID) -> Bool { access(path(of: id), F_OK) == 0 }

    /// Copies a file into the store under a temporary name, and computes its digest from the same bytes. The copy
    /// belongs to the store only after `add(_:)`.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mayLink: True if the file never changes again, so that a hard link does instead of a copy. The file is
    ///     copied nevertheless if it is on another file system.
    ///   - isWanted: Called before each part of 256 KB, on the same thread. When it returns false, nothing is staged.
    /// - Throws: `ImageError.unreadable` or `ImageError.unwritable`; then nothing is staged.
    /// - Complexity: O(*n*) for *n* bytes. They are read once, and written once or not at all.
    public func stage(
        fileAt path: String, mayLink: Bool = false, while isWanted: () -> Bool = { true }
    ) throws(ImageError) -> StagedContent {
        if mayLink, let link = try? IncomingFile(in: incoming, linkTo: path) {
            return StagedContent(try ContentID(ofFileAt: link.path, while: isWanted), link)
        }
        let file = try IncomingFile(in: incoming)
        let id = try ContentID.reading(path, while: isWanted) { bytes throws(ImageError) in try file.write(bytes) }
        return StagedContent(id, file)
    }

    /// Adds a staged file, and locks its note until `AddedContent.lock` is released. Until then no program settles the
    /// file.
    ///
    /// - Throws: `ImageError.unwritable`; then nothing is added.
    /// - Complexity: O(1). It blocks the thread until the bytes are on the disk.
    public func add(_ staged: StagedContent) throws(ImageError) -> AddedContent {
        let id = staged.id
        // The file may still have a note of a killed program. The lock keeps others from settling it while the row is
        // written.
        if contains(id) {
            let lock = try FileLock.share("\(notes)/\(id)", isMade: false)
            if contains(id) { return AddedContent(id: id, isNew: false, lock: lock) }
        }
        let lock = try FileLock.share("\(notes)/\(id)", isMade: true)
        try DurableFile.makeFolder("\(folder)/\(id.description.prefix(2))")
        try staged.file.move(to: path(of: id))
        return AddedContent(id: id, isNew: true, lock: lock)
    }

    /// Adds a copy of a file: stages the file, and adds it.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isWanted: Called before each part of 256 KB, on the same thread. When it returns false, nothing is added.
    /// - Throws: `ImageError.unreadable` or `ImageError.unwritable`; then nothing is added.
    /// - Complexity: O(*n*) for *n* bytes, read and written once.
    public func add(
        fileAt path: String, while isWanted: () -> Bool = { true }
    ) throws(ImageError) -> AddedContent { try add(stage(fileAt: path, while: isWanted)) }

    /// Adds bytes in memory as a file, and locks its note until `AddedContent.lock` is released. Until then no program
    /// settles the file.
    ///
    /// - Throws: `ImageError.unwritable`; then nothing is added.
    /// - Complexity: O(*n*) for *n* bytes.
    public func add(_ bytes: [UInt8]) throws(ImageError) -> AddedContent {
        let file = try IncomingFile(in: incoming)
        try file.write(bytes)
        return try add(StagedContent(ContentID(of: bytes), file))
    }

    /// Removes a file permanently. A missing file is ignored.
    ///
    /// - Throws: `ImageError.unwritable`.
    /// - Complexity: O(1). It blocks the thread for one call of the file system.
    public func remove(_ id: ContentID) throws(ImageError) {
        guard unlink(path(of: id)) == 0 || errno == ENOENT else { throw DurableFile.failure() }
    }

    /// The identifiers of all files, in no particular order; empty if the folder cannot be read.
    ///
    /// - Complexity: O(*n*) for *n* files.
    public func identifiers() -> [ContentID] {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return folders.filter { $0.utf8.count == 2 }
            .flatMap { (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\($0)")) ?? [] }
            .compactMap(ContentID.init)
    }

    // MARK: Notes

    /// The files that have a note. The program must check whether it needs them.
    ///
    /// - Complexity: O(*m*) for *m* notes.
    public var unsettled: [ContentID] {
        ((try? FileManager.default.contentsOfDirectory(atPath: notes)) ?? []).compactMap(ContentID.init)
    }

    /// Locks all notes of a store, without waiting. While the lock is held, `shareNotes()` waits in every program.
    ///
    /// - Returns: `nil` while a lock of `shareNotes()` or of this method is held, or if the store has no folder for
    ///   notes.
    public func claimNotes() -> FileLock? { FileLock.claim(notes) }

    /// Takes a shared lock on all notes, for a program that can restore deleted rows. While the lock is held, no other
    /// program can claim the notes, so files without rows are not removed. It waits while a program has locked the
    /// notes by `claimNotes()`.
    ///
    /// - Returns: The shared lock; `nil` if the store has no folder for notes.
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

    /// Locks the note of a file to settle it, without waiting.
    ///
    /// - Returns: `nil` if the file has no note, or a program is adding or settling the file now.
    /// - Complexity: O(1). It blocks the thread for a few calls of the file system.
    public func claim(_ id: ContentID) -> FileLock? { FileLock.claim("\(notes)/\(id)") }

    /// Removes the note of a file. Call it after the file's row was committed. A missing note is ignored.
    ///
    /// - Complexity: O(1). It blocks the thread for one call of the file system.
    public func forget(_ id: ContentID) { unlink("\(notes)/\(id)") }

    /// Settles a file: removes the file itself unless it is kept, and then its note.
    ///
    /// - Parameters:
    ///   - id: A file that has a note.
    ///   - isKept: True if a row needs the file.
    /// - Throws: `ImageError.unwritable`; then the note stays.
    /// - Complexity: O(1). It blocks the thread for at most two calls of the file system.
    public func settle(_ id: ContentID, isKept: Bool) throws(ImageError) {
        if !isKept { try remove(id) }
        forget(id)
    }
}

/// A file in a content store under a temporary name, with its digest. It is removed with this object, unless it was
/// added.
public final class StagedContent: Sendable {
    /// The identifier of the file's content.
    public let id: ContentID
    fileprivate let file: IncomingFile

    fileprivate init(_ id: ContentID, _ file: consuming IncomingFile) {
        self.id = id
        self.file = file
    }
}

/// The result of adding a file to a content store.
public struct AddedContent: Sendable {
    /// The identifier of the file's content.
    public let id: ContentID
    /// True if the store did not have the file before.
    public let isNew: Bool
    /// The lock on the file's note. Release it after the row was committed, or when there will be no row. `nil` if the
    /// store already had the file, without a note.
    public let lock: FileLock?
}
