import GRDB
import Logging
import Synchronization

/// Logs rows that cannot be shown as they are stored, once for each row and its wrong columns, and only a limited
/// number of rows.
///
/// A row is decoded each time it scrolls into view. Without these limits, the same warning would fill the log.
final class RowWarnings: Sendable {
    static let shared = RowWarnings()

    private let limit: Int
    private let logger: Logger
    private let warned = Mutex(Set<String>())

    init(limit: Int = 1_000, logger: Logger = Logger(label: "aviary.store")) {
        self.limit = limit
        self.logger = logger
    }

    func warn(_ message: String, table: String, row: DatabaseValue, details: [String: String]) {
        let name = "\(table) \(row.inLog) \(details.keys.sorted())"
        let (isNew, isLast) = warned.withLock { warned in
            guard warned.count < limit, warned.insert(name).inserted else { return (false, false) }
            return (true, warned.count == limit)
        }
        guard isNew else { return }
        var metadata: Logger.Metadata = ["table": "\(table)", "id": "\(row.inLog)"]
        for (key, value) in details { metadata[key] = "\(value)" }
        logger.warning("\(message)", metadata: metadata)
        if isLast { logger.warning("Further rows that cannot be shown as they are stored are not named any more") }
    }
}
