import Synchronization

/// The steps that one person, in one window, can take back and do again.
///
/// It holds no rows: a step is a range of the history log, and its inverse is read there when it is needed. So a step
/// costs a few bytes, however much it changed, and lasts as long as the log reaches back.
public final class UndoStack: Sendable {
    struct Step: Equatable {
        var name: String
        /// The sequences of its changes: of one write, or of several that followed each other.
        var changes: Range<Int64>
        /// Of the log that has them.
        var generation: Int
        /// What it changed, where the log does not tell it: in a store whose writes are decided upstream. Then `changes`
        /// are numbers of no log.
        var rows: [RowChange]?
        /// The receipt of its write, while it is not known whether that was done; see `UpstreamError.unknownOutcome`.
        var receiptInDoubt: String?
        /// The tables as they were, shared by all steps of that time.
        var schema: HistorySchema
        /// How many rows of tables without history it changed or deleted, where foreign keys or triggers may have done
        /// so.
        var lost: [String: Int] = [:]
        /// How many it added there: so many may go again with it.
        var added: [String: Int] = [:]

        static func == (one: Step, other: Step) -> Bool {
            one.changes == other.changes && one.generation == other.generation && one.name == other.name
        }

        /// Takes in the step that came right behind it.
        ///
        /// - Returns: Whether it did: nobody has changed anything in between.
        mutating func join(_ next: Step) -> Bool {
            guard next.changes.lowerBound == changes.upperBound, next.generation == generation, next.schema === schema
            else { return false }
            name = next.name
            changes = changes.lowerBound..<next.changes.upperBound
            lost.merge(next.lost, uniquingKeysWith: +)
            added.merge(next.added, uniquingKeysWith: +)
            return true
        }
    }

    /// What is taken back at once: one step, or those that a person did as one, in their order.
    struct Entry: Equatable {
        var steps: [Step]
        /// What steps share that are one for the person.
        var group: String?

        /// That of the last step, which knows of all.
        var name: String? { steps.last?.name }
        var changeCount: Int { steps.reduce(0) { $0 + $1.changes.count } }
        /// How many rows it holds.
        var rowCount: Int { steps.reduce(0) { $0 + ($1.rows?.count ?? 0) } }
        var isEmpty: Bool { steps.allSatisfy(\.changes.isEmpty) }
    }

    enum Direction { case undo, redo }

    private let turns: Mutex<UndoTurns>

    /// An empty stack.
    ///
    /// - Parameter limit: How many steps are kept, those of one group counted as one. The oldest are dropped.
    public init(limit: Int = 100) { turns = Mutex(UndoTurns(UndoEntries(limit: limit))) }

    /// The name of the step that `undo` would take back; `nil` when there is none.
    public var undoName: String? { last(.undo)?.name }
    /// The name of the step that `redo` would do again; `nil` when there is none.
    public var redoName: String? { last(.redo)?.name }

    /// The group of the step that `undo` would take back; `nil` when there is none, or it has no group.
    public var lastGroup: String? { last(.undo)?.group }

    /// How many changes in the history log `undo` would take back; 0 when there is nothing.
    public var undoCount: Int { last(.undo)?.changeCount ?? 0 }
    /// How many changes in the history log `redo` would do again; 0 when there is nothing.
    public var redoCount: Int { last(.redo)?.changeCount ?? 0 }

    /// The entry that is next to be taken back, or to be done again, of those that are committed.
    func last(_ direction: Direction) -> Entry? { turns.withLock { $0.entries.last(direction) } }

    /// Those that `undo` and `redo` can reach, or will once they are committed.
    var all: [Step] { turns.withLock { $0.steps } }

    /// Begins and ends turns of writes, and asks within them.
    func inTurns<T: Sendable>(_ body: (inout UndoTurns) -> T) -> T { turns.withLock { body(&$0) } }

    /// Waits until a write may run that no transaction puts in its order.
    ///
    /// - Throws: `CancellationError`.
    func wait(for turn: Int) async throws {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        inTurns { $0.end(continuation, whenTurnComes: turn) }
        // It ends when the task is cancelled, too.
        for await _ in stream {}
        try Task.checkCancellation()
    }
}

/// The result of taking a step back, or of doing it again.
public struct UndoOutcome: Hashable, Sendable {
    /// The name of the step.
    public var name: String
    /// Rows that were brought back, or were already as they should be.
    public var restored: Int
    /// Rows that were left alone because somebody changed them since, because rows of others depend on them, or because
    /// a constraint or a foreign key forbids their return: another row has taken their unique value, for instance.
    public var conflicting: Int
    /// Rows that were left alone because their table is not as it was: it was created anew, has other columns, or had
    /// no history for a while. A table without an INTEGER PRIMARY KEY is another one after any change of the schema and
    /// after VACUUM.
    public var unreachable: Int
    /// Rows that the step changed or deleted and that nobody can restore, by the names of their tables. These tables
    /// have no history, and foreign keys or triggers changed them together with tables that have. Rows that triggers
    /// brought back or changed again are not counted.
    public var lost: [String: Int]

    /// An outcome with these numbers of rows.
    public init(
        name: String, restored: Int, conflicting: Int, unreachable: Int = 0, lost: [String: Int] = [:]
    ) {
        self.name = name
        self.restored = restored
        self.conflicting = conflicting
        self.unreachable = unreachable
        self.lost = lost
    }

    /// Adds what came of another step of the same entry.
    static func += (all: inout UndoOutcome, more: UndoOutcome) {
        all.restored += more.restored
        all.conflicting += more.conflicting
        all.unreachable += more.unreachable
        all.lost.merge(more.lost, uniquingKeysWith: +)
    }
}
