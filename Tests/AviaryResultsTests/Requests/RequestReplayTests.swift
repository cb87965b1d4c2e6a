import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Synchronization
import Testing

/// Random transactions on two tables, followed by requests drawn at random that turn into others on the way.
struct RequestReplayTests {
    /// Together 5,000 transactions, beside those of `ReplayTests`; in a long run 3.6 million.
    @Test(arguments: 0..<draws(5, long: 3600))
    func everyChangesetLeadsToWhatAPlainSelectFinds(number: Int) async throws {
        let seed = UInt64(7000 + number)
        let counts = try await replayTransactions(1000, seed: seed)
        if counts.followable.incremental + counts.followable.refetched > 100 {
            #expect(
                Double(counts.followable.incremental) >= 0.95
                    * Double(counts.followable.incremental + counts.followable.refetched), "seed \(seed): \(counts)")
        }
    }

    @Test func faultsInSectionsAndWindowsAreCaught() async throws {
        func expectCaught(_ fault: @escaping @Sendable (inout Changeset<Int64>) -> Void) async {
            await #expect(throws: (any Error).self) {
                for seed in 7000..<7010 as Range<UInt64> {
                    _ = try await replayTransactions(300, seed: seed, fault: fault)
                }
            }
        }
        await expectCaught { $0.insertedSections = [] }
        await expectCaught { $0.deletedSections = $0.deletedSections.dropLast() }
        await expectCaught { $0.deleted = $0.deleted.dropLast() }
        await expectCaught { changeset in
            guard let index = changeset.moved.indices.first else { return }
            changeset.moved[index].to.section += 1
        }
    }

    private struct Counts {
        var followable = ResultsStatistics()
    }

    /// - Parameter fault: What is done to each changeset before it is believed.
    private func replayTransactions(
        _ count: Int, seed: UInt64, fault: @Sendable (inout Changeset<Int64>) -> Void = { _ in }
    ) async throws -> Counts {
        var generator = SeededGenerator(seed: seed)
        let schema =
            generator.chance(70) ? DrawnSchema.history : DrawnSchema.allCases.randomElement(using: &generator) ?? .view
        let hasHistory = schema == .history
        let test = try await schema.makeStore()
        defer { test.remove() }
        let outside = try test.openOutside()
        var things = RandomEdits(
            table: schema.edited, columns: ["rank", "name", "shown", "hidden"], maximumRows: 400, seed: seed)
        var others = RandomEdits(table: "other", columns: ["thing", "label"], maximumRows: 60, seed: seed + 1)
        if !hasHistory {
            things.rowidChanges = 0.3
            others.rowidChanges = 0.3
        }
        let edits = Mutex((things: things, others: others))

        var drawn = DrawnRequest(using: &generator)
        let results = try await FetchedResults<Thing>(drawn.request, in: test.store)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        var list = try await test.store.read { [drawn] in try drawn.model($0) }
        var counts = Counts()
        for number in 0..<count {
            let context = "seed \(seed), transaction \(number), \(drawn.summary)"
            if number % 125 == 124 {
                if drawn.isFollowable && hasHistory { counts.followable.add(results.statistics) }
                drawn = DrawnRequest(using: &generator)
                try await results.change(to: drawn.request)
            } else {
                let which = Double.random(in: 0..<100, using: &generator)
                let isOutside = hasHistory && number % 50 == 7
                try await test.follow(from: isOutside ? outside : nil) { db in
                    try edits.withLock { edits in
                        if which < 75 { try edits.things.perform(in: db) }
                        if which > 70 { try edits.others.perform(in: db) }
                    }
                }
            }

            for update in recorder.takeUpdates() {
                var changeset = update.changeset
                let updated = Set(changeset.updated.map(\.id))
                for (id, size) in zip(update.new.allItems, update.new.sizes(in: 0..<update.new.numberOfItems)) {
                    guard let before = update.old.position(of: id), !updated.contains(id) else { continue }
                    guard update.old.sizes(in: before..<before + 1) == [size] else {
                        throw ReplayError(description: "\(context): nobody was told that \(id) has another size")
                    }
                }
                fault(&changeset)
                try BatchUpdate(changeset).validate(from: update.old.sectionCounts, to: update.new.sectionCounts)
                let next = try replay(changeset, on: list)
                guard update.old.sectionCounts == list.map(\.count), update.new.sectionCounts == next.map(\.count)
                else {
                    throw ReplayError(description: "\(context): the counts do not add up")
                }
                list = next
            }
            let found = try await test.store.read { [drawn] in try drawn.model($0) }
            let sizes = try await test.store.read { [drawn] in try drawn.sizes(of: found.flatMap(\.self), $0) }
            guard results.snapshot.sizes(in: 0..<sizes.count) == sizes else {
                throw ReplayError(description: "\(context): the sizes are not \(sizes)")
            }
            guard list == found else { throw ReplayError(description: "\(context): \(list) is not \(found)") }
            let snapshot = results.snapshot
            guard snapshot.allItems == found.flatMap(\.self), snapshot.sectionCounts == found.map(\.count) else {
                throw ReplayError(description: "\(context): the snapshot is another than what the changesets lead to")
            }
            if number % 5 == 0 { try await test.expectElements(of: results, context) }
            if number % 25 == 0 {
                let violations = snapshot.violations() + contractViolations(of: snapshot)
                guard violations.isEmpty else { throw ReplayError(description: "\(context): \(violations)") }
            }
        }
        if drawn.isFollowable && hasHistory { counts.followable.add(results.statistics) }
        return counts
    }
}

extension ResultsStatistics {
    fileprivate mutating func add(_ other: ResultsStatistics) {
        incremental += other.incremental
        refetched += other.refetched
    }
}
