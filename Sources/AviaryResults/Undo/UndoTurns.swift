/// The entries of a stack, and what writes that are under way make of them.
///
/// Writes that wait together share a transaction. Each of them finds the entries as those before it leave them, when its
/// own turn comes: two undos that are asked for at once take back two entries. Nobody else sees that before it is
/// committed, and it is as if it had not been when it is rolled back.
struct UndoTurns: Sendable {
    /// What a write makes of the entries.
    struct Change: Sendable {
        /// The steps that it makes. Rows that depend on theirs may not be counted yet.
        let steps: [UndoStack.Step]
        let apply: @Sendable (inout UndoEntries) -> Void
    }

    /// As they are committed.
    private(set) var entries: UndoEntries
    /// The writes that wait or run, by number, and whether each of them takes an entry.
    private var underWay: [Int: Bool] = [:]
    /// The entry that each of them took when it ran last.
    private var taken: [Int: (direction: UndoStack.Direction, entry: UndoStack.Entry)] = [:]
    /// What those have done that share the transaction at hand, in their order.
    private var changes: [(turn: Int, change: Change, isDrop: Bool)] = []
    /// Writes that wait until their turn has come.
    private var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    private var lastTurn = 0

    init(_ entries: UndoEntries) { self.entries = entries }

    /// Those that undo and redo can reach, or will once they are committed.
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
    /// - Returns: Its number; `nil` when there is no entry, and nobody under way who may make one.
    mutating func begin(_ direction: UndoStack.Direction) -> Int? {
        underWay.isEmpty && entries.last(direction) == nil ? nil : begin(takesEntry: true)
    }

    private mutating func begin(takesEntry: Bool) -> Int {
        lastTurn += 1
        underWay[lastTurn] = takesEntry
        return lastTurn
    }

    /// Ends a stream when all writes before have ended that this one has to wait for, where no transaction keeps their
    /// order: one that takes an entry waits for all, any other for those that take one.
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

    /// The entry that a write is to take, asked when it runs; `nil` when there is none.
    mutating func take(_ direction: UndoStack.Direction, in turn: Int) -> UndoStack.Entry? {
        changes.removeAll { $0.turn == turn }
        var ahead = entries
        for (_, change, _) in changes { change.apply(&ahead) }
        let entry = ahead.last(direction)
        taken[turn] = entry.map { (direction: direction, entry: $0) }
        return entry
    }

    /// Says what a write has made, before anybody sees what it changed.
    mutating func announce(_ change: Change, of turn: Int) { changes.append((turn, change, isDrop: false)) }

    /// The same of a write that has run again.
    mutating func replace(by change: Change, of turn: Int) {
        withdraw(turn)
        announce(change, of: turn)
    }

    /// Says that the entry that a write took is of no use any more, before the write ends: the next one does not take it.
    /// It is so until the write takes again, also when the changes of the write are rolled back.
    mutating func drop(_ turn: Int) {
        guard let (direction, entry) = taken[turn] else { return }
        changes.append((turn, Change(steps: []) { $0.remove(entry, direction) }, isDrop: true))
    }

    /// The changes of a write were rolled back. It may run again.
    mutating func withdraw(_ turn: Int) { changes.removeAll { $0.turn == turn && !$0.isDrop } }

    /// A write is committed, after those that ran before it.
    ///
    /// - Parameter receipt: That of a write of which it is not known whether it is committed.
    mutating func commit(_ turn: Int, inDoubt receipt: String? = nil) {
        for (_, change, _) in changes.filter({ $0.turn == turn }) {
            change.apply(&entries)
            if let receipt { entries.doubt(change.steps, receipt) }
        }
        end(turn)
    }

    /// It is known what became of a write that was in doubt.
    mutating func settle(_ receipt: String, isDone: Bool) { entries.settle(receipt, isDone: isDone) }

    /// A write has failed.
    ///
    /// - Parameter dropsEntry: Whether the entry that it took is of no use any more.
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
