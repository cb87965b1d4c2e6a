import AviaryServer
import Foundation

/// What a node keeps in its directory beside the copy: its name, and the lock of the one program that follows into it.
struct NodeFiles {
    private let directory: URL

    init(in directory: URL) { self.directory = directory }

    /// The name of the node, by which PostgreSQL knows it: that of the machine, and some characters by chance. It stays
    /// the same as long as the directory does.
    ///
    /// - Throws: Why it cannot be kept.
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

    /// Takes the lock, which ends with this program.
    ///
    /// - Parameter patience: How long to wait while another program has it. A process whose supervisor was killed ends a
    ///   moment later.
    /// - Returns: What closes it.
    /// - Throws: `NodeError.isFollowed` when another program has it all the while.
    func lock(patience: Duration = .seconds(5)) throws -> FileHandle {
        let path = directory.appending(path: "node.lock").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: path])
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let end = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            // Not every file system has locks.
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            guard .now < end else { throw NodeError.isFollowed(directory: directory.path) }
            usleep(20_000)
        }
        return file
    }
}
