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
        return try await running(turn, of: stack, receipt: receipt) { () async throws -> T in
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
    /// Where it is not known whether the last step was done, that is asked first. One that was not done is dropped, and
    /// then nothing else is taken back: it was another step than the one that the person saw.
    ///
    /// - Parameter turn: That of this write in the stack.
    /// - Returns: `nil` when there is nothing.
    func revert(
        _ direction: UndoStack.Direction, _ stack: UndoStack, _ turn: Int, _ receipt: String?,
        through upstream: any StoreUpstream
    ) async throws -> UndoOutcome? {
        let generation = generation
        return try await running(turn, of: stack, receipt: nil) { () async throws -> UndoOutcome? in
            if direction == .undo, let dropped = try await settleLast(of: stack, upstream, receipt) {
                return UndoOutcome(name: dropped, restored: 0, conflicting: 0)
            }
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

    /// Asks what became of the writes of the last entry.
    ///
    /// - Parameter receipt: That of the undo. It is stored if nothing of the entry was done: asked for again, the undo takes
    ///   back nothing else either.
    /// - Returns: The name of the entry, if nothing of it was done; it is gone then.
    /// - Throws: `UpstreamError` when that cannot be asked, or the file does not have the write yet, and
    ///   `ResultsError.alreadyDone`.
    private func settleLast(
        of stack: UndoStack, _ upstream: any StoreUpstream, _ receipt: String?
    ) async throws -> String? {
        guard let entry = stack.last(.undo) else { return nil }
        var hasOthers = false
        var undone: [String] = []
        for step in entry.steps {
            guard let receipt = step.receiptInDoubt else {
                hasOthers = true
                continue
            }
            guard try await settle(receipt: receipt) else {
                undone.append(receipt)
                continue
            }
            try await awaitFile(with: receipt)
            stack.inTurns { $0.settle(receipt, isDone: true) }
            hasOthers = true
        }
        // The entry stays until this is stored. Else an undo that fails here would take back another step the next time.
        if !hasOthers, let receipt { _ = try await certify(upstream, receipt: receipt) { _ in } }
        stack.inTurns { turns in
            for receipt in undone { turns.settle(receipt, isDone: false) }
        }
        return hasOthers ? nil : entry.name ?? ""
    }

    /// Waits until the file has a write that is done.
    private func awaitFile(with receipt: String) async throws {
        for _ in 0..<500 {
            if try await read({ db in try Receipts.contains(receipt, in: db) }) { return }
            try await clock.sleep(for: .milliseconds(20))
        }
        throw UpstreamError.unreachable(reason: "the write before is not in the file yet")
    }

    /// Runs a write when its turn comes, and tells the stack what becomes of it.
    ///
    /// Writes are under way together until the other database has them, and each runs on what is there already. So an
    /// undo waits for those of its stack that were asked for before it, which it may take back, and those behind wait
    /// for the undo.
    ///
    /// - Parameter receipt: By which it can be asked whether the write was done; `nil` for an undo, which may be done
    ///   again.
    private func running<T>(
        _ turn: Int, of stack: UndoStack, receipt: String?, _ write: () async throws -> T
    ) async throws -> T {
        do {
            try await stack.wait(for: turn)
            let value = try await write()
            stack.inTurns { turns in
                // It is done now, so an attempt before with the same receipt was not.
                if let receipt { turns.settle(receipt, isDone: false) }
                turns.commit(turn)
            }
            return value
        } catch {
            if case UpstreamError.unknownOutcome = error, let receipt {
                stack.inTurns { $0.commit(turn, inDoubt: receipt) }
            } else {
                stack.inTurns { $0.fail(turn, dropsEntry: !error.mayPass) }
            }
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
