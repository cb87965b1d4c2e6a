import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB
import Synchronization
import Testing

/// Lists that show their first rows while the others are read.
struct FirstRowsTests {
    private static let ranked = ListRequest<Thing>(sort: [Column("rank").asc])

    /// A table of so many rows, whose rank is 1,000 less than their rowid.
    private func makeStore(_ count: Int, meddler: Meddler = Meddler()) async throws -> TestStore {
        let test = try TestStore(prepare: { $0.add(function: meddler.function) })
        try await test.execute(
            """
            CREATE INDEX thingRank ON thing(rank);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO thing SELECT i, i - 1000, 'name ' || i, i / 100, i % 7 FROM n WHERE i <= \(count);
            """)
        return test
    }

    /// A list of first rows whose other rows wait at the barrier, and what its delegate hears.
    private func makeList(
        _ request: ListRequest<Thing> = Self.ranked, in test: TestStore, showingFirst count: Int
    ) async throws -> (results: FetchedResults<Thing>, barrier: Barrier, recorder: UpdateRecorder) {
        let (barrier, recorder) = (Barrier(in: test.store), UpdateRecorder())
        let results = try await FetchedResults(request, in: test.store, showingFirst: count)
        results.delegate = recorder
        return (results, barrier, recorder)
    }

    /// What the delegate heard leads from one list to what SQL has now, and so does the snapshot.
    private func expectLed(
        from list: [Int64], to select: String, by recorder: UpdateRecorder, _ results: FetchedResults<Thing>,
        _ test: TestStore, _ comment: Comment? = nil
    ) async throws {
        let led = try recorder.takeUpdates().reduce(list) { try replay($1.changeset, on: $0) }
        #expect(try await test.ids(select) == led, comment)
        #expect(results.snapshot.allItems == led, comment)
    }

    @Test func theFirstRowsAreShownBeforeTheOthersAreRead() async throws {
        let test = try await makeStore(5_000)
        defer { test.remove() }
        let barrier = Barrier(in: test.store)
        let results = try await FetchedResults(Self.ranked, in: test.store, showingFirst: 100)
        var updates = results.updates().makeAsyncIterator()

        let first = results.snapshot
        #expect(results.statistics.firstRows == 100)
        #expect(first.numberOfItems == 5_000)
        #expect(first.numberOfKnownItems == 100)
        #expect(first.items(in: 0..<100) == Array(1...100))
        #expect(first.item(at: ItemIndexPath(item: 100)) == nil)
        #expect(first.position(of: 101) == nil)
        #expect(contractViolations(of: first) == [])
        #expect(try await results.elements(for: [7]).count == 1)

        await barrier.open()
        guard case .success(let update)? = await updates.next() else { throw ReplayError(description: "no update") }
        #expect(update.changeset.isEmpty)
        #expect(update.new.allItems == Array(1...5_000))
        // What was shown knows them, too.
        #expect(first.allItems == Array(1...5_000))
        #expect(results.statistics.refetched == 0)
        try await test.execute("DELETE FROM thing WHERE id = 3000")
        #expect(results.snapshot.numberOfItems == 4_999)
    }

    @Test func sectionsAreCountedBeforeTheirRowsAreRead() async throws {
        let test = try await makeStore(5_000)
        defer { test.remove() }
        let barrier = Barrier(in: test.store)
        var request = Self.ranked
        request.sections = .by(Column("shown").desc, including: [900, 50, 20])
        request.sizes = .ratio(Column("hidden"))
        let results = try await FetchedResults(request, in: test.store, showingFirst: 150)
        let first = results.snapshot
        #expect(first.numberOfKnownItems == 150)
        #expect(first.sectionCounts == [0, 1] + Array(repeating: 100, count: 49) + [99])
        #expect(first.sectionIdentifiers.prefix(3).map(\.title) == ["900", "50", "49"])
        #expect(first.range(ofSection: 2) == 1..<101)
        #expect(first.section(at: 4_999) == 51)
        #expect(first.section(of: first.sectionIdentifier(at: 40)) == 40)
        #expect(contractViolations(of: first) == [])
        let before = first.sizes(in: 100..<200)
        #expect(before[50...].allSatisfy { $0 == .unknown })

        await barrier.open()
        try await results.waitUntilLoaded()
        #expect(results.snapshot.sectionCounts == first.sectionCounts)
        #expect(results.snapshot.sizes(in: 100..<150) == Array(before[..<50]))
        #expect(results.snapshot.violations() == [])
    }

