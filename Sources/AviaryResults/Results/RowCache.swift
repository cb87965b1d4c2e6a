import GRDB
import Logging
import Synchronization

/// A cache of the records that were read lately. If a thousand pages request the same changed row, it is read once.
///
/// A commit drops its rows from the cache before it reports the change. The result of a read that is running then does
/// not enter the cache, and a later request starts a new read. So a reader never gets a row older than the snapshot
/// that it knows.
final class RowCache<Record: LiveRecord>: RowCaching {
    private typealias Read = Task<[Int64: Record], any Error>

    private struct State {
        /// `young` has the rows that were used last, and `old` the rows that were used before. When `young` is full, it
        /// becomes `old`, and the former `old` is dropped.
        var young: [Int64: Record] = [:]
        var old: [Int64: Record] = [:]
        var reads: [Int64: (token: Int, task: Read)] = [:]
        var nextToken = 0
        var reported = Set<Int64>()
        var hasReportedLost = false
    }

    /// The result of reading some rows.
    private struct Found: Sendable {
        var records: [Int64: Record] = [:]
        var broken: [(id: Int64, error: any Error)] = []
        /// Rows that no statement finds.
        var lost: [Int64] = []
    }

    private static var capacity: Int { 4096 }
    private static var page: Int { 500 }

    private let store: LiveStore
    private let reading: @Sendable () -> ElementReading?
    private let logger: Logger
    private let statement = RowidStatement<Record>()
    private let state = Mutex(State())

    /// - Parameter reading: Called for each read, because another schema may identify rows in another way. Returns
    ///   `nil` when the list no longer exists.
    init(store: LiveStore, logger: Logger, reading: @escaping @Sendable () -> ElementReading?) {
        self.store = store
        self.reading = reading
        self.logger = logger
    }

    func drop(_ rows: [Int64]?) {
        state.withLock { state in
            // Readers wait for this lock. So if very many rows have changed, everything is dropped at once.
            guard let rows, rows.count <= Self.capacity else {
                (state.young, state.old, state.reads) = ([:], [:], [:])
                if rows != nil { state.reported = [] }
                return
            }
            for id in rows {
                state.young[id] = nil
                state.old[id] = nil
                state.reads[id] = nil
                state.reported.remove(id)
            }
        }
    }

    func elements(_ ids: [Int64]) async throws -> [Int64: Record] {
        var (elements, tasks) = state.withLock { state -> ([Int64: Record], [Int: Read]) in
            var elements: [Int64: Record] = [:]
            var tasks: [Int: Read] = [:]
            var missing: [Int64] = []
            for id in ids {
                if let record = state.young[id] {
                    elements[id] = record
                } else if let record = state.old.removeValue(forKey: id) {
                    elements[id] = record
                    store(record, id, in: &state)
                } else if let read = state.reads[id] {
                    tasks[read.token] = read.task
                } else {
                    missing.append(id)
                }
            }
            if !missing.isEmpty {
                state.nextToken += 1
                let token = state.nextToken
                let task = Task { [missing] in try await self.read(missing, token) }
                for id in missing { state.reads[id] = (token, task) }
                tasks[token] = task
            }
            return (elements, tasks)
        }
        let wanted = Set(ids)
        for task in tasks.values {
            for (id, record) in try await task.value where wanted.contains(id) { elements[id] = record }
        }
        return elements
    }

    /// Reads rows in the present transaction, and stores them. Called on the writer queue, after `drop(_:)`.
    ///
    /// - Throws: SQLite's error when the rows cannot be read.
    func read(_ ids: [Int64], _ db: Database) throws -> [Int64: Record] {
        guard let reading = reading() else { return [:] }
        try db.learnSchema()
        let found = try Self.fetch(ids, by: reading, statement, in: db)
        state.withLock { state in
            for (id, record) in found.records { store(record, id, in: &state) }
        }
        report(found)
        return found.records
    }

    private func read(_ ids: [Int64], _ token: Int) async throws -> [Int64: Record] {
        let found: Found
        do {
            found = try await store.read { [reading, statement] db in
                try reading().map { try Self.fetch(ids, by: $0, statement, in: db) } ?? Found()
            }
        } catch {
            state.withLock { state in
                for id in ids where state.reads[id]?.token == token { state.reads[id] = nil }
            }
            throw error
        }
        state.withLock { state in
            for id in ids where state.reads[id]?.token == token {
                state.reads[id] = nil
                if let record = found.records[id] { store(record, id, in: &state) }
            }
        }
        report(found)
        return found.records
    }

    /// Logs the rows that cannot be decoded, once for each change, and rows that cannot be found.
    private func report(_ found: Found) {
        if found.broken.isEmpty, found.lost.isEmpty { return }
        let (unreported, firstLost) = state.withLock { state in
            let unreported = found.broken.filter {
                state.reported.count < 1_000 && state.reported.insert($0.id).inserted
            }
            defer { state.hasReportedLost = state.hasReportedLost || !found.lost.isEmpty }
            return (unreported, state.hasReportedLost ? nil : found.lost.first)
        }
        for row in unreported {
            logger.warning(
                "A row cannot be decoded and is left out",
                metadata: [
                    "table": "\(Record.databaseTableName)", "row": "\(row.id)", "error": "\(row.error)",
                ])
        }
        if let firstLost {
            logger.warning(
                "Rows are left out whose keys are text that is no UTF-8 or has NUL",
                metadata: ["table": "\(Record.databaseTableName)", "row": "\(firstLost)"])
        }
    }

    private func store(_ record: Record, _ id: Int64, in state: inout State) {
        if state.young.count >= Self.capacity / 2 { (state.old, state.young) = (state.young, [:]) }
        state.young[id] = record
    }

    private static func fetch(
        _ ids: [Int64], by reading: ElementReading, _ statement: RowidStatement<Record>, in db: Database
    ) throws -> Found {
        var found = Found()
        for start in stride(from: 0, to: ids.count, by: page) {
            let part = ids[start..<min(start + page, ids.count)]
            try reading.forEachRow(of: Array(part), by: statement, in: db) { id, row in
                do { found.records[id] = try Record(row: row) } catch { found.broken.append((id, error)) }
            }
        }
        found.lost = reading.lost(ids.filter { found.records[$0] == nil })
        return found
    }
}

extension RowsIndex {
    /// Returns the cache of records of one type, which all live queries of this index share.
    func cache<Record: LiveRecord>(for record: Record.Type, in store: LiveStore) -> RowCache<Record> {
        cache {
            RowCache(store: store, logger: logger) { [weak self] in self.map { ElementReading($0.request, $0.plan) } }
        }
    }
}
