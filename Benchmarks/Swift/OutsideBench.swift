import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Synchronization

/// Measures how soon the delegate of a list is called after the commit of a connection that the store does not know, as
/// of another program. The store looks for such commits itself.
struct OutsideBench {
    private static let rows = 100_000
    private var generator = SeededGenerator(seed: 1)

    mutating func run() async throws {
        let things = try ThingStore(rows: Self.rows, pollInterval: .milliseconds(50))
        let list = try await FetchedResults(Thing.request, in: things.store)
        let delegate = OutsideDelegate()
        list.delegate = delegate
        var calls = delegate.calls.stream.makeAsyncIterator()
        let outside = try DatabaseQueue(path: things.database.path)
        let committed = CommitClock()
        outside.add(transactionObserver: committed, extent: .databaseLifetime)
        var times: [Double] = []
        for round in 0..<5_500 {
            let id = Int64.random(in: 1...Int64(Self.rows), using: &generator)
            let date = 1_700_000_000_000 + Int64.random(in: 0..<Int64(Self.rows), using: &generator) * 60_000
            try await outside.write { db in
                let statement = try db.cachedStatement(sql: "UPDATE thing SET created = ? + id WHERE id = ?")
                try statement.execute(arguments: [date, id])
            }
            guard let call = await calls.next(isolation: #isolation) else { break }
            let time = call - committed.last.withLock { $0 }
            // The first ones warm up the caches.
            if round >= 500 { times.append(time / .seconds(1)) }
            // The store is quiet again, as between the commits of a person.
            try await Task.sleep(for: .milliseconds(2))
        }
        Figure(name: "results.outside.p50_us", value: times.median * 1e6, unit: "us").show()
        Figure(name: "results.outside.p99_us", value: times.percentile(0.99) * 1e6, unit: "us").show()
        withExtendedLifetime((list, delegate)) {}
        try outside.close()
        try things.remove()
    }
}

/// Notes when it is called.
private final class OutsideDelegate: FetchedResultsDelegate, Sendable {
    let calls = AsyncStream.makeStream(of: ContinuousClock.Instant.self)

    func didChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) { calls.continuation.yield(.now) }
}
