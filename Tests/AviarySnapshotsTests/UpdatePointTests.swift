import AviaryTesting
import Synchronization
import Testing

@testable import AviarySnapshots

/// Many readers of one list.
struct UpdatePointTests {
    @Test func whatManyReadersMissedIsMergedOnce() async throws {
        let list = ManyRead()
        let readers = (0..<100).map { _ in list.reader() }
        for _ in 0..<20 { list.change() }
        let before = list.searches
        var counts: [Int] = []
        for reader in readers {
            let update = try #require(await reader.updates.next()?.change)
            #expect(update.old.count == 0 && update.new.count == 20)
            counts.append(list.searches - before)
        }
        #expect(counts.first ?? 0 > 0)
        #expect(Set(counts).count == 1, "\(counts)")
    }

    @Test func readersThatStandApartMeetAtTheNextUpdate() async throws {
        let list = ManyRead()
        var readers: [ManyRead.Reader] = []
        for _ in 0..<10 {
            readers.append(list.reader())
            list.change()
        }
        for reader in readers { #expect(await reader.updates.next()?.change?.new.count == 10) }
        let before = list.searches
        list.change()
        list.change()
        for reader in readers { #expect(await reader.updates.next()?.change?.new.count == 12) }
        // Two items that came, each looked for in both lists.
        #expect(list.searches - before == 4)
    }

    @Test func aReaderFarBehindTheOthersTakesFewSteps() async throws {
        let list = ManyRead()
        let (slow, quick) = (list.reader(), list.reader())
        for _ in 0..<1_000 {
            list.change()
            _ = await quick.updates.next()
        }
        var (steps, count) = (0, 0)
        while count < 1_000, let update = await slow.updates.next()?.change {
            #expect(update.old.count == count)
            count = update.new.count
            steps += 1
        }
        #expect(count == 1_000 && steps <= 10, "\(steps) steps")
    }

    @Test(arguments: 0..<UInt64(draws(40, long: 2_000)))
    func readersOfAnySpeedComeToTheSameList(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        func snapshot() -> List { List(uniqueSections: items.map { ($0.name, $0.items) }) }
        var items = [(name: "A", items: Array(0..<20)), (name: "B", items: Array(20..<30))]
        var point = UpdatePoint<List>()
        var (list, next) = (snapshot(), 30)
        typealias Reader = (updates: SnapshotUpdates<List>, continuation: SnapshotUpdates<List>.Continuation)
        var readers: [(reader: Reader, items: [[Int]])] = []
        for _ in 0..<150 {
            if readers.count < 8, random.chance(20) {
                readers.append((SnapshotUpdates.makeUpdates(from: list, at: point) {}, items.map(\.items)))
            }
            let old = list
            switch Int.random(in: 0..<6, using: &random) {
            case 0: items.shuffle(using: &random)
            case 1: items[0].items.shuffle(using: &random)
            case 2: items[0].items = Array(items[0].items.dropFirst(3))
            case 3 where items.count > 1: items.removeLast()
            case 4: items.append((name: "\(next)", items: [next + 1, next + 2]))
            default: items[items.count - 1].items.insert(next, at: 0)
            }
            next += 3
            list = snapshot()
            point = point.append(SnapshotUpdate(from: old, to: list, changeset: Changeset(from: old, to: list)))
            for index in readers.indices {
                readers[index].reader.continuation.wake()
                guard random.chance(Double(index) * 12) else { continue }
                let update = try #require(await readers[index].reader.updates.next()?.change)
                readers[index].items = try replay(update.changeset, on: readers[index].items)
            }
        }
        for (reader, items) in readers {
            var items = items
            reader.continuation.finish()
            while let update = await reader.updates.next()?.change { items = try replay(update.changeset, on: items) }
            #expect(items == Sections(list).items, "seed \(seed)")
        }
    }

    @Test func aReaderThatNeverReadsKeepsFewPoints() async {
        let list = ManyRead()
        let reader = list.reader()
        for _ in 0..<10_000 { list.change() }
        #expect(list.points <= 66)
        #expect(await reader.updates.next()?.change?.new.count == 10_000)
    }
}

/// A list that grows, and its readers.
private final class ManyRead: Sendable {
    typealias Reader = (updates: SnapshotUpdates<CountedList>, continuation: SnapshotUpdates<CountedList>.Continuation)

    private struct WeakPoint: Sendable { weak var point: UpdatePoint<CountedList>? }

    private struct State {
        var count = 0
        var point = UpdatePoint<CountedList>()
        var points: [WeakPoint] = []
        var readers: [Reader] = []
    }

    private let state = Mutex(State())
    private let work = SearchCount()

    var searches: Int { work.value.withLock { $0 } }
    /// How many points are kept.
    var points: Int { state.withLock { $0.points.count { $0.point != nil } } }

    func reader() -> Reader {
        state.withLock { state in
            let list = CountedList(count: state.count, work: work)
            let reader = SnapshotUpdates.makeUpdates(from: list, at: state.point) {}
            state.readers.append(reader)
            return reader
        }
    }

    /// Adds an item.
    func change() {
        let readers = state.withLock { state in
            let (old, new) = (
                CountedList(count: state.count, work: work), CountedList(count: state.count + 1, work: work)
            )
            var changeset = Changeset<Int>()
            changeset.inserted = [.init(id: state.count, path: ItemIndexPath(item: state.count))]
            state.count += 1
            state.point = state.point.append(SnapshotUpdate(from: old, to: new, changeset: changeset))
            state.points.append(WeakPoint(point: state.point))
            return state.readers
        }
        for reader in readers { reader.continuation.wake() }
    }
}

private final class SearchCount: Sendable {
    let value = Mutex(0)
}

/// The numbers from 0 on, as one section. Counts how often one is looked for.
private struct CountedList: Snapshot {
    let count: Int
    let work: SearchCount

    var numberOfSections: Int { 1 }
    var numberOfItems: Int { count }
    func sectionIdentifier(at section: Int) -> Int { 0 }
    func section(of identifier: Int) -> Int? { identifier == 0 ? 0 : nil }
    func range(ofSection section: Int) -> Range<Int> { 0..<count }
    func section(at position: Int) -> Int { 0 }
    func item(at position: Int) -> Int { position }

    func position(of item: Int) -> Int? {
        work.value.withLock { $0 += 1 }
        return (0..<count).contains(item) ? item : nil
    }
}
