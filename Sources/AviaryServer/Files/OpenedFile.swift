import Foundation
import NIOCore

/// A file that is open for reading. It stays the same file even if its path is replaced.
final class OpenedFile: Sendable {
    private let descriptor: CInt
    let size: Int64
    /// A tag that changes with the content, made of the inode number, the size and the modification date.
    let tag: String

    /// Opens a file. It blocks, so call it on a suitable thread.
    ///
    /// - Returns: `nil` when nothing is at the path, or no regular file, but a folder, a pipe or a device.
    init?(_ path: String) throws {
        // The system would cut a path at a NUL. Opening a pipe must not wait.
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
    /// - Throws: `DownloadError.shortened` when the file ends before `range` does.
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
