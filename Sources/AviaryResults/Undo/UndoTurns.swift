/// The entries of an undo stack, and the pending changes that running writes make to them.
///
/// Waiting writes share a transaction. When the turn of a write comes, the write finds the entries as the earlier
/// writes leave them. So two undos that are requested at once take back two entries. The committed entries change only
/// after the commit. A rollback discards the pending changes.
struct UndoTurns: Sendable {
    /// The change that a write makes to the entries.
    struct Change: Sendable {
        /// The new steps. Their dependent rows may not be counted yet.
        let steps: [UndoStack.Step]
        let apply: @Sendable (inout UndoEntries) -> Void
    }

    /// The committed state.
    private(set) var entries: UndoEntries
    /// The writes that wait or run, by number. The value says whether the write takes an entry.
    private var underWay: [Int: Bool] = [:]
    /// The entry that each write took when it last ran.
    private var taken: [Int: (direction: UndoStack.Direction, entry: UndoStack.Entry)] = [:]
    /// The changes of all writes in the current transaction, in their order.
    private var changes: [(turn: Int, change: Change, isDrop: Bool)] = []
    /// Writes that wait until their turn has come.
    private var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    private var lastTurn = 0

    init(_ entries: UndoEntries) { self.entries = entries }

    /// All steps that undo and redo can reach now, or after pending writes are committed.
    var steps: [UndoStack.Step] { entries.steps + changes.flatMap(\.change.steps) }
    /// How many writes wait or run.
    var count: Int { underWay.count }

    // MARK: A write

    /// Announces a write.
    ///
    /// - Returns: Its number.
    mutating func begin() -> Int { begin(takesEntry: false) }

    /// Announces a write that takes an entry.
    ///
    /// - Returns: Its number; `nil` when there is no entry, and no write waits or runs that may make one.
    mutating func begin(_ direction: UndoStack.Direction) -> Int? {
        underWay.isEmpty && entries.last(direction) == nil ? nil : begin(takesEntry: true)
    }

    private mutating func begin(takesEntry: Bool) -> Int {
        lastTurn += 1
        underWay[lastTurn] = takesEntry
        return lastTurn
    }

    /// Finishes a stream when the turn of its write comes. For writes that go to an upstream.
    ///
    /// A write that takes an entry waits for all earlier writes. Any other write waits only for earlier writes that
    /// take an entry.
    mutating func end(_ stream: AsyncStream<Void>.Continuation, whenTurnComes turn: Int) {
        waiting[turn] = stream
        endStreams()
    }

    private mutating func endStreams() {
        for (turn, stream) in waiting {
            let takesEntry = underWay[turn] == true
            if underWay.contains(where: { $0.key < turn && (takesEntry || $0.value) }) { continue }
            stream.finish()
            waiting[turn] = nil
        }
    }

    /// Chooses the entry for a write when it runs; `nil` when there is none.
    mutating func take(_ direction: UndoStack.Direction, in turn: Int) -> UndoStack.Entry? {
        changes.removeAll { $0.turn == turn }
        var ahead = entries
        for (_, change, _) in changes { change.apply(&ahead) }
        let entry = ahead.last(direction)
        taken[turn] = entry.map { (direction: direction, entry: $0) }
        return entry
    }

    /// Records the change of a write, before its effect is visible to others.
    mutating func announce(_ change: Change, of turn: Int) { changes.append((turn, change, isDrop: false)) }

    /// Records the change of a write that has run again. It replaces the earlier change of the write.
    mutating func replace(by change: Change, of turn: Int) {
        withdraw(turn)
        announce(change, of: turn)
    }

    /// Drops the entry that a write took, before the write ends, so that the next write does not take it.
    ///
    /// The drop survives a rollback of the write's changes. It ends when the write takes an entry again.
    mutating func drop(_ turn: Int) {
        guard let (direction, entry) = taken[turn] else { return }
        changes.append((turn, Change(steps: []) { $0.remove(entry, direction) }, isDrop: true))
    }

    /// Discards the changes of a write that was rolled back. The write may run again.
    mutating func withdraw(_ turn: Int) { changes.removeAll { $0.turn == turn && !$0.isDrop } }

    /// Applies the changes of a write that was committed, after the writes that ran before it.
    ///
    /// - Parameter receipt: The receipt of a write whose outcome is unknown.
    mutating func commit(_ turn: Int, inDoubt receipt: String? = nil) {
        for (_, change, _) in changes.filter({ $0.turn == turn }) {
            change.apply(&entries)
            if let receipt { entries.doubt(change.steps, receipt) }
        }
        end(turn)
    }

    /// Ends the doubt about a write.
    mutating func settle(_ receipt: String, isDone: Bool) { entries.settle(receipt, isDone: isDone) }

    /// Ends a write that has failed.
    ///
    /// - Parameter dropsEntry: `true` to drop the entry that the write took.
    mutating func fail(_ turn: Int, dropsEntry: Bool) {
        if dropsEntry, let (direction, entry) = taken[turn] { entries.remove(entry, direction) }
        end(turn)
    }

    private mutating func end(_ turn: Int) {
        changes.removeAll { $0.turn == turn }
        taken[turn] = nil
        underWay[turn] = nil
        waiting[turn] = nil
        endStreams()
    }
}
