import Foundation

/// A small file that only its owner can read, for the token or the sessions.
package struct PrivateFile: Sendable {
    package let path: String

    package init(_ path: String) { self.path = path }

    /// The text; `nil` when the file does not exist.
    ///
    /// - Throws: An error of the file system.
    package func read() throws -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    /// Replaces the file atomically. Nobody else can read it at any moment.
    ///
    /// - Throws: An error of the file system.
    package func write(_ text: String) throws {
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
    package func close() { chmod(path, 0o600) }

    /// Whether the file's permissions allow others to read it.
    package var isOpenToOthers: Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.posixPermissions] as? Int ?? 0) & 0o077 != 0
    }
}