    @Test(arguments: [0, 1, 99, 100])
    func aListThatIsNoLongerIsWholeAtOnce(count: Int) async throws {
        let test = try await makeStore(count)
        defer { test.remove() }
        let results = try await FetchedResults(Self.ranked, in: test.store, showingFirst: 101)
        #expect(results.snapshot.isWhole)
        #expect(results.snapshot.numberOfItems == count)
        #expect(!test.store.loads.isBusy)
        try await test.execute("INSERT INTO thing(rank) VALUES (-5000)")
        #expect(results.snapshot.numberOfItems == count + 1)
    }

    @Test func whatCannotBeFollowedByTheLogIsLoadedWhole() async throws {
        let test = try await makeStore(500)
        defer { test.remove() }
        var limited = Self.ranked
        limited.limit = 300
        let list = try await FetchedResults(limited, in: test.store, showingFirst: 10)
        #expect(list.snapshot.isWhole && list.snapshot.numberOfItems == 300)
        let plain = try TestStore(history: false)
        defer { plain.remove() }
        try await plain.execute("INSERT INTO thing(rank) VALUES (1), (2), (3)")
        #expect(try await FetchedResults(Self.ranked, in: plain.store, showingFirst: 1).snapshot.isWhole)
    }

    @Test func whoAsksForTheWholeListWaitsForIt() async throws {
        let test = try await makeStore(2_000)
        defer { test.remove() }
        let barrier = Barrier(in: test.store)
        let first = try await FetchedResults(Self.ranked, in: test.store, showingFirst: 10)
        let again = try await FetchedResults(Self.ranked, in: test.store, showingFirst: 500)
        #expect(again.snapshot.numberOfKnownItems == 10)
        async let whole = FetchedResults(Self.ranked, in: test.store)
        await barrier.open()
        #expect(try await whole.snapshot.isWhole)
        #expect(first.snapshot.isWhole && again.snapshot.isWhole)
    }

    // MARK: Another request

    @Test func anotherRequestShowsItsFirstRowsToo() async throws {
        let test = try await makeStore(2_000)
        defer { test.remove() }
        let (results, barrier, recorder) = try await makeList(in: test, showingFirst: 50)
        var updates = results.updates().makeAsyncIterator()
        var request = ListRequest<Thing>(filter: Column("id") != 7, sort: [Column("rank").asc])
        request.sections = .by(Column("shown").asc)
        try await results.change(to: request)
        #expect(results.snapshot.numberOfItems == 1_999)
        #expect(results.snapshot.numberOfKnownItems == 50)

        let change = try #require(recorder.takeUpdates().first)
        try BatchUpdate(change.changeset).validate(from: [2_000], to: results.snapshot.sectionCounts)
        #expect(change.changeset.deleted.map(\.id) == [7])
        #expect(change.changeset.moved.map(\.id) == (1...50).filter { $0 != 7 })
        // The other list may be of a later moment.
        #expect(change.changeset.updated.map(\.id) == change.changeset.moved.map(\.id))

        await barrier.open()
        try await results.waitUntilLoaded()
        try await test.execute("DELETE FROM thing WHERE id = 1500; UPDATE thing SET shown = 'new' WHERE id = 9")
        // A slow reader is told all of it as one.
        guard case .success(let merged)? = await updates.next() else { throw ReplayError(description: "no update") }
        try BatchUpdate(merged.changeset).validate(from: [2_000], to: results.snapshot.sectionCounts)
        #expect(merged.new.numberOfItems == 1_998)
        #expect(merged.changeset.updated.contains { $0.id == 9 })
        #expect(!test.store.loads.isBusy)
    }

    // MARK: When something goes wrong

    @Test func anErrorOfTheLoadIsToldAndForgottenWhenTheRowsCanBeRead() async throws {
        let meddler = Meddler()
        let test = try await makeStore(2_000, meddler: meddler)
        defer { test.remove() }
        var request = Self.ranked
        request.filter = SQL("meddle(id)").sqlExpression
        let (results, barrier, recorder) = try await makeList(request, in: test, showingFirst: 20)
        var updates = results.updates().makeAsyncIterator()
        meddler.act { throw DatabaseError(message: "meddled") }
        await barrier.open()
        await #expect(throws: ResultsError.self) { try await results.waitUntilLoaded() }
        guard case .failure? = await updates.next() else { throw ReplayError(description: "no failure") }
        #expect(recorder.takeEvents() == [.failure])
        #expect(results.snapshot.items(in: 0..<20) == Array(1...20))
        await #expect(throws: ResultsError.self) { try await FetchedResults(request, in: test.store) }

        meddler.act(nil)
        try await test.execute("DELETE FROM thing WHERE id IN (3, 1000)")
        #expect(results.error == nil)
        let update = try #require(recorder.takeUpdates().first)
        try BatchUpdate(update.changeset).validate(from: [2_000], to: [1_998])
        #expect(update.changeset.deleted.map(\.id) == [3])
        #expect(results.snapshot.allItems == (1...2_000).filter { $0 != 3 && $0 != 1_000 })
        #expect(results.snapshot.violations() == [])
    }

