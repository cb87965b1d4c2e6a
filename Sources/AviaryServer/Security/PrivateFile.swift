import Foundation

/// A small file that only its owner can read, such as one with a token.
public struct PrivateFile: Sendable {
    /// The path of the file, whether it exists or not.
    public let path: String

    /// The file at a path. Nothing is read or written yet.
    public init(_ path: String) { self.path = path }

    /// The text; `nil` when the file does not exist.
    ///
    /// - Throws: An error of the file system.
    public func read() throws -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    /// Replaces the file atomically. Nobody else can read it at any moment.
    ///
    /// - Throws: An error of the file system.
    public func write(_ text: String) throws {
        let temporary = "\(path).\(getpid())"
        unlink(temporary)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
            try handle.close()
            guard rename(temporary, path) == 0 else { throw failure() }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// The error of the last system call.
    private func failure() -> POSIXError {
        POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO, userInfo: [NSFilePathErrorKey: path])
    }

    /// Restricts the file's permissions to its owner.
    public func close() { chmod(path, 0o600) }

    /// Whether the file's permissions allow others to read it.
    public var isOpenToOthers: Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.posixPermissions] as? Int ?? 0) & 0o077 != 0
    }
}
