import AviaryResults
import GRDB
import Synchronization

/// The hints that somebody has followed in this gallery: nobody needs them any more.
final class FollowedHints: Sendable {
    private let store: LiveStore
    private let names: Mutex<Set<String>>

    /// A gallery whose hints cannot be read shows them again, which harms nobody.
    init(in store: LiveStore) async {
        self.store = store
        let names = try? await store.read { db in
            try String.fetchSet(db, sql: "SELECT name FROM hint WHERE typeof(name) = 'text'")
        }
        self.names = Mutex(names ?? [])
    }

    func contains(_ hint: Hint) -> Bool { names.withLock { $0.contains(hint.rawValue) } }

    /// Has a hint shown no more, in no window that comes.
    func add(_ hint: Hint) {
        let isNew = names.withLock { $0.insert(hint.rawValue).inserted }
        guard isNew, !store.isReadOnly else { return }
        Task { [store] in
            try? await store.write { db in
                try db.execute(sql: "INSERT OR IGNORE INTO hint (name) VALUES (?)", arguments: [hint.rawValue])
            }
        }
    }
}
