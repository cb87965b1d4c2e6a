public import GRDB

extension LiveStore {
    /// Runs one transaction that can be taken back.
    ///
    /// Only tables with history are restored; see `History.install(on:in:)`.
    ///
    /// - Parameters:
    ///   - name: What the person did, as it is named to them: "Remove colors".
    ///   - stack: That of the window it was done in.
    ///   - receipt: See `Receipts`.
    @discardableResult
    public func write<T: Sendable>(
        undoable name: String, in stack: UndoStack, receipt: String? = nil,
        _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        let generation = generation
        let (value, changes) = try await write(receipt: receipt) { db in
            try History.recording(in: db) { try updates(db) }
        }
        if let changes { stack.push(UndoStack.Step(name: name, changes: changes, generation: generation)) }
        return value
    }

    /// Takes the last step back, in one transaction: the rows it changed become what they were.
    ///
    /// A row that was changed since, in whatever window or program, is left alone and counted.
    ///
    /// - Returns: `nil` when there is nothing to take back.
    /// - Throws: `ResultsError.tooLongAgo` when the log does not reach back; the step is gone then.
    public func undo(_ stack: UndoStack, receipt: String? = nil) async throws -> UndoOutcome? {
        try await revert(.undo, stack, receipt)
    }

    /// Does again what was taken back last, on the same terms.
    public func redo(_ stack: UndoStack, receipt: String? = nil) async throws -> UndoOutcome? {
        try await revert(.redo, stack, receipt)
    }

    private func revert(
        _ direction: UndoStack.Direction, _ stack: UndoStack, _ receipt: String?
    ) async throws -> UndoOutcome? {
        guard let step = stack.next(direction) else { return nil }
        do {
            // The log of a restored copy numbers other changes.
            let generation = generation
            if step.generation != generation { throw ResultsError.tooLongAgo(step.name) }
            let (outcome, changes) = try await write(receipt: receipt) { db in
                try History.recording(in: db) {
                    try HistoryInverse(of: step.changes, named: step.name, in: db).apply(db)
                }
            }
            stack.finish(
                step, direction,
                inverse: changes.map { UndoStack.Step(name: step.name, changes: $0, generation: generation) })
            return outcome
        } catch let error as ResultsError {
            stack.finish(step, direction, inverse: nil)
            throw error
        }
    }
}

extension History {
    /// Runs something in a transaction, and tells which changes the log holds of it.
    fileprivate static func recording<T>(
        in db: Database, _ body: () throws -> T
    ) throws -> (value: T, changes: ClosedRange<Int64>?) {
        let before = try version(db)
        let value = try body()
        let after = try version(db)
        return (value, after > before ? before + 1...after : nil)
    }
}
