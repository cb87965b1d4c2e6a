import AviaryResults
import AviarySnapshots
import AviaryTesting
import Synchronization

/// Cells that are drawn when their row comes, and again when the delegate is told that it changed: what a screen shows.
final class ToldCells<Record: LiveRecord & Equatable>: FetchedResultsDelegate {
    private let results: FetchedResults<Record>
    private let told = Mutex<Set<Int64>>([])
    private let cells = Mutex<[Int64: Record]>([:])

    /// Cells of all rows of a list, whose delegate they become. Hold them.
    init(_ results: FetchedResults<Record>) async throws {
        self.results = results
        let ids = results.snapshot.allItems
        let drawn = try await results.elements(for: ids)
        cells.withLock { $0 = drawn }
        results.delegate = self
    }

    func didChangeItem(_ change: ItemChange) {
        switch change {
        case .delete(let id, _), .insert(let id, _), .move(let id, _, _), .update(let id, _, _, _):
            told.withLock { _ = $0.insert(id) }
        }
    }

    /// Draws the cells of which the delegate was told, and compares all of them with the rows as they are.
    ///
    /// - Parameter rows: All rows that the list should have, in order.
    func expect(_ rows: [(id: Int64, record: Record)], _ context: @autoclosure () -> String) async throws {
        if let error = results.error { throw ReplayError(description: "\(context()): \(error)") }
        let ids = results.snapshot.allItems
        guard ids == rows.map(\.id) else {
            throw ReplayError(description: "\(context()): the list has \(ids), not \(rows.map(\.id))")
        }
        let changed = told.withLock { told in
            defer { told = [] }
            return Array(told)
        }
        let drawn = try await results.elements(for: changed)
        let shown = cells.withLock { cells in
            let held = Set(ids)
            for id in changed { cells[id] = held.contains(id) ? drawn[id] : nil }
            return cells
        }
        for (id, record) in rows where shown[id] != record {
            throw ReplayError(
                description: "\(context()): row \(id) is shown as \(shown[id] as Any), not \(record); told: \(changed)")
        }
        if shown.count != rows.count { throw ReplayError(description: "\(context()): cells of rows that are gone") }
    }
}
