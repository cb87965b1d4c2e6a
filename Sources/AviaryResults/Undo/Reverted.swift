import GRDB

/// The result of taking an entry back. The result is complete after the commit, because only then are all dependent
/// rows counted.
struct Reverted: Sendable {
    private let entry: UndoStack.Entry
    private var done: UndoOutcome
    private var steps: [(step: UndoStack.Step, inverse: UndoStack.Step, rows: DependentRows)] = []

    /// Takes the entry back.
    ///
    /// - Throws: `ResultsError.tooLongAgo`, and SQLite's errors.
    init(_ entry: UndoStack.Entry, _ generation: Int, _ schemas: HistorySchema.Cache, in db: Database) throws {
        self.entry = entry
        done = UndoOutcome(name: entry.name ?? "", restored: 0, conflicting: 0)
        // In the log of another file, the same sequences belong to other changes.
        if entry.steps.contains(where: { $0.generation != generation }) {
            throw ResultsError.tooLongAgo(entry.name ?? "")
        }
        // The last step comes first, because it is the state that the earlier steps are compared with.
        for step in entry.steps.reversed() {
            let schema = try schemas.schema(db, generation: generation)
            let before = try History.version(db)
            let (outcome, rows) = try DependentRows.counting(under: schema, in: db) {
                try HistoryInverse(of: step, under: schema, in: db).apply(db)
            }
            let inverse = try UndoStack.Step(entry.name ?? "", after: before, generation, schema, in: db)
            done += outcome
            steps.append((step, inverse, rows))
        }
        // Only the COMMIT would check deferred foreign keys. It may come later, with other writes, so they are checked
        // here.
        try db.checkDeferredForeignKeys()
    }

    var outcome: UndoOutcome {
        steps.reduce(into: done) { outcome, made in
            outcome.lost.merge(made.rows.counts.left(of: made.step.lost), uniquingKeysWith: +)
        }
    }

    private var inverse: UndoStack.Entry {
        UndoStack.Entry(steps: steps.map { $0.inverse.counting($0.rows.counts) }, group: entry.group)
    }

    /// The change of the stack that belongs to this write.
    func change(_ direction: UndoStack.Direction) -> UndoTurns.Change {
        UndoTurns.Change(steps: inverse.steps) { $0.revert(entry, direction, inverse: inverse, done) }
    }
}
