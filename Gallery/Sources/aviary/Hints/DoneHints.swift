import AviaryResults
import AviarySnapshots
import GRDB
import Synchronization

/// The hints whose action people have already done in this gallery. They are not shown any more.
///
/// The set is read again at each change of the table `hint`. So hints that come with a restored backup, or from another
/// node, count as well.
final class DoneHints: Sendable {
    private let store: LiveStore
    private let names = Mutex<Set<String>>([])

    /// Reads these hints. If they cannot be read, all hints are shown again, which does no harm.
    init(in store: LiveStore) async {
        self.store = store
        guard let rows = try? await FetchedResults(ListRequest<DoneHint>(), in: store) else { return }
        await read()
        Task { [weak self, updates = rows.updates()] in
            for await _ in updates { await self?.read() }
        }
    }

    private func read() async {
        let done = try? await store.read { db in
            try String.fetchSet(db, sql: "SELECT name FROM hint WHERE typeof(name) = 'text'")
        }
        if let done { names.withLock { $0 = done } }
    }

    func contains(_ hint: Hint) -> Bool { names.withLock { $0.contains(hint.name) } }

    /// Marks a hint as done, so that no new window shows it.
    func add(_ hint: Hint) {
        let isNew = names.withLock { $0.insert(hint.name).inserted }
        guard isNew, !store.isReadOnly else { return }
        Task { [store] in
            try? await store.write { db in
                try db.execute(sql: "INSERT OR IGNORE INTO hint (name) VALUES (?)", arguments: [hint.name])
            }
        }
    }
}

/// A row of the table `hint`.
private struct DoneHint: Decodable, LiveRecord {
    static let databaseTableName = "hint"

    let id: Int64
}
