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
        if let upstream = options.upstream {
            return try await write(
                undoable: name, in: stack, group: group, receipt: receipt, through: upstream, updates)
        }
        let generation = generation
        undoStacks.insert(stack)
        let turn = stack.inTurns { $0.begin() }
        return try await write(receipt: receipt, alone: isAlone, listener: stack.listener(of: turn)) { [schemas] db in
            let schema = try schemas.schema(db, generation: generation)
            let before = try History.version(db)
            let (value, rows) = try DependentRows.counting(under: schema, in: db) { try updates(db) }
            let step = try UndoStack.Step(name, after: before, generation, schema, in: db)
            let change = UndoTurns.Change(steps: [step]) { entries in
                if !step.changes.isEmpty { entries.push(step.counting(rows.counts), group: group) }
            }
            stack.inTurns { $0.announce(change, of: turn) }
            return value
        }
    }

    /// Takes the last step back, in one transaction: the rows it changed become exactly what they were.
    ///
    /// A row that cannot be restored exactly is left alone and counted: one that was changed since, in whatever window
    /// or program; one on which rows of others depend; one whose table is not as it was. The program's triggers fire.
    /// Their changes of tables with history are taken back like the rest of the step. Rows of tables without history
    /// that foreign keys or triggers changed with the step stay as they are, and are counted, too. A row is left alone
    /// when its return would make triggers delete such rows of others.
    ///
    /// The last step is the last when the turn of this transaction comes. Two that are asked for at once take back two
    /// steps, and one behind a write takes that one back.
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
    ///
    /// - Complexity: As `undo(_:receipt:)`.
    public func redo(_ stack: UndoStack, receipt: String? = nil) async throws -> UndoOutcome? {
        try await revert(.redo, stack, receipt)
    }

    private func revert(
        _ direction: UndoStack.Direction, _ stack: UndoStack, _ receipt: String?
    ) async throws -> UndoOutcome? {
        guard let turn = stack.inTurns({ $0.begin(direction) }) else { return try await revertNothing(receipt) }
        let generation = generation
        do {
            if let upstream = options.upstream {
                return try await revert(direction, stack, turn, receipt, through: upstream)
            }
            return try await write(receipt: receipt, alone: false, listener: stack.listener(of: turn)) { [schemas] db in
                guard let entry = stack.inTurns({ $0.take(direction, in: turn) }) else { throw NothingToRevert() }
                do {
                    let reverted = try Reverted(entry, generation, schemas, in: db)
                    let change = reverted.change(direction)
                    stack.inTurns { $0.announce(change, of: turn) }
                    return reverted
                } catch {
                    if !error.mayPass { stack.inTurns { $0.drop(turn) } }
                    throw error
                }
            }.outcome
        } catch is NothingToRevert {
            return nil
        }
    }

    /// There is nothing to take back. But the stack is lost with its server, and what was done before is not said to be
    /// nothing.
    func revertNothing(_ receipt: String?) async throws -> UndoOutcome? {
        if let receipt, try await hasReceipt(receipt) { throw ResultsError.alreadyDone(receipt: receipt) }
        return nil
    }
}

/// The entries were taken by others that came before. It rolls back the receipt, since nothing is done.
private struct NothingToRevert: Error {}

extension UndoStack {
    /// Tells the stack what becomes of a write.
    fileprivate func listener(of turn: Int) -> WriteListener {
        WriteListener(
            committed: { self.inTurns { $0.commit(turn) } }, rolledBack: { self.inTurns { $0.withdraw(turn) } },
            failed: { error in self.inTurns { $0.fail(turn, dropsEntry: !error.mayPass) } })
    }
}

/// What came of taking an entry back. It is complete when that is committed, since only then all dependent rows are
/// counted.
private struct Reverted: Sendable {
    private let entry: UndoStack.Entry
    private var done: UndoOutcome
    private var steps: [(step: UndoStack.Step, inverse: UndoStack.Step, rows: DependentRows)] = []

    /// Takes the entry back.
    ///
    /// - Throws: `ResultsError.tooLongAgo`, and SQLite's errors.
    init(_ entry: UndoStack.Entry, _ generation: Int, _ schemas: HistorySchema.Cache, in db: Database) throws {
        self.entry = entry
        done = UndoOutcome(name: entry.name ?? "", restored: 0, conflicting: 0)
        // The log of a restored copy numbers other changes.
        if entry.steps.contains(where: { $0.generation != generation }) {
            throw ResultsError.tooLongAgo(entry.name ?? "")
        }
        // What was done last is what the others find.
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
        // A COMMIT would check these.
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

    /// What it makes of the stack.
    func change(_ direction: UndoStack.Direction) -> UndoTurns.Change {
        UndoTurns.Change(steps: inverse.steps) { $0.revert(entry, direction, inverse: inverse, done) }
    }
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
    func counting(_ counts: DependentRows.Counts) -> Self {
        var step = self
        (step.lost, step.added) = (counts.lost, counts.inserted)
        return step
    }
}

extension Error {
    /// Whether a step may still be taken back another time, or was by the same action.
    var mayPass: Bool {
        switch self {
        case is CancellationError: true
        case let error as ResultsError: error.mayPass
        case let error as UpstreamError: error.mayPass
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
