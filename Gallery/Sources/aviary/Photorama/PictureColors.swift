import AviaryResults
import GRDB
import Synchronization

/// Writes the average colors of fetched pictures to the store. While a transaction is running, new colors are collected
/// for the next transaction.
final class PictureColors: Sendable {
    private struct State {
        var waiting: [WebPhoto.ID: String] = [:]
        var isWriting = false
    }

    private let store: LiveStore
    private let state = Mutex(State())

    init(in store: LiveStore) { self.store = store }

    func note(_ color: String, of id: WebPhoto.ID) {
        let begins = state.withLock { state in
            state.waiting[id] = color
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if begins { Task { await write() } }
    }

    /// Writes the collected colors. A color that cannot be written is noted again when its picture is next needed.
    private func write() async {
        while let colors = next() { try? await store.write { db in try db.setColors(colors) } }
    }

    private func next() -> [WebPhoto.ID: String]? {
        state.withLock { state in
            defer { state.waiting = [:] }
            if state.waiting.isEmpty { state.isWriting = false }
            return state.isWriting ? state.waiting : nil
        }
    }
}
