import AviaryServer
import Foundation

/// Two small files in the directory of a node's copy of the database: the name of the node, and a lock. The lock lets
/// only one program follow at a time.
struct NodeFiles {
    private let directory: URL

    init(in directory: URL) { self.directory = directory }

    /// The name by which PostgreSQL knows the node: the name of the machine and some random characters. It is stored in
    /// the directory, so it stays the same.
    ///
    /// - Throws: The error that prevented the name from being read or stored.
    func name() throws -> String {
        let file = PrivateFile(directory.appending(path: "node").path)
        if let known = try file.read()?.trimmingCharacters(in: .whitespacesAndNewlines), !known.isEmpty { return known }
        let machine = Self.machine.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(24)
        let name = "\(String(machine))_\(String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16))"
        try file.write(name + "\n")
        return name
    }

    private static var machine: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "node" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Takes the lock. The system releases it when this program ends.
    ///
    /// - Parameter timeout: How long to wait while another program has the lock. After a restart this helps, because a
    ///   program whose supervisor was killed runs for a moment more.
    /// - Returns: The open file of the lock. Close it to release the lock.
    /// - Throws: `NodeError.isFollowed` if another program has the lock until the end of this time, or the error that
    ///   prevented the file from being opened.
    func lock(timeout: Duration = .seconds(5)) throws -> FileHandle {
        let path = directory.appending(path: "node.lock").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO, userInfo: [NSFilePathErrorKey: path])
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let end = ContinuousClock.now + timeout
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            // Not every file system has locks. Without them, the node follows without a lock.
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            guard .now < end else { throw NodeError.isFollowed(directory: directory.path) }
            usleep(20_000)
        }
        return file
    }
}
