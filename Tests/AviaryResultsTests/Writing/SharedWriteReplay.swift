import AviaryResults
import AviarySnapshots
import AviaryTesting
import GRDB

/// Draws writes of several windows and performs them twice: in one store they wait together, in the other one, the model,
/// each has been answered before the next one is asked for. Answers, rows, log, receipts and steps have to be the same.
final class SharedWriteReplay {
    private enum Kind: CaseIterable {
        case insert, update, delete, mistake, orphan, parentLast, rollBack, undo, redo, schema
    }

    private struct Step: Sendable {
        var kind: Kind
        var window: Int
        var number: Int
        var row: Int
        var name: String
        var receipt: String?
    }

    private struct Mistake: Error {}

    /// A store, and the steps of its windows.
    private struct Side: Sendable {
        let test: TestStore
        let stacks: [UndoStack]

        init(windows: Int) throws {
            test = try TestStore(
                schema: """
                    CREATE TABLE thing(id INTEGER PRIMARY KEY AUTOINCREMENT, rank, name UNIQUE, shown, hidden);
                    CREATE TABLE note(thing REFERENCES thing(id) ON DELETE CASCADE);
                    CREATE TABLE late(thing REFERENCES thing(id) DEFERRABLE INITIALLY DEFERRED)
                    """, clock: ManualClock())
            try test.database.write { try Receipts.install(in: $0) }
            stacks = (0..<windows).map { _ in UndoStack() }
        }
    }

    private static let windows = 6

    private let seed: UInt64
    private var random: SeededGenerator
    private let shared: Side
    private let model: Side
    private let counter: CommitCounter
    private var list: FetchedResults<Thing>?
    private var number = 0
    private var round = 0

