import Foundation
import NIOCore

/// A file that is open for reading. It still reads the same file after another file has replaced it at the path.
final class OpenedFile: Sendable {
    private let descriptor: CInt
    let size: Int64
    /// A tag that changes with the content, made of the inode number, the size and the modification date.
    let tag: String

    /// Opens a file. It blocks, so call it on a suitable thread.
    ///
    /// - Returns: `nil` when there is no regular file at the path: nothing at all, a folder, a pipe or a device. Also
    ///   `nil` when the path cannot name a file, for instance because it is too long.
    /// - Throws: `IOError` when the file exists but cannot be opened.
    init?(_ path: String) throws {
        // The system would end the path at a NUL, so a path with a NUL is refused. `O_NONBLOCK` is set, because opening
        // a pipe must not wait.
        guard !path.utf8.contains(0) else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            if [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP, EISDIR].contains(code) { return nil }
            throw IOError(errnoCode: code, reason: "open")
        }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        size = Int64(facts.st_size)
        #if canImport(Darwin)
            let changed = facts.st_mtimespec
        #else
            let changed = facts.st_mtim
        #endif
        tag = [Int(facts.st_ino), Int(facts.st_size), Int(changed.tv_sec), Int(changed.tv_nsec)]
            .map { String($0, radix: 36) }.joined(separator: "-")
    }

    deinit { close(descriptor) }

    /// Reads a part of the file. It blocks, so call it on a suitable thread.
    ///
    /// - Throws: `DownloadError.shortened` when the file ends before `range` does; `IOError` when it cannot be read.
    func read(_ range: Range<Int64>) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(range.count)
        while buffer.readableBytes < range.count {
            let offset = range.lowerBound + Int64(buffer.readableBytes)
            let wanted = range.count - buffer.readableBytes
            let count = try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { room in
                while true {
                    let count = pread(descriptor, room.baseAddress, wanted, off_t(offset))
                    if count >= 0 { return count }
                    if errno != EINTR { throw IOError(errnoCode: errno, reason: "pread") }
                }
            }
            guard count > 0 else { throw DownloadError.shortened }
        }
        return buffer
    }
}

enum DownloadError: Error, CustomStringConvertible {
    case shortened

    var description: String { "The file became shorter while it was sent." }
}