    @Test func aTableThatIsAlteredMeanwhileIsReadAnew() async throws {
        let test = try await makeStore(2_000)
        defer { test.remove() }
        let (results, barrier, recorder) = try await makeList(in: test, showingFirst: 20)
        try test.sqlite3("ALTER TABLE thing RENAME COLUMN hidden TO concealed; UPDATE thing SET rank = 9 WHERE id < 5;")
        try await test.store.catchUp()
        #expect(results.snapshot.numberOfKnownItems == 20)
        await barrier.open()
        try? await results.waitUntilLoaded()
        while try await test.store.catchUp() {}
        try await expectLed(
            from: Array(1...2_000), to: "SELECT id FROM thing ORDER BY rank, id", by: recorder, results, test)
    }

    @Test func aLogThatIsEmptiedMeanwhileLosesNoCommit() async throws {
        let test = try await makeStore(2_000)
        defer { test.remove() }
        let (results, barrier, recorder) = try await makeList(in: test, showingFirst: 20)
        try await test.execute("DELETE FROM thing WHERE id % 3 = 0; INSERT INTO thing(id, rank) VALUES (-5, 700);")
        try await test.execute("DELETE FROM aviaryHistory")
        await barrier.open()
        try await results.waitUntilLoaded()
        try await expectLed(
            from: Array(1...2_000), to: "SELECT id FROM thing ORDER BY rank, id", by: recorder, results, test)
    }

    @Test func whoWaitsForAllRowsHearsWhatWasCommittedMeanwhile() async throws {
        let test = try await makeStore(2_000)
        defer { test.remove() }
        let barrier = Barrier(in: test.store)
        let results = try await FetchedResults(Self.ranked, in: test.store, showingFirst: 20)
        let latecomer = Latecomer(for: results)
        results.delegate = latecomer
        try await test.execute("DELETE FROM thing WHERE id = 1500")
        await barrier.open()

        #expect(await latecomer.heard.first { _ in true } == 2)
        #expect(results.snapshot.numberOfItems == 1_999)
    }

