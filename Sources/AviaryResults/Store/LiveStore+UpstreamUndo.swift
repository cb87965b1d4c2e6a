import GRDB

extension LiveStore {
    /// Makes a write that can be taken back. Its step holds the rows before and after the write. The file's history
    /// does not suffice, because its transactions also contain changes of others.
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
    /// If the outcome of the last step is unknown, the upstream is asked first. A step that was not done is dropped,
    /// and nothing else is taken back, because that would be another step than the person saw.
    ///
    /// - Parameter turn: The turn of this write in the stack.
    /// - Returns: `nil` when there is nothing to take back.
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
                // The last step comes first, because it is the state that the earlier steps are compared with.
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

    /// Finds out whether the writes of the last entry were done.
    ///
    /// - Parameter receipt: The receipt of the undo. It is stored if no write of the entry was done, so that the same
    ///   undo takes nothing else back when it is requested again.
    /// - Returns: The name of the entry if none of its writes was done. The entry is dropped then.
    /// - Throws: `UpstreamError` when the upstream cannot be asked, or the file does not have the write yet;
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
        // The entry stays until the receipt is stored. Otherwise, if this undo fails here, the next one would take back
        // another step.
        if !hasOthers, let receipt { _ = try await certify(upstream, receipt: receipt) { _ in } }
        stack.inTurns { turns in
            for receipt in undone { turns.settle(receipt, isDone: false) }
        }
        return hasOthers ? nil : entry.name ?? ""
    }

    /// Waits until the file has received a write.
    private func awaitFile(with receipt: String) async throws {
        for _ in 0..<500 {
            if try await read({ db in try Receipts.contains(receipt, in: db) }) { return }
            try await clock.sleep(for: .milliseconds(20))
        }
        throw UpstreamError.unreachable(reason: "the write before is not in the file yet")
    }

    /// Runs a write when its turn comes, and tells the stack about its end.
    ///
    /// Several writes may be on their way to the upstream, and each runs on the rows that are in the file already. So
    /// an undo waits for earlier writes of its stack, because it may have to take them back. Later writes wait for the
    /// undo.
    ///
    /// - Parameter receipt: The receipt that identifies the write if its outcome is unknown; `nil` for an undo, which
    ///   may run twice.
    private func running<T>(
        _ turn: Int, of stack: UndoStack, receipt: String?, _ write: () async throws -> T
    ) async throws -> T {
        do {
            try await stack.wait(for: turn)
            let value = try await write()
            stack.inTurns { turns in
                // This attempt has succeeded, so an earlier attempt with the same receipt has not.
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

/// The result of a write, and the data of its step besides the rows.
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
