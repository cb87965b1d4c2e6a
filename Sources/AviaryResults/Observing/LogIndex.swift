import AviarySQLite
import Synchronization

/// The index of a database's write-ahead log (`-shm`), in memory. It tells without a system call whether any connection
/// has committed.
///
/// A connection of its own keeps the index mapped. So the file stays in WAL mode until `close()`.
final class LogIndex: Sendable {
    /// The header of the index. SQLite changes it with each commit. 48 bytes of it are used.
    typealias Header = SIMD8<UInt64>

    private struct Connection: @unchecked Sendable {
        var index: OpaquePointer?
    }

    private let connection: Mutex<Connection>

    /// Returns `nil` when the database is not in WAL mode.
    init?(path: String, isReadOnly: Bool) {
        guard let index = aviary_log_index_open(path, isReadOnly ? 1 : 0) else { return nil }
        connection = Mutex(Connection(index: index))
    }

    deinit { close() }

    /// The header at this moment; `nil` while a connection commits, and after `close()`.
    var header: Header? {
        connection.withLock { connection in
            guard let index = connection.index else { return nil }
            var header = Header.zero
            let isWhole = withUnsafeMutableBytes(of: &header) { aviary_log_index_read(index, $0.baseAddress) }
            return isWhole == 0 ? nil : header
        }
    }

    func close() {
        connection.withLock { connection in
            if let index = connection.index { aviary_log_index_close(index) }
            connection.index = nil
        }
    }
}
