public import GRDB

extension LiveStore {
    /// Runs one transaction that undo can take back. It may be a part of a shared transaction; see `write(alone:_:)`.
    ///
    /// Only changes of tables with history can be taken back; see `History.install(on:in:)`.
    ///
    /// - Parameters:
    ///   - name: A description of the action for the person: "Remove colors".
    ///   - stack: The undo stack of the page on which the person acts.
    ///   - group: An identifier that several transactions share if they are one action for the person. They are taken
    ///     back together if no other step of the stack is between them. The `name` of the last transaction stands for
    ///     all.
    ///   - receipt: See `Receipts`; `nil` for a transaction that may run twice.
    ///   - isAlone: `true` for a transaction that no other write shares.
    ///   - updates: Makes the changes, in the transaction.
    /// - Returns: What `updates` returns.
    /// - Throws: The errors of `updates` and of `write(receipt:alone:_:)`. Nothing is changed then, except perhaps
    ///   after `UpstreamError.unknownOutcome`.
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

    /// Takes the last step back in one transaction, so that the rows that it changed get exactly their earlier content.
    ///
    /// A row that cannot be restored exactly is left alone and counted. Possible reasons: another page or program has
    /// changed the row since, rows that are not of the step depend on it, or its table has changed. Triggers of the
    /// program fire as in any write. Changes that triggers made in tables with history belong to the step, and are
    /// taken back with it.
    ///
    /// Foreign keys or triggers may have changed rows of tables without history together with the step. These rows stay
    /// as they are, and are counted. A row is left alone if restoring it would make triggers delete more rows from such
    /// tables than the step has added.
    ///
    /// The step is chosen when this transaction runs. Two calls at once take back two steps, and a call after a waiting
    /// write takes that write back.
    ///
    /// - Parameters:
    ///   - stack: The undo stack of the page on which the person acts.
    ///   - receipt: See `Receipts`.
    /// - Returns: The numbers of rows; `nil` when there is nothing to take back.
    /// - Throws: `ResultsError.tooLongAgo` when the log does not reach back that far. `ResultsError.alreadyDone` when
    ///   the receipt is stored already. A temporary error, such as a locked store, keeps the step. Any other error
    ///   drops the step, so that earlier steps can be reached.
    /// - Complexity: O(*k* log *n*) for the *k* changes of the step, plus the cost of the program's triggers. If
    ///   triggers may delete rows of tables without history, the rows of these tables are also counted.
    public func undo(_ stack: UndoStack, receipt: String? = nil) async throws -> UndoOutcome? {
        try await revert(.undo, stack, receipt)
    }

    /// Does the step again that was taken back last. Conflicts, results and errors are like in `undo(_:receipt:)`.
    ///
    /// - Parameters:
    ///   - stack: The undo stack of the page on which the person acts.
    ///   - receipt: See `Receipts`.
    /// - Returns: The numbers of rows; `nil` when there is nothing to do again.
    /// - Throws: The errors of `undo(_:receipt:)`.
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

    /// Ends an undo that finds nothing to take back.
    ///
    /// A stack is lost when the server restarts. So the same undo may have run before the restart. Then its receipt is
    /// stored, and this throws `ResultsError.alreadyDone`.
    func revertNothing(_ receipt: String?) async throws -> UndoOutcome? {
        if let receipt, try await hasReceipt(receipt) { throw ResultsError.alreadyDone(receipt: receipt) }
        return nil
    }

    /// Returns the rows that the last step of a stack changed, with their contents before and after the step.
    ///
    /// Later changes of these rows do not matter. Another database can repeat the step from the returned changes.
    ///
    /// - Returns: The changes by table and row, step by step when the last entry has several steps; empty when there is
    ///   no step.
    /// - Throws: `ResultsError.tooLongAgo` when the log has lost a part of the step.
    package func rowChanges(ofLastStepIn stack: UndoStack) async throws -> [RowChange] {
        let steps = stack.last(.undo)?.steps ?? []
        for step in steps where step.rows == nil && step.generation != generation {
            throw ResultsError.tooLongAgo(step.name)
        }
        return try await read { db in try steps.flatMap { try $0.rowChanges(in: db) } }
    }

    /// Returns the texts of a column in deleted rows that undo or redo can bring back.
    ///
    /// The rows are those that steps of the program's undo stacks have deleted. The answer may contain more texts than
    /// can be brought back now.
    ///
    /// A program that keeps a file for each row calls this before it removes the file of a deleted row. In a write
    /// transaction the answer holds until the transaction ends.
    ///
    /// The store must be encoded in UTF-8.
    ///
    /// - Parameters:
    ///   - column: The name of a column with texts.
    ///   - table: The name of the table.
    ///   - known: An earlier answer about the same column. The log of a step in this answer is not read again.
    ///   - db: A connection to the store.
    /// - Complexity: O(*k*) for *k* changes of the steps that are not known.
    public func restorableTexts(
        of column: String, in table: String, known: RestorableTexts = RestorableTexts(), _ db: Database
    ) throws -> RestorableTexts {
        try undoStacks.restorableTexts(of: column, in: table, known: known, generation: generation, db)
    }
}

/// All entries were taken by earlier writes. The error rolls the receipt back, because nothing was done.
private struct NothingToRevert: Error {}

extension UndoStack {
    /// Returns a listener that tells the stack what happens to a write.
    fileprivate func listener(of turn: Int) -> WriteListener {
        WriteListener(
            committed: { self.inTurns { $0.commit(turn) } }, rolledBack: { self.inTurns { $0.withdraw(turn) } },
            failed: { error in self.inTurns { $0.fail(turn, dropsEntry: !error.mayPass) } })
    }
}

extension Error {
    /// `true` when the step may be taken back later, or when the same action has taken it back already.
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