    /// How often what was the answer.
    private(set) var outcomes: [String: Int] = [:]
    private(set) var writes = 0
    private(set) var refusals = 0
    var commits: Int { counter.commits }

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        shared = try Side(windows: Self.windows)
        model = try Side(windows: Self.windows)
        counter = CommitCounter(shared.test.database)
    }

    func remove() {
        shared.test.remove()
        model.test.remove()
    }

    // MARK: Rounds

    func playRound() async throws {
        round += 1
        if list == nil {
            list = try await FetchedResults(ListRequest(sort: [Column("name").asc]), in: shared.test.store)
        }
        let steps = drawSteps()
        // The first commit is that of all, unless one rolls them back before.
        let mayBeRefused = random.chance(30) && !steps.contains { $0.kind == .rollBack }
        let attempts = steps.map { step in
            Attempt { [shared] _ in await Self.perform(step, in: shared) }
        }
        let answers = await shared.test.store.writeTogether(attempts) { _ in
            // One that is alone would have to fail in the model, too.
            guard mayBeRefused, shared.test.store.waitingWrites > 1 else { return }
            counter.refuse(1)
            refusals += 1
        }
        for (step, answer) in zip(steps, answers) {
            let (answer, expected) = (try answer.get(), await Self.perform(step, in: model))
            if answer != expected { throw failure("\(step) is answered with \(answer), not \(expected)") }
            outcomes[answer, default: 0] += 1
        }
        writes += steps.count
        try await compare(after: steps)
    }

    /// A window may have asked for several: each finds what those before it leave.
    private func drawSteps() -> [Step] {
        (0..<random.skewed(upTo: 2 * Self.windows)).map { _ in
            number += 1
            let window = Int.random(in: 0..<Self.windows, using: &random)
            let kind = Kind.allCases.randomElement(using: &random) ?? .insert
            // A repeated receipt may be that of a write of the same round. A window that has no step to take back, and waits
            // for none, looks for it at once, before that is committed.
            let isRepeated = ![.undo, .redo].contains(kind) && random.chance(20)
            let receipt = isRepeated ? Int.random(in: number - 8...number, using: &random) : number
            return Step(
                kind: kind, window: window, number: number, row: Int.random(in: 1...12, using: &random),
                name: "name \(Int.random(in: 0..<30, using: &random))",
                receipt: random.chance(70) ? "\(receipt)" : nil)
        }
    }

    private func failure(_ what: String) -> ReplayError {
        ReplayError(description: "seed \(seed), round \(round): \(what)")
    }

    // MARK: Steps

    private static func perform(_ step: Step, in side: Side) async -> String {
        let (store, stack) = (side.test.store, side.stacks[step.window])
        do {
            switch step.kind {
            case .undo, .redo:
                let outcome =
                    step.kind == .undo
                    ? try await store.undo(stack, receipt: step.receipt)
                    : try await store.redo(stack, receipt: step.receipt)
                guard let outcome else { return "nothing" }
                let isExact = outcome.conflicting + outcome.unreachable == 0
                return isExact && outcome.lost.isEmpty ? "undone" : isExact ? "lost \(outcome.lost)" : "\(outcome)"
            default:
                try await store.write(undoable: "Step \(step.number)", in: stack, receipt: step.receipt) { db in
                    try db.execute(sql: sql(of: step))
                    if step.kind == .mistake { throw Mistake() }
                }
                return "done"
            }
        } catch is Mistake {
            return "mistake"
        } catch ResultsError.alreadyDone {
            return "already done"
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
            return "foreign key"
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return "constraint"
        } catch {
            return "\(error)"
        }
    }

    private static func sql(of step: Step) -> String {
        let values = "(rank, name) VALUES (\(step.number), '\(step.name)')"
        return switch step.kind {
        case .insert: "INSERT INTO thing\(values)"
        case .update:
            """
            UPDATE thing SET shown = \(step.number), name = '\(step.name)' WHERE id = \(step.row);
            INSERT INTO note SELECT id FROM thing WHERE id = \(step.row)
            """
        case .delete: "DELETE FROM thing WHERE id = \(step.row)"
        case .mistake: "DELETE FROM thing WHERE id > \(step.row); INSERT INTO thing\(values)"
        case .orphan: "UPDATE thing SET shown = -1; INSERT INTO late VALUES (\(step.row + 100_000))"
        case .parentLast:
            """
            PRAGMA defer_foreign_keys = ON;
            INSERT INTO note VALUES (\(step.number + 1_000));
            INSERT INTO thing(id, rank, hidden) VALUES (\(step.number + 1_000), \(step.number), 'parent')
            """
        case .rollBack: "INSERT OR ROLLBACK INTO thing\(values)"
        case .schema: "CREATE INDEX IF NOT EXISTS \"extra \(step.number)\" ON thing(shown)"
        case .undo, .redo: ""
        }
    }

    // MARK: Comparing

    private func compare(after steps: [Step]) async throws {
        let (found, expected) = (try await content(of: shared), try await content(of: model))
        if found != expected {
            let difference = found.difference(from: expected)
            throw failure("after \(steps) the store differs: \(difference)")
        }
        let names = { (side: Side) in
            side.stacks.map { [$0.undoName ?? "-", "\($0.undoCount)", $0.redoName ?? "-", "\($0.redoCount)"] }
        }
        if names(shared) != names(model) {
            throw failure("after \(steps) the windows' steps are \(names(shared)), not \(names(model))")
        }
        guard let list else { return }
        let ids = try await shared.test.ids("SELECT id FROM thing ORDER BY name, id")
        if list.snapshot.allItems != ids { throw failure("after \(steps) the list is \(list.snapshot.allItems)") }
    }

    /// Everything that the tables hold.
    private func content(of side: Side) async throws -> [String] {
        try await side.test.store.read { db in
            let rows = """
                SELECT 'thing ' || id || ' ' || quote(rank) || quote(name) || quote(shown) || quote(hidden) FROM thing
                """
            let log = "SELECT 'log ' || seq || tbl || row || op || columns || ifnull(old, '') FROM aviaryHistory"
            return try [
                rows, "SELECT 'note ' || thing FROM note", "SELECT 'late ' || thing FROM late", log,
                "SELECT 'receipt ' || seq || ' ' || name FROM aviaryReceipt",
                "SELECT name FROM sqlite_master WHERE type <> 'trigger'",
            ].flatMap { try String.fetchAll(db, sql: $0) }
        }
    }
}
