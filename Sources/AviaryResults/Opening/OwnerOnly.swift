import Foundation
import Logging

/// The permissions of the store: only its owner may read and write it.
///
/// SQLite gives the log and its index the permissions of the file.
enum OwnerOnly {
    private static let mode: mode_t = 0o600

    /// Creates a missing file that only its owner can use, or closes an existing file: takes the permissions of all
    /// other users away.
    ///
    /// A file is closed if all users may read it but not write it, because older versions created such files. A file
    /// that only the owner and a group may use stays as it is. A file that all users may write also stays, because it
    /// is shared on purpose. A warning is logged for such a file, and for a file that cannot be closed.
    static func prepare(_ file: URL, logger: Logger) throws {
        try make(file)
        for file in [file.path, file.path + "-wal", file.path + "-shm"] { close(file, logger) }
    }

    /// Creates the file if it is missing.
    static func make(_ file: URL) throws {
        let descriptor = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw StoreError.directoryUnusable(file.deletingLastPathComponent().path, "it is not writable")
        }
        Foundation.close(descriptor)
    }

    private static func close(_ file: String, _ logger: Logger) {
        var status = stat()
        guard stat(file, &status) == 0 else { return }
        let isWritten = status.st_mode & 0o002 != 0
        let isRead = status.st_mode & 0o004 != 0
        if !isWritten, !isRead || chmod(file, mode) == 0 { return }
        logger.warning(
            "Every user of this machine may \(isWritten ? "change" : "read") the store; chmod 600 closes it",
            metadata: ["file": "\(file)"])
    }
}
