import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Observation

/// Measures what observers of a list of a million rows cost beside the list.
///
/// The time goes from SQLite's commit until an observer of the changed record is told. Then the new record is there to
/// be shown.
@MainActor
struct ObservedBench {
    private let things: ThingStore
    private var generator = SeededGenerator(seed: 1)

    init(_ things: ThingStore) { self.things = things }

    mutating func run() async throws {
        let list = try await FetchedResults(Thing.request, in: things.store)
        try await memory(beside: list)
        try await changes()
        withExtendedLifetime(list) {}
    }

    /// The memory of an observed list that has read records in a hundred places. The system's figure is coarse, so there
    /// are many such lists.
    private mutating func memory(beside list: FetchedResults<Thing>) async throws {
        let places = (0..<100).map { _ in Int.random(in: 0..<things.rows, using: &generator) }
        // The cache of the list's records is full then.
        for place in places {
            let start = place / 64 * 64
            _ = try await list.elements(for: list.snapshot.items(in: start..<min(start + 64, things.rows)))
        }
        var lists: [ObservedResults<Thing>] = []
        var before: Int?
        for number in 0...100 {
            if number == 1 {
                // The first one has made what all share.
                releaseFreeMemory()
                before = processMemory("VmRSS")
            }
            let observed = ObservedResults<Thing>(Thing.request, in: things.store)
            await observed.waitUntilLoaded()
            for place in places { await read(observed.results[place]) }
            lists.append(observed)
        }
        releaseFreeMemory()
        if let before, let after = processMemory("VmRSS") {
            Figure(name: "results.observed.kb", value: Double(after - before) / 100 / 1000, unit: "kB").show()
        }
        withExtendedLifetime(lists) {}
    }

    private mutating func changes() async throws {
        let observed = ObservedResults<Thing>(Thing.request, in: things.store)
        await observed.waitUntilLoaded()
        var times: [Double] = []
        for round in 0..<5_500 {
            let item = observed.item(Int64.random(in: 1...Int64(things.rows), using: &generator))
            await read(item)
            let told = Told { _ = item.record }
            let date = 1_700_000_000_000 + Int64.random(in: 0..<Int64(things.rows), using: &generator) * 60_000
            let commit = try await things.changeSoon([item.id], to: date).end
            let time = await told.time() - commit
            // The first ones warm up the caches.
            if round >= 500 { times.append(time / .seconds(1)) }
        }
        Figure(name: "results.observed.us", value: times.median * 1e6, unit: "us").show()
        Figure(name: "results.observed.p99_us", value: times.percentile(0.99) * 1e6, unit: "us").show()
    }

    /// Waits until the record of an item is there.
    private func read(_ item: ObservedItem<Thing>) async {
        if item.record != nil { return }
        _ = await Told { _ = item.record }.time()
    }
}

/// An observer that notes when it is told.
@MainActor
private final class Told {
    private var told: ContinuousClock.Instant?
    private var waiting: CheckedContinuation<ContinuousClock.Instant, Never>?

    /// - Parameter read: Reads what is observed.
    init(_ read: () -> Void) {
        withObservationTracking(read) { [weak self] in
            let now = ContinuousClock.now
            MainActor.assumeIsolated {
                self?.told = now
                self?.waiting?.resume(returning: now)
            }
        }
    }

    /// Waits until the observer is told.
    func time() async -> ContinuousClock.Instant {
        if let told { return told }
        return await withCheckedContinuation { waiting = $0 }
    }
}