    @Test func aListThatNobodyWaitsForIsReadNoFurther() async throws {
        let meddler = Meddler()
        let test = try await makeStore(20_000, meddler: meddler)
        defer { test.remove() }
        var request = Self.ranked
        request.filter = SQL("meddle(id)").sqlExpression
        let barrier = Barrier(in: test.store)
        var results: FetchedResults<Thing>? = try await FetchedResults(request, in: test.store, showingFirst: 20)
        #expect(results?.snapshot.numberOfItems == 20_000)
        let (reached, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let looks = Mutex(0)
        meddler.act {
            let look = looks.withLock { looks in
                looks += 1
                return looks
            }
            if look == 1_000 {
                reached.signal()
                goOn.wait()
            }
        }
        await barrier.open()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                reached.wait()
                continuation.resume()
            }
        }
        results = nil
        goOn.signal()
        while test.store.loads.isBusy { await Task.yield() }
        #expect(looks.withLock { $0 } < 19_000)
    }

    @Test func aStoreThatIsClosedEndsTheLoad() async throws {
        let test = try await makeStore(2_000)
        defer { test.remove() }
        let barrier = Barrier(in: test.store)
        let results = try await FetchedResults(Self.ranked, in: test.store, showingFirst: 20)
        var updates = results.updates().makeAsyncIterator()
        test.store.close()
        await barrier.open()
        #expect(await updates.next() == nil)
        await #expect(throws: ResultsError.self) { try await results.waitUntilLoaded() }
        #expect(results.snapshot.numberOfItems == 2_000)
        #expect(results.snapshot.numberOfKnownItems == 20)
    }

    // MARK: Commits meanwhile

    /// Another connection commits while the rows are read, between two of them.
    @Test(arguments: 0..<draws(10, long: 200))
    func whatIsCommittedWhileTheRowsAreReadIsToldOnce(seed: Int) async throws {
        let meddler = Meddler()
        let test = try await makeStore(3_000, meddler: meddler)
        defer { test.remove() }
        var request = Self.ranked
        request.filter = SQL("meddle(id) AND hidden <> 3").sqlExpression
        let (results, barrier, recorder) = try await makeList(request, in: test, showingFirst: 30)
        let select = "SELECT id FROM thing WHERE hidden <> 3 ORDER BY rank, id"
        let list = try await test.ids(select)
        let outside = try test.openOutside()
        let random = Mutex(SeededGenerator(seed: UInt64(seed)))
        let commits = Mutex(0)
        meddler.act {
            let (isNow, id, rank) = random.withLock {
                ($0.chance(1), Int64.random(in: -10...3_010, using: &$0), Int.random(in: -1_500...3_000, using: &$0))
            }
            guard isNow else { return }
            commits.withLock { $0 += 1 }
            try outside.write { db in
                try db.execute(
                    sql: id % 3 == 0
                        ? "DELETE FROM thing WHERE id = \(id)"
                        : "REPLACE INTO thing(id, rank, hidden) VALUES (\(id), \(rank), \(rank % 4))")
            }
        }
        await barrier.open(through: .beforeOtherRows)
        await barrier.arrival(at: .beforeFollowing)
        meddler.act(nil)
        await barrier.open()
        try await results.waitUntilLoaded()
        while try await test.store.catchUp() {}
        #expect(commits.withLock { $0 } > 5)
        try await expectLed(from: list, to: select, by: recorder, results, test, "seed \(seed)")
        #expect(results.snapshot.violations() == [])
        #expect(results.statistics.refetched == 0)
    }

    /// This store and another connection commit at every step of the load of any request.
    @Test(arguments: 0..<draws(20, long: 3_000))
    func theListLeadsFromWhatWasShownToWhatIsThen(number: Int) async throws {
        let seed = UInt64(90_000 + number)
        var generator = SeededGenerator(seed: seed)
        let test = try await DrawnSchema.history.makeStore()
        defer { test.remove() }
        let edits = try Edits(test, seed: seed)
        for _ in 0..<120 { try await edits.perform() }
        let drawn = DrawnRequest(using: &generator)
        let context = "seed \(seed), \(drawn.summary)"
        let shown = Mutex<[[Int64]]>([])
        let barrier = Barrier(in: test.store) { step in
            for _ in 0..<(edits.number(upTo: 4)) { try await edits.perform() }
            if step == .beforeFirstRows {
                let model = try await test.store.read { try drawn.model($0) }
                shown.withLock { $0 = model }
            }
        }
        let count = Int.random(in: 1...40, using: &generator)
        let results = try await FetchedResults<Thing>(drawn.request, in: test.store, showingFirst: count)
        let recorder = UpdateRecorder()
        results.delegate = recorder
        var updates = results.updates().makeAsyncIterator()
        let first = results.snapshot
        let wasWhole = first.isWhole
        let begin =
            wasWhole ? try await test.store.read { try drawn.model($0) } : shown.withLock { $0 }
        let flat = begin.flatMap(\.self)
        let sizes = first.sizes(in: 0..<first.numberOfKnownItems)
        guard first.sectionCounts == begin.map(\.count),
            first.items(in: 0..<first.numberOfKnownItems) == Array(flat.prefix(first.numberOfKnownItems)),
            wasWhole || first.numberOfKnownItems == count
        else { throw ReplayError(description: "\(context): \(first.sectionCounts) is not \(begin)") }
        #expect(contractViolations(of: first) == [], "\(context)")

        await barrier.open()
        try await results.waitUntilLoaded()
        while try await test.store.catchUp() {}
        guard first.allItems == flat, first.sizes(in: 0..<sizes.count) == sizes else {
            throw ReplayError(description: "\(context): \(first.allItems) is not \(flat)")
        }
        var list = begin
        var hasHeard = false
        for step in 0..<30 {
            for update in recorder.takeUpdates() {
                hasHeard = true
                try BatchUpdate(update.changeset).validate(
                    from: update.old.sectionCounts, to: update.new.sectionCounts)
                list = try replay(update.changeset, on: list)
            }
            let found = try await test.store.read { try drawn.model($0) }
            guard list == found, results.snapshot.allItems == found.flatMap(\.self) else {
                throw ReplayError(description: "\(context), step \(step): \(list) is not \(found)")
            }
            let violations = results.snapshot.violations() + contractViolations(of: results.snapshot)
            guard violations.isEmpty else { throw ReplayError(description: "\(context): \(violations)") }
            try await edits.perform()
            while try await test.store.catchUp() {}
        }
        try await test.expectElements(of: results, context)
        // A reader that was slow is told all of it as one.
        for update in recorder.takeUpdates() { list = try replay(update.changeset, on: list) }
        guard hasHeard, case .success(let merged)? = await updates.next() else { return }
        guard try replay(merged.changeset, on: begin) == list else {
            throw ReplayError(description: "\(context): the merged changeset leads elsewhere")
        }
    }
}

