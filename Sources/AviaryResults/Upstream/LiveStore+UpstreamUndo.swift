import GRDB

extension LiveStore {
    /// Does a write that can be taken back. Its step holds the rows before and after, since the history of the file
    /// tells of others' changes in the same transactions.
    func write<T: Sendable>(
        undoable name: String, in stack: UndoStack, group: String?, receipt: String?,
        through upstream: any StoreUpstream, _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        let generation = generation
        undoStacks.insert(stack)
        let turn = stack.inTurns { $0.begin() }
        return try await running(turn, of: stack) { () async throws -> T in
            let rehearsal = try await certify(
                upstream, receipt: receipt,
                rehearsed: { (made: Certified<T>, changes) in
                    let step = UndoStack.Step(name, rows: changes, generation, made.schema).counting(made.counts)
                    let change = UndoTurns.Change(steps: [step]) { entries in
                        if !step.changes.isEmpty { entries.push(step, group: group) }
                    }
                    stack.inTurns { $0.replace(by: change, of: turn) }
                }
            ) { [schemas] db in
                let schema = try schemas.schema(db, generation: generation)
                let (value, rows) = try DependentRows.counting(under: schema, in: db) { try updates(db) }
                return Certified(value: value, schema: schema, counts: rows.counts)
            }
            return rehearsal.value.value
        }
    }

    /// Takes the last step back, or does it again.
    ///
    /// - Parameter turn: That of this write in the stack.
    /// - Returns: `nil` when there is nothing.
    func revert(
        _ direction: UndoStack.Direction, _ stack: UndoStack, _ turn: Int, _ receipt: String?,
        through upstream: any StoreUpstream
    ) async throws -> UndoOutcome? {
        let generation = generation
        return try await running(turn, of: stack) { () async throws -> UndoOutcome? in
            guard let entry = stack.inTurns({ $0.take(direction, in: turn) }) else {
                return try await revertNothing(receipt)
            }
            let rehearsal = try await certify(
                upstream, receipt: receipt,
                rehearsed: { (made: Certified<UndoOutcome>, changes) in
                    let inverse = UndoStack.Step(entry.name ?? "", rows: changes, generation, made.schema)
                        .counting(made.counts)
                    let change = UndoTurns.Change(steps: [inverse]) { entries in
                        entries.revert(
                            entry, direction, inverse: UndoStack.Entry(steps: [inverse], group: entry.group),
                            made.value)
                    }
                    stack.inTurns { $0.replace(by: change, of: turn) }
                }
            ) { [schemas] db in
                let schema = try schemas.schema(db, generation: generation)
                var outcome = UndoOutcome(name: entry.name ?? "", restored: 0, conflicting: 0)
                var counts = DependentRows.Counts()
                // What was done last is what the others find.
                for step in entry.steps.reversed() {
                    let (done, rows) = try DependentRows.counting(under: schema, in: db) {
                        try HistoryInverse(of: step, under: schema, in: db).apply(db)
                    }
                    outcome += done
                    outcome.lost.merge(rows.counts.left(of: step.lost), uniquingKeysWith: +)
                    counts += rows.counts
                }
                return Certified(value: outcome, schema: schema, counts: counts)
            }
            return rehearsal.value.value
        }
    }

    /// Runs a write when its turn comes, and tells the stack what becomes of it.
    ///
    /// Writes are under way together until the other database has them, and each runs on what is there already. So an
    /// undo waits for those of its stack that were asked for before it, which it may take back, and those behind wait
    /// for the undo.
    private func running<T>(_ turn: Int, of stack: UndoStack, _ write: () async throws -> T) async throws -> T {
        do {
            try await stack.wait(for: turn)
            let value = try await write()
            stack.inTurns { $0.commit(turn) }
            return value
        } catch {
            stack.inTurns { $0.fail(turn, dropsEntry: !error.mayPass) }
            throw error
        }
    }
}

/// The result of a write, and what its step needs beside its rows.
private struct Certified<Value: Sendable>: Sendable {
    var value: Value
    var schema: HistorySchema
    var counts: DependentRows.Counts
}

extension DependentRows.Counts {
    fileprivate static func += (all: inout Self, more: Self) {
        all.changed.merge(more.changed, uniquingKeysWith: +)
        all.deleted.merge(more.deleted, uniquingKeysWith: +)
        all.inserted.merge(more.inserted, uniquingKeysWith: +)
    }
}
