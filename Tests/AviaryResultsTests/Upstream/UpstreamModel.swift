import GRDB

/// What writes of a store with a centre lead to, worked out slowly: every run reads all rows before and after.
///
/// A write whose rows nobody has touched comes before what others did meanwhile, else after it.
final class UpstreamModel {
    typealias Rows = [String: String]

    /// What a window did, as rows before and after.
    struct Step {
        var name: String
        var before: Rows
        var after: Rows

        var keys: Set<String> { Set(before.keys).union(after.keys) }
    }

    enum Action {
        case write(sql: String, isMistaken: Bool)
        case undo
        case redo

        var isWrite: Bool { if case .write = self { true } else { false } }
    }

    private let database: DatabaseQueue
    private let trigger: String
    private var receipts: Set<String> = []
    private var undo: [Step] = []
    private var redo: [Step] = []

    var undoName: String? { undo.last?.name }
    var redoName: String? { redo.last?.name }

    init(tables: String, trigger: String) throws {
        database = try DatabaseQueue()
        self.trigger = trigger
        try database.write { try $0.execute(sql: tables + trigger) }
    }

    func rows() throws -> Rows { try database.read { db in try Self.rows(db) } }

    /// Each row as the values of an INSERT, by table and id.
    static func rows(_ db: Database) throws -> Rows {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT 'thing ' || id,
                    id || ', ' || quote(rank) || ', ' || quote(name) || ', ' || quote(shown) || ', ' || quote(hidden)
                FROM thing
                UNION ALL SELECT 'note ' || id, id || ', ' || quote(thing) || ', ' || quote(text) FROM note
                """)
        return Dictionary(uniqueKeysWithValues: rows.map { row in (row[0] as String, row[1] as String) })
    }

    func edit(_ sql: String) throws { try database.write { try $0.execute(sql: sql) } }

    // MARK: Actions

    /// - Parameter events: What happens to the runs of the write, one after the other.
    /// - Returns: The answer, and how many runs were sent.
    func perform(
        _ action: Action, named name: String, receipt: String?, _ events: [CentreUpstream.Event]
    ) throws -> (answer: String, sent: Int) {
        if !action.isWrite, next(action) == nil {
            return (receipt.map(receipts.contains) == true ? "already done" : "nothing", 0)
        }
        var sent = 0
        while true {
            if let receipt, receipts.contains(receipt) { return ("already done", sent) }
            let event = sent < events.count ? events[sent] : .init()
            let run: (answer: String, before: Rows, after: Rows)
            do { run = try self.run(action) } catch let failure as Failure { return (failure.answer, sent) }
            let changed = Set(run.before.keys).union(run.after.keys).filter { run.before[$0] != run.after[$0] }
            if changed.isEmpty, receipt == nil {
                finish(action, name, changed, run)
                return (run.answer, sent)
            }
            sent += 1
            if case .fails = event.fate { return ("failed", sent) }
            for sql in event.others { try edit(sql) }
            if let other = event.receipt { receipts.insert(other) }
            if let receipt, receipts.contains(receipt) { return ("already done", sent) }
            let now = try rows()
            if event.fate == .conflicts || changed.contains(where: { now[$0] != run.before[$0] }) { continue }
            let orphans = changed.filter { key in
                guard let thing = Self.thing(of: key, in: run.after) else { return false }
                return changed.contains(thing) ? run.after[thing] == nil : now[thing] == nil
            }
            if !orphans.isEmpty { continue }
            try put(run.after.filter { changed.contains($0.key) }, deleting: changed.filter { run.after[$0] == nil })
            if let receipt { receipts.insert(receipt) }
            if event.fate == .answerIsLost {
                // By its receipt it is found out later that it was done.
                if receipt != nil { finish(action, name, changed, run) }
                return ("unknown", sent)
            }
            finish(action, name, changed, run)
            return (run.answer, sent)
        }
    }

    /// The thing that a note belongs to.
    private static func thing(of key: String, in rows: Rows) -> String? {
        guard key.hasPrefix("note"), let note = rows[key] else { return nil }
        return "thing \(note.split(separator: ", ")[1])"
    }

    private struct Failure: Error {
        var answer: String
    }

    private func next(_ action: Action) -> Step? {
        switch action {
        case .write: nil
        case .undo: undo.last
        case .redo: redo.last
        }
    }

    /// Runs an action, and takes it back.
    private func run(_ action: Action) throws -> (answer: String, before: Rows, after: Rows) {
        let before = try rows()
        guard case .write(let sql, let isMistaken) = action else {
            guard let step = next(action) else { return ("nothing", before, before) }
            return revert(step, before)
        }
        var after = before
        do {
            try database.inDatabase { db in
                try db.inTransaction {
                    try db.execute(sql: sql)
                    if isMistaken { throw Failure(answer: "mistake") }
                    after = try Self.rows(db)
                    return .rollback
                }
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw Failure(answer: "constraint")
        }
        return ("done", before, after)
    }

    /// Puts back each row that is as the step left it.
    private func revert(_ step: Step, _ before: Rows) -> (answer: String, before: Rows, after: Rows) {
        var after = before
        let free = step.keys.filter { before[$0] == step.after[$0] }
        for key in free { after[key] = step.before[key] }
        // A note needs its thing.
        let orphans = free.filter { key in Self.thing(of: key, in: after).map { after[$0] == nil } ?? false }
        for key in orphans { after[key] = before[key] }
        return ("restored \(free.count - orphans.count) of \(step.keys.count)", before, after)
    }

    private func put(_ rows: Rows, deleting: Set<String>) throws {
        try database.writeWithoutTransaction { db in
            // Neither cascades nor the trigger: the rows are all there is.
            try db.execute(sql: "PRAGMA foreign_keys = OFF; DROP TRIGGER counting")
            for key in deleting {
                let parts = key.split(separator: " ")
                try db.execute(sql: "DELETE FROM \(parts[0]) WHERE id = \(parts[1])")
            }
            for (key, values) in rows {
                try db.execute(sql: "REPLACE INTO \(key.split(separator: " ")[0]) VALUES (\(values))")
            }
            try db.execute(sql: trigger + "; PRAGMA foreign_keys = ON")
        }
    }

    private func finish(
        _ action: Action, _ name: String, _ changed: Set<String>, _ run: (answer: String, before: Rows, after: Rows)
    ) {
        let done = Step(
            name: name, before: run.before.filter { changed.contains($0.key) },
            after: run.after.filter { changed.contains($0.key) })
        switch action {
        case .write:
            guard !changed.isEmpty else { return }
            undo.append(done)
            redo = []
        case .undo, .redo:
            var step: Step?
            if case .undo = action { step = undo.popLast() } else { step = redo.popLast() }
            guard var step else { return }
            let isWorthIt = !changed.isEmpty || run.answer == "restored \(step.keys.count) of \(step.keys.count)"
            guard isWorthIt else { return }
            step = Step(name: step.name, before: done.before, after: done.after)
            if case .undo = action { redo.append(step) } else { undo.append(step) }
        }
    }
}
