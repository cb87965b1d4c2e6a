import AviarySnapshots
import AviaryTesting
import Synchronization
import Testing

/// The cost of comparing two lists, in hashes and comparisons of identifiers.
struct DiffWorkTests {
    @Test func littleIsHashedWhenLittleChanged() throws {
        let work = Work()
        let before = Array(0..<10_000)
        let after = [10_000] + before.filter { $0 != 7_000 } + [10_001]
        let changeset = try changes(from: before, to: after, counting: work)
        #expect(changeset.deleted.count == 1 && changeset.inserted.count == 2 && changeset.moved.isEmpty)
        #expect(work.hashes <= 3)
        #expect(work.comparisons <= 10_100)
    }

    @Test func nothingIsHashedWhenNothingChanged() throws {
        let work = Work()
        let changeset = try changes(from: Array(0..<1000), to: Array(0..<1000), counting: work)
        #expect(changeset.isEmpty && work.hashes == 0 && work.comparisons == 1000)
    }

    @Test(arguments: [UInt64(1), 2])
    func eachChangeCostsAFewHashesAtMost(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let before = Array(0..<10_000)
        var after = before.filter { _ in !generator.chance(10) }
        for _ in 0..<200 {
            let mover = after.remove(at: Int.random(in: after.indices, using: &generator))
            after.insert(mover, at: Int.random(in: 0...after.count, using: &generator))
        }
        for item in 10_000..<11_000 { after.insert(item, at: Int.random(in: 0...after.count, using: &generator)) }
        let work = Work()
        let changeset = try changes(from: before, to: after, counting: work)
        let changed = changeset.deleted.count + changeset.inserted.count + changeset.moved.count
        #expect(changeset.moved.count <= 200)
        #expect(work.hashes <= 2 * changed, "seed \(seed)")
        #expect(work.comparisons <= 4 * before.count, "seed \(seed)")
    }

    @Test func nothingMatchesTwoListsWithoutACommonItem() throws {
        let work = Work()
        let changeset = try changes(from: Array(0..<500), to: Array(500..<1200), counting: work)
        #expect(changeset.deleted.count == 500 && changeset.inserted.count == 700 && work.hashes <= 700)
    }

    /// The reader merges the updates that wait for it, so the writer does no search.
    @Test func aReaderThatFallsBehindCostsTheWriterNoSearch() async throws {
        let work = Work()
        let lists = try (0...100).map {
            SearchedList(list: try Sections(["A": Array($0..<$0 + 1000)]).list, work: work)
        }
        let (updates, list) = SnapshotUpdates.makeUpdates(from: lists[0])
        let changes = zip(lists, lists.dropFirst()).map {
            SnapshotUpdate(from: $0, to: $1, changeset: Changeset(from: $0, to: $1))
        }
        let before = work.searches
        for change in changes { list.yield(change) }
        #expect(work.searches == before)
        list.finish()
        for await update in updates {
            let change = try #require(update.change)
            #expect(try replay(change.changeset, on: Array(0..<1000)) == Array(100..<1100))
        }
        #expect(work.searches > before)
    }

    /// Each letter of a search keeps some items of a long list, in their order.
    @Test func aSnapshotThatSearchesIsNotAskedForItemsThatKeepTheirOrder() throws {
        var generator = SeededGenerator(seed: 5)
        let before = Array(0..<10_000)
        let after = before.filter { _ in generator.chance(10) }
        let work = Work()
        let old = SearchedList(list: try Sections(["A": before]).list, work: work)
        let new = SearchedList(list: try Sections(["A": after]).list, work: work)
        let changeset = Changeset(from: old, to: new)
        #expect(try replay(changeset, on: before) == after && changeset.moved.isEmpty)
        #expect(work.searches <= after.count / 50)
    }

    @Test(arguments: [UInt64(3), 4])
    func aSnapshotThatSearchesIsNotAskedForEachItem(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let before = Array(0..<2000)
        let after = (100..<2100).shuffled(using: &generator)
        let work = Work()
        let old = SearchedList(list: try Sections(["A": before]).list, work: work)
        let new = SearchedList(list: try Sections(["A": after]).list, work: work)
        let changeset = Changeset(from: old, to: new)
        #expect(try replay(changeset, on: before) == after, "seed \(seed)")
        #expect(work.searches <= before.count / 8, "seed \(seed)")
    }

