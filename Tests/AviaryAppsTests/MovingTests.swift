import AviaryApps
import AviaryResults
import AviaryServerTesting
import AviaryTesting
import AviaryViews
import Foundation
import GRDB
import Testing

/// Several people move things on the same shelves.
struct MovingTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    private func shelves(_ store: LiveStore) async throws -> [[Int64]] {
        try await store.read { db in
            try (1...3).map { shelf in
                try Int64.fetchAll(
                    db, sql: "SELECT id FROM thing WHERE shelf = ? ORDER BY position, id", arguments: [shelf])
            }
        }
    }

    @Test func aMoveIsStoredAndTakenBack() async throws {
        let store = try await ShelvesController.store(in: directory, things: 6)
        let tab = try await FakeBrowser(ShelvesController.app(on: store))
        #expect(await tab.collection("list").allowsMoves)
        #expect(try await shelves(store) == [[2, 4, 6], [1, 3, 5], []])
        try await tab.move("5", "behind", "2", in: "list")
        #expect(try await shelves(store) == [[2, 5, 4, 6], [1, 3], []])
        for item in ["2", "3"] { await tab.tap(item, in: "list") }
        try await tab.move("3", "section", "3", in: "list")
        #expect(try await shelves(store) == [[5, 4, 6], [1], [2, 3]], "all that is selected, into an empty shelf")
        try await tab.perform("undo/undo")
        try await tab.perform("undo/undo")
        #expect(try await shelves(store) == [[2, 4, 6], [1, 3, 5], []])
        #expect(await tab.faults + tab.refusals == [])
        await tab.close()
    }

    @Test func whatCannotBeMovedIsSaid() async throws {
        let store = try await ShelvesController.store(in: directory, things: 4)
        let app = try await ShelvesController.app(on: store)
        let tab = try await FakeBrowser(app)
        let gone = FakeBrowser.ActionFailure(sentence: "What was there is gone, so nothing was moved.")
        await #expect(throws: gone) { try await tab.move("9", "behind", "2", in: "list") }
        await #expect(throws: gone) { try await tab.move("1", "behind", "9", in: "list") }
        try await tab.move("3", "behind", "1", in: "list")
        #expect(try await shelves(store) == [[2, 4], [1, 3], []], "it stood there")
        await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.move("3", "behind", "1", in: "none") }
        await tab.close()
    }

    /// Several windows move items at the same time. The store equals the result of its transactions in sequence, no
    /// item is lost or duplicated, and every window shows the store.
    @Test(.timeLimit(.minutes(10)), arguments: 0..<6 as Range<UInt64>)
    func whoeverMovesAtOnceEverybodySeesTheSame(seed: UInt64) async throws {
        let store = try await ShelvesController.store(in: directory, things: 24)
        let log = MoveLog()
        let app = try await ShelvesController.app(on: store, log: log)
        var tabs: [FakeBrowser] = []
        for _ in 0..<4 { tabs.append(try await FakeBrowser(app, height: 2_000)) }
        let steps = draws(60, long: 6_000) / 6
        await withTaskGroup(of: Void.self) { group in
            for (index, tab) in tabs.enumerated() {
                group.addTask {
                    var random = SeededGenerator(seed: seed * 10 + UInt64(index))
                    for _ in 0..<steps { await Self.step(tab, &random) }
                }
            }
        }
        var model = [Array(stride(from: Int64(2), through: 24, by: 2)), Array(stride(from: 1, through: 24, by: 2)), []]
        for entry in log.entries { entry.apply(to: &model) }
        #expect(try await shelves(store) == model, "seed \(seed)")
        let (items, counts) = (model.joined().map { "\($0)" }, model.map(\.count))
        for tab in tabs {
            await tab.wait { $0.collection("list").items == items && $0.collection("list").sections == counts }
            // A tap may come behind somebody else's removal.
            let refusals = await tab.refusals.filter { !$0.hasPrefix("list has no item ") }
            let faults = await tab.faults
            #expect(faults + refusals == [], "seed \(seed): \(faults) \(refusals)")
            await tab.close()
        }
    }

    /// One person does something to what is in view, which others may have changed.
    private static func step(_ tab: FakeBrowser, _ random: inout SeededGenerator) async {
        let items = await tab.collection("list").items
        guard let item = items.randomElement(using: &random), let other = items.randomElement(using: &random) else {
            return
        }
        do {
            switch Int.random(in: 0..<20, using: &random) {
            case 0: try await tab.perform("remove", item: item)
            case 1..<6: await tab.tap(item, in: "list")
            case 6..<10:
                try await tab.move(item, "section", "\(Int.random(in: 1...3, using: &random))", in: "list")
            case 10..<15: try await tab.move(item, "before", other, in: "list")
            default: try await tab.move(item, "behind", other, in: "list")
            }
        } catch {
            // Another window was first.
        }
    }
}

extension MoveLog.Entry {
    /// The slow and obvious way.
    fileprivate func apply(to shelves: inout [[Int64]]) {
        switch self {
        case .remove(let id): shelves = shelves.map { $0.filter { $0 != id } }
        case .move(let move):
            let items = move.items.filter { item in shelves.contains { $0.contains(item) } }
            let rest = shelves.map { $0.filter { !items.contains($0) } }
            switch move.target {
            case .before(let other), .behind(let other):
                guard let shelf = rest.firstIndex(where: { $0.contains(other) }) else { return }
                shelves = rest
                let behind = move.target == .behind(other) ? 1 : 0
                shelves[shelf].insert(contentsOf: items, at: rest[shelf].firstIndex(of: other)! + behind)
            case .section(let name):
                shelves = rest
                shelves[Int(name)! - 1] += items
            }
        }
    }
}