/// Holds a load before its other rows are read, until it is opened.
private actor Barrier {
    private var opened: IndexLoads.Step?
    private var isOpen = false
    private var reached = Set<IndexLoads.Step>()
    private var waiting: [(step: IndexLoads.Step, continuation: CheckedContinuation<Void, Never>)] = []
    private var expecting: [(step: IndexLoads.Step, continuation: CheckedContinuation<Void, Never>)] = []

    /// - Parameter action: Called at each step before anything else.
    init(in store: LiveStore, _ action: @escaping @Sendable (IndexLoads.Step) async throws -> Void = { _ in }) {
        install(in: store, action)
    }

    private nonisolated func install(
        in store: LiveStore, _ action: @escaping @Sendable (IndexLoads.Step) async throws -> Void
    ) {
        store.loads.onStep { step in
            do { try await action(step) } catch { Issue.record(error) }
            await self.pass(step)
        }
    }

    private func pass(_ step: IndexLoads.Step) async {
        reached.insert(step)
        for one in expecting where one.step == step { one.continuation.resume() }
        expecting.removeAll { $0.step == step }
        guard step == .beforeOtherRows || step == .beforeFollowing, !isOpen, step != opened else { return }
        await withCheckedContinuation { waiting.append((step, $0)) }
    }

    func open() {
        isOpen = true
        for one in waiting { one.continuation.resume() }
        waiting = []
    }

    func open(through step: IndexLoads.Step) {
        opened = step
        for one in waiting where one.step == step { one.continuation.resume() }
        waiting.removeAll { $0.step == step }
    }

    func arrival(at step: IndexLoads.Step) async {
        guard !reached.contains(step) else { return }
        await withCheckedContinuation { expecting.append((step, $0)) }
    }
}

/// Does something whenever SQLite looks at a row.
private final class Meddler: Sendable {
    private let action = Mutex<(@Sendable () throws -> Void)?>(nil)

    func act(_ action: (@Sendable () throws -> Void)?) { self.action.withLock { $0 = action } }

    /// True for every row.
    var function: DatabaseFunction {
        DatabaseFunction("meddle", argumentCount: 1, pure: true) { [self] _ in
            try action.withLock { $0 }?()
            return true
        }
    }
}

/// Random transactions of a store and of another connection.
private final class Edits: Sendable {
    private struct State {
        var things: RandomEdits
        var others: RandomEdits
        var generator: SeededGenerator
    }

    private let test: TestStore
    private let outside: DatabaseQueue
    private let state: Mutex<State>

    init(_ test: TestStore, seed: UInt64) throws {
        self.test = test
        outside = try test.openOutside()
        state = Mutex(
            State(
                things: RandomEdits(
                    table: "thing", columns: ["rank", "name", "shown", "hidden"], maximumRows: 250, seed: seed),
                others: RandomEdits(table: "other", columns: ["thing", "label"], maximumRows: 40, seed: seed + 1),
                generator: SeededGenerator(seed: seed + 2)))
    }

    func number(upTo end: Int) -> Int { state.withLock { Int.random(in: 0...end, using: &$0.generator) } }

    func perform() async throws {
        let (which, isOutside) = state.withLock {
            (Int.random(in: 0..<100, using: &$0.generator), $0.generator.chance(40))
        }
        try await test.follow(from: isOutside ? outside : nil) { [self] db in
            try state.withLock { state in
                if which < 80 { try state.things.perform(in: db) }
                if which > 75 { try state.others.perform(in: db) }
            }
        }
    }
}

/// Waits for all rows of a list from the first update on, and says how many updates had been told when that ends.
private final class Latecomer: FetchedResultsDelegate {
    let heard: AsyncStream<Int>
    private let answer: AsyncStream<Int>.Continuation
    private let results: FetchedResults<Thing>
    private let told = Mutex(0)

    init(for results: FetchedResults<Thing>) {
        self.results = results
        (heard, answer) = AsyncStream.makeStream()
    }

    func didChangeContent(_ update: SnapshotUpdate<RowsSnapshot>) {
        let number = told.withLock { told in
            told += 1
            return told
        }
        guard number == 1 else { return }
        let isBack = DispatchSemaphore(value: 0)
        Task {
            try await results.waitUntilLoaded()
            isBack.signal()
            answer.yield(told.withLock { $0 })
        }
        // Who does not wait for the update behind this one is back at once.
        _ = isBack.wait(timeout: .now() + 0.2)
    }
}
