public import GRDB

extension LiveStore {
    /// Runs one transaction that can be taken back, or a part of one; see `write(alone:_:)`.
    ///
    /// Only changes of tables with history can; see `History.install(on:in:)`.
    ///
    /// - Parameters:
    ///   - name: A name of the action for the person: "Remove colors".
    ///   - stack: The stack of the window in which it was done.
    ///   - group: A name shared by transactions that the person did as one, so that they are taken back at once. They
    ///     have to follow each other in the window. The last one's name counts for all.
    ///   - receipt: See `Receipts`; `nil` for a transaction that may be done again.
    ///   - isAlone: Whether the transaction is shared with no other write.
    ///   - updates: Makes the changes, in the transaction. Its result is returned.
    /// - Throws: Whatever `updates` throws, and the errors of `write(receipt:_:)`. Nothing is changed then.
    @discardableResult
    public func write<T: Sendable>(
        undoable name: String, in stack: UndoStack, group: String? = nil, receipt: String? = nil,
        alone isAlone: Bool = false, _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        let generation = generation
        undoStacks.insert(stack)
        let commit = stack.beginCommit()
        defer { stack.endCommit(commit) }
        // Steps go on the stack in the order of their commits, also when several share one.
        let push = { @Sendable (written: (value: T, step: UndoStack.Step, rows: DependentRows)) in
            if !written.step.changes.isEmpty { stack.push(written.step.counting(written.rows.counts), group: group) }
        }
        return try await write(receipt: receipt, alone: isAlone, committed: push) { [schemas] db in
            let schema = try schemas.schema(db, generation: generation)
            let before = try History.version(db)
            let (value, rows) = try DependentRows.counting(under: schema, in: db) { try updates(db) }
            let step = try UndoStack.Step(name, after: before, generation, schema, in: db)
            stack.announce([step], of: commit)
            return (value, step, rows)
        }.value
    }

    /// Takes the last step back, in one transaction: the rows it changed become exactly what they were.
    ///
    /// A row that cannot be restored exactly is left alone and counted: one that was changed since, in whatever window
    /// or program; one on which rows of others depend; one whose table is not as it was. The program's triggers fire.
    /// Their changes of tables with history are taken back like the rest of the step. Rows of tables without history
    /// that foreign keys or triggers changed with the step stay as they are, and are counted, too. A row is left alone
    /// when its return would make triggers delete such rows of others.
    ///
    /// - Parameters:
    ///   - stack: The stack of the window in which the person undoes.
    ///   - receipt: See `Receipts`.
    /// - Returns: The numbers of rows; `nil` when there is nothing to take back.
    /// - Throws: `ResultsError.tooLongAgo` when the log does not reach back, `ResultsError.alreadyDone` when the
    ///   receipt is stored already. An error that may pass, such as a locked store, keeps the step. After any other
    ///   error it is dropped, so that the steps before it can be reached.
    /// - Complexity: O(*k* log *n*) for the *k* changes of the step, beyond the program's triggers, and counting the
    ///   rows of tables without history that these may delete from.
    public func undo(_ stack: UndoStack, receipt: String? = nil) async throws -> UndoOutcome? {
        try await revert(.undo, stack, receipt)
    }

    /// Does again the step that was taken back last. Conflicts, results and errors are as those of `undo(_:receipt:)`.
    public func redo(_ stack: UndoStack, receipt: String? = nil) async throws -> UndoOutcome? {
        try await revert(.redo, stack, receipt)
    }

    private func revert(
        _ direction: UndoStack.Direction, _ stack: UndoStack, _ receipt: String?
    ) async throws -> UndoOutcome? {
        guard let entry = stack.next(direction) else {
            // The stack is lost with its server. What was done before is not said to be nothing.
            if let receipt, try await hasReceipt(receipt) { throw ResultsError.alreadyDone(receipt: receipt) }
            return nil
        }
        do {
            // The log of a restored copy numbers other changes.
            let generation = generation
            if entry.steps.contains(where: { $0.generation != generation }) {
                throw ResultsError.tooLongAgo(entry.name ?? "")
            }
            let commit = stack.beginCommit()
            defer { stack.endCommit(commit) }
            let finish = { @Sendable (reverted: Reverted) in
                let inverse = UndoStack.Entry(steps: reverted.inverses, group: entry.group)
                let isWorthIt = !inverse.isEmpty || reverted.outcome.conflicting + reverted.outcome.unreachable == 0
                stack.finish(entry, direction, inverse: isWorthIt ? inverse : nil)
            }
            let reverted = try await write(receipt: receipt, alone: false, committed: finish) { [schemas] db in
                var reverted = Reverted(name: entry.name ?? "")
                // What was done last is what the others find.
                for step in entry.steps.reversed() {
                    let schema = try schemas.schema(db, generation: generation)
                    let before = try History.version(db)
                    let (outcome, rows) = try DependentRows.counting(under: schema, in: db) {
                        try HistoryInverse(of: step, under: schema, in: db).apply(db)
                    }
                    let inverse = try UndoStack.Step(entry.name ?? "", after: before, generation, schema, in: db)
                    reverted.add(outcome, step, inverse, rows)
                }
                stack.announce(reverted.inverses, of: commit)
                return reverted
            }
            return reverted.outcome
        } catch {
            if !error.mayPass { stack.finish(entry, direction, inverse: nil) }
            throw error
        }
    }
}

/// What came of taking steps back. It is complete when that is committed, since only then all dependent rows are counted.
private struct Reverted: Sendable {
    private var done: UndoOutcome
    private var steps: [(step: UndoStack.Step, inverse: UndoStack.Step, rows: DependentRows)] = []

    init(name: String) { done = UndoOutcome(name: name, restored: 0, conflicting: 0) }

    mutating func add(
        _ outcome: UndoOutcome, _ step: UndoStack.Step, _ inverse: UndoStack.Step, _ rows: DependentRows
    ) {
        done += outcome
        steps.append((step, inverse, rows))
    }

    var outcome: UndoOutcome {
        steps.reduce(into: done) { outcome, made in
            outcome.lost.merge(made.rows.counts.left(of: made.step.lost), uniquingKeysWith: +)
        }
    }

    var inverses: [UndoStack.Step] { steps.map { $0.inverse.counting($0.rows.counts) } }
}

extension UndoStack.Step {
    /// What the log holds behind a sequence, at the end of the write that did it.
    fileprivate init(
        _ name: String, after version: Int64, _ generation: Int, _ schema: HistorySchema, in db: Database
    ) throws {
        let last = try History.version(db)
        self.init(
            name: name, changes: version + 1..<max(version, last) + 1, generation: generation,
            schema: schema.common(with: try schema.later(db)))
    }

    /// With what happened to rows that depend on its own.
    fileprivate func counting(_ counts: DependentRows.Counts) -> Self {
        var step = self
        (step.lost, step.added) = (counts.lost, counts.inserted)
        return step
    }
}

extension Error {
    /// Whether a step may still be taken back another time, or was by the same action.
    fileprivate var mayPass: Bool {
        switch self {
        case is CancellationError: true
        case let error as ResultsError: error.mayPass
        case let error as DatabaseError:
            [
                .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY,
                .SQLITE_NOMEM, .SQLITE_INTERRUPT, .SQLITE_PROTOCOL,
            ].contains(error.resultCode)
        default: false
        }
    }
}

extension ResultsError {
    fileprivate var mayPass: Bool {
        switch self {
        case .gone, .replaced, .logGone, .alreadyDone: true
        default: false
        }
    }
}