    /// One section goes, one comes and one item moves: how many sections there are besides costs nothing.
    @Test(arguments: [1_000, 100_000])
    func mergingUpdatesLooksAtTheChangedSectionsAlone(count: Int) throws {
        let work = Work()
        var sections = (0..<count).map { ($0, [$0]) }
        func snapshot() -> SearchedList<Int> { SearchedList(list: ListSnapshot(uniqueSections: sections), work: work) }
        let first = snapshot()
        sections.remove(at: count / 2)
        let second = snapshot()
        sections.insert((-1, [-1]), at: count / 4)
        let third = snapshot()
        let updates = [(first, second), (second, third)].map {
            SnapshotUpdate(from: $0, to: $1, changeset: Changeset(from: $0, to: $1))
        }
        work.reset()
        let merged = updates[0].merged(with: updates[1])
        #expect(merged.changeset.deletedSections == [count / 2] && merged.changeset.insertedSections == [count / 4])
        #expect(merged.changeset.deleted.map(\.id) == [count / 2] && merged.changeset.inserted.map(\.id) == [-1])
        #expect(work.sectionReads <= 12, "\(work.sectionReads) sections were read")
    }

    private func changes(from before: [Int], to after: [Int], counting work: Work) throws -> Changeset<Counted> {
        let (old, new) = (try list(before, work), try list(after, work))
        work.reset()
        return Changeset(from: old, to: new)
    }

    private func list(_ items: [Int], _ work: Work) throws -> ListSnapshot<Int, Counted> {
        var list = ListSnapshot<Int, Counted>()
        try list.appendSections([0])
        try list.appendItems(items.map { Counted(id: $0, work: work) }, toSection: 0)
        return list
    }
}

/// How often identifiers were hashed, compared and searched for.
private final class Work: Sendable {
    private let counts = Mutex((hashes: 0, comparisons: 0, searches: 0, sectionReads: 0))
    var hashes: Int { counts.withLock { $0.hashes } }
    var comparisons: Int { counts.withLock { $0.comparisons } }

    var searches: Int { counts.withLock { $0.searches } }

    func countHash() { counts.withLock { $0.hashes += 1 } }
    func countComparison() { counts.withLock { $0.comparisons += 1 } }
    /// How often the identifier or the range of a section was read.
    var sectionReads: Int { counts.withLock { $0.sectionReads } }

    func countSearch() { counts.withLock { $0.searches += 1 } }
    func countSectionRead() { counts.withLock { $0.sectionReads += 1 } }
    func reset() { counts.withLock { $0 = (0, 0, 0, 0) } }
}

private struct Counted: Hashable, Sendable {
    let id: Int
    let work: Work

    static func == (one: Self, other: Self) -> Bool {
        one.work.countComparison()
        return one.id == other.id
    }

    func hash(into hasher: inout Hasher) {
        work.countHash()
        hasher.combine(id)
    }
}

/// A snapshot that takes its time to find an item or a section.
private struct SearchedList<SectionID: Hashable & Sendable>: Snapshot {
    let list: ListSnapshot<SectionID, Int>
    let work: Work

    var numberOfSections: Int { list.numberOfSections }
    var numberOfItems: Int { list.numberOfItems }
    func section(of identifier: SectionID) -> Int? { list.section(of: identifier) }
    func section(at position: Int) -> Int { list.section(at: position) }
    func item(at position: Int) -> Int { list.item(at: position) }

    func sectionIdentifier(at section: Int) -> SectionID {
        work.countSectionRead()
        return list.sectionIdentifier(at: section)
    }

    func range(ofSection section: Int) -> Range<Int> {
        work.countSectionRead()
        return list.range(ofSection: section)
    }

    func position(of item: Int) -> Int? {
        work.countSearch()
        return list.position(of: item)
    }
}
