import Foundation
import NIOCore
import Synchronization

/// A file that is being uploaded. It grows at its end, by one request at a time.
///
/// Its size on the disk is its progress, so that the upload can resume after a crash of the server. It is open only
/// while bytes are written, because many files may wait and the process may open only a limited number. Everything
/// here blocks, so call it on a suitable thread.
final class StagedFile: Sendable {
    /// The facts that are stored beside the file, so that the upload can continue after a restart of the server.
    struct Facts: Codable, Sendable {
        /// The name on the person's machine, cleaned. It is never part of a path here.
        var name: String
        var type: String
        var length: Int64
        /// The session that may continue the upload; `nil` where there are no sessions.
        var session: String?
        /// The account for which its bytes count.
        var account: String
    }

    /// The right to append, until another request takes the turn.
    struct Turn: Sendable {
        fileprivate let number: Int
        let offset: Int64
    }

    private struct State {
        var offset: Int64
        var turn = 0
    }

    let facts: Facts
    let path: String
    private let factsPath: String
    private let state: Mutex<State>

    /// Creates an empty file.
    init(path: String, factsPath: String, facts: Facts) throws {
        self.path = path
        self.factsPath = factsPath
        self.facts = facts
        state = Mutex(State(offset: 0))
        close(try Self.openFile(path, O_WRONLY | O_CREAT | O_EXCL))
        do {
            // The facts are written last, because a file without facts belongs to nobody.
            let data = try JSONEncoder().encode(facts)
            let file = try Self.openFile(factsPath, O_WRONLY | O_CREAT | O_EXCL)
            defer { close(file) }
            try data.withUnsafeBytes { try Self.write($0, to: file, at: 0) }
        } catch {
            remove()
            throw error
        }
    }

    /// Continues a file that an earlier process of the server has begun.
    ///
    /// - Returns: `nil` when the file or its facts do not exist or are unusable, or when the file is longer than
    ///   announced.
    /// - Throws: An error of the file system when one of the two cannot be examined or read. In this case the upload
    ///   may exist.
    init?(existing path: String, factsPath: String) throws {
        guard let about = try Self.about(path), try Self.about(factsPath) != nil else { return nil }
        let data = try Data(contentsOf: URL(filePath: factsPath))
        guard about.st_mode & S_IFMT == S_IFREG, let facts = try? JSONDecoder().decode(Facts.self, from: data),
            Int64(about.st_size) <= facts.length
        else { return nil }
        self.path = path
        self.factsPath = factsPath
        self.facts = facts
        state = Mutex(State(offset: Int64(about.st_size)))
    }

    var offset: Int64 { state.withLock { $0.offset } }

    /// Takes the turn from the request that has it, which then appends nothing more. That request may hang on a lost
    /// connection.
    func takeTurn() -> Turn {
        state.withLock { state in
            state.turn += 1
            return Turn(number: state.turn, offset: state.offset)
        }
    }

    /// Appends bytes at the end.
    ///
    /// - Returns: The new size of the file.
    /// - Throws: `UploadError`: `full`, `tooLong`, `superseded`, `lost`; otherwise `IOError`.
    func append(_ bytes: ByteBuffer, in turn: Turn) throws -> Int64 {
        try state.withLock { state in
            guard state.turn == turn.number else { throw UploadError.superseded }
            guard Int64(bytes.readableBytes) <= facts.length - state.offset else { throw UploadError.tooLong }
            let descriptor = try Self.openFile(path, O_WRONLY)
            defer { close(descriptor) }
            try bytes.withUnsafeReadableBytes { try Self.write($0, to: descriptor, at: state.offset) }
            state.offset += Int64(bytes.readableBytes)
            return state.offset
        }
    }

    /// Flushes the bytes to the disk.
    ///
    /// - Throws: `UploadError.lost` when somebody has removed the file; `UploadError.full`; otherwise `IOError`.
    func synchronize() throws {
        let descriptor = try Self.openFile(path, O_WRONLY)
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Self.error(reason: "fsync") }
    }

    /// Removes the file. Nothing more is appended to it.
    func remove() {
        state.withLock { $0.turn += 1 }
        unlink(path)
        unlink(factsPath)
    }

    /// - Returns: `nil` when nothing is at the path.
    private static func about(_ path: String) throws -> stat? {
        var about = stat()
        if lstat(path, &about) == 0 { return about }
        if errno == ENOENT { return nil }
        throw error(reason: "lstat")
    }

    private static func openFile(_ path: String, _ flags: CInt) throws -> CInt {
        let descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw error(reason: "open") }
        return descriptor
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt, at offset: Int64) throws {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + Int64(written)))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw error(reason: "pwrite") }
            written += count
        }
    }

    private static func error(reason: String) -> any Error {
        switch errno {
        case ENOSPC, EDQUOT, EFBIG: UploadError.full
        case ENOENT: UploadError.lost
        case let code: IOError(errnoCode: code, reason: reason)
        }
    }
}
