import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB

/// Draws writes of a window, and what others do to the same rows between a write's run and its arrival, and compares
/// the store, the centre, the answers and the steps with the model.
final class UpstreamReplay {
    private static let tables = """
        CREATE TABLE thing(id INTEGER PRIMARY KEY AUTOINCREMENT, rank, name, shown, hidden);
        CREATE TABLE note(
            id INTEGER PRIMARY KEY AUTOINCREMENT, thing INTEGER REFERENCES thing(id) ON DELETE CASCADE, text);
        """
    private static let trigger = """
        CREATE TRIGGER counting AFTER INSERT ON note BEGIN
            UPDATE thing SET hidden = ifnull(hidden, 0) + 1 WHERE id = NEW.thing;
        END
        """

    private struct Mistake: Error {}

    private let seed: UInt64
    private var random: SeededGenerator
    private let centre: Centre
    private let upstream: CentreUpstream
    private let test: TestStore
    private let stack = UndoStack()
    private let model: UpstreamModel
    private var list: FetchedResults<Thing>?
    private var round = 0
    /// Makes names differ.
    private var number = 0

    /// How often what was the answer.
    private(set) var outcomes: [String: Int] = [:]
    private(set) var conflicts = 0

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        centre = try Centre(tables: Self.tables)
        upstream = CentreUpstream(centre)
        test = try TestStore(schema: Self.tables + Self.trigger, clock: ImpatientClock(), upstream: upstream)
        model = try UpstreamModel(tables: Self.tables, trigger: Self.trigger)
    }

    func remove() { test.remove() }

    // MARK: Rounds

    func playRound() async throws {
        round += 1
        if list == nil {
            list = try await FetchedResults(ListRequest(sort: [Column("name").asc]), in: test.store)
        }
        let action = drawAction()
        let receipt = random.chance(60) ? "\(random.chance(15) ? round - 1 : round)" : nil
        let events = drawEvents(for: action, receipt)
        let (expected, sent) = try model.perform(action, named: "Step \(round)", receipt: receipt, events)
        upstream.plan(events)
        let answer = await perform(action, receipt)
        try check(answer == expected, "\(action), \(events) is answered with \(answer), not \(expected)")
        let count = upstream.writes.count
        try check(count == sent, "\(action), \(events) was sent \(count) times, not \(sent)")
        conflicts += max(0, sent - 1)
        outcomes[answer, default: 0] += 1
        if answer == "unknown", let receipt {
            // Asked for again, it has been done.
            upstream.plan([])
            let answer = await perform(action, receipt)
            try check(answer == "already done", "\(action) is done again with \(answer)")
        }
        try await upstream.follow()
        try await compare(after: action)
    }

    private func check(_ holds: Bool, _ what: @autoclosure () -> String) throws {
        if !holds { throw ReplayError(description: "seed \(seed), round \(round): \(what())") }
    }

    private func drawAction() -> UpstreamModel.Action {
        let (row, value) = (Int.random(in: 1...15, using: &random), Int.random(in: 0..<5, using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: return .undo
        case 2, 3: return .redo
        case 4, 5:
            return .write(sql: "INSERT INTO thing(rank, name) VALUES (\(value), 'name \(round)')", isMistaken: false)
        case 6: return .write(sql: "INSERT INTO note(thing, text) VALUES (\(row), '\(round)')", isMistaken: false)
        case 7: return .write(sql: "DELETE FROM thing WHERE id = \(row)", isMistaken: false)
        case 8: return .write(sql: "DELETE FROM thing WHERE rank = \(value)", isMistaken: random.chance(30))
        case 9: return .write(sql: "UPDATE thing SET rank = rank + 1 WHERE id >= \(row)", isMistaken: false)
        case 10:
            return .write(
                sql: "INSERT INTO thing(rank) VALUES (\(value)); INSERT INTO note(thing) SELECT max(id) FROM thing",
                isMistaken: false)
        default: return .write(sql: "UPDATE thing SET shown = \(value) WHERE id = \(row)", isMistaken: false)
        }
    }

    private func drawEvents(for action: UpstreamModel.Action, _ receipt: String?) -> [CentreUpstream.Event] {
        let runs = Int.random(in: 0..<4, using: &random)
        var events = (0..<runs).map { _ in
            var event = CentreUpstream.Event()
            event.others = (0..<Int.random(in: 0..<3, using: &random)).map { _ in drawEdit() }
            if random.chance(5) { event.fate = .conflicts }
            if random.chance(3) { event.receipt = receipt }
            return event
        }
        if let last = events.indices.last {
            if random.chance(10) { events[last].fate = .fails(.unreachable(reason: "drawn")) }
            // Whether a window's own step was taken back, it does not know then.
            if case .write = action, random.chance(15) { events[last].fate = .answerIsLost }
        }
        return events
    }

    /// What another program does. It leaves things with notes there, and its own: of a row that is gone before the file
    /// hears of it, the file does not know that its id was used.
    private func drawEdit() -> String {
        let row = Int.random(in: 1...15, using: &random)
        number += 1
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: "INSERT INTO thing(id, name) VALUES (-\(number), 'theirs')"
        case 1: "INSERT INTO thing(name) VALUES ('theirs \(number)')"
        case 2:
            """
            DELETE FROM thing WHERE id = \(row) AND id NOT IN (SELECT thing FROM note)
            AND ifnull(name, '') NOT LIKE 'theirs%'
            """
        default: "UPDATE thing SET rank = \(row % 5) WHERE id = \(row)"
        }
    }

    // MARK: The store

    private func perform(_ action: UpstreamModel.Action, _ receipt: String?) async -> String {
        do {
            switch action {
            case .undo: return answer(try await test.store.undo(stack, receipt: receipt))
            case .redo: return answer(try await test.store.redo(stack, receipt: receipt))
            case .write(let sql, let isMistaken):
                try await test.store.write(undoable: "Step", in: stack, receipt: receipt) { db in
                    try db.execute(sql: sql)
                    if isMistaken { throw Mistake() }
                }
                return "done"
            }
        } catch is Mistake {
            return "mistake"
        } catch ResultsError.alreadyDone {
            return "already done"
        } catch UpstreamError.unknownOutcome {
            return "unknown"
        } catch UpstreamError.unreachable {
            return "failed"
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return "constraint"
        } catch {
            return "\(error)"
        }
    }

    private func answer(_ outcome: UndoOutcome?) -> String {
        guard let outcome else { return "nothing" }
        let all = outcome.restored + outcome.conflicting + outcome.unreachable
        return "restored \(outcome.restored) of \(all)"
    }

    private func compare(after action: UpstreamModel.Action) async throws {
        let expected = try model.rows()
        let databases: [(String, any DatabaseReader)] = [("file", test.database), ("centre", centre.database)]
        for (name, database) in databases {
            let rows = try await database.read { db in try UpstreamModel.rows(db) }
            try check(rows == expected, "after \(action) the \(name) has \(rows), not \(expected)")
        }
        let names = [stack.undoName, stack.redoName]
        let isSame = names.map { $0 == nil } == [model.undoName == nil, model.redoName == nil]
        try check(isSame, "after \(action) undo and redo are \(names)")
        guard let list else { return }
        let ids = try await test.ids("SELECT id FROM thing ORDER BY name, id")
        try check(list.snapshot.allItems == ids, "after \(action) the list is \(list.snapshot.allItems)")
    }
}
