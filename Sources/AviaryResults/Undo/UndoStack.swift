import Synchronization

/// What one person, in one window, can take back, and do again.
///
/// Holds no rows: a step is a range of the history's log, and its inverse is read there when it is wanted. So a step
/// costs a few bytes, however much it changed, and lasts as long as the log reaches back.
public final class UndoStack: Sendable {
    struct Step: Equatable {
        var name: String
        /// The sequences of its changes, all of one transaction.
        var changes: Range<Int64>
        /// Of the log that has them.
        var generation: Int
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
    }

    enum Direction { case undo, redo }

    private struct Steps {
        var undo: [Step] = []
        var redo: [Step] = []
    }

    private let steps = Mutex(Steps())
    private let limit: Int

    /// - Parameter limit: How many steps are kept.
    public init(limit: Int = 100) { self.limit = limit }

    /// What `undo` would take back; `nil` when there is nothing.
    public var undoName: String? { steps.withLock { $0.undo.last?.name } }
    /// What `redo` would do again; `nil` when there is nothing.
    public var redoName: String? { steps.withLock { $0.redo.last?.name } }

    /// How many changes of rows `undo` and `redo` would take back.
    public var undoCount: Int { steps.withLock { $0.undo.last?.changes.count ?? 0 } }
    public var redoCount: Int { steps.withLock { $0.redo.last?.changes.count ?? 0 } }

    /// Adds what a person did. What was taken back before cannot be done again any more.
    func push(_ step: Step) {
        steps.withLock { steps in
            steps.undo = Array((steps.undo + [step]).suffix(limit))
            steps.redo = []
        }
    }

    func next(_ direction: Direction) -> Step? {
        steps.withLock { direction == .undo ? $0.undo.last : $0.redo.last }
    }

    /// Puts the inverse of a step, if it changed anything, where the opposite direction finds it.
    func finish(_ step: Step, _ direction: Direction, inverse: Step?) {
        steps.withLock { steps in
            switch direction {
            case .undo:
                if steps.undo.last == step { steps.undo.removeLast() }
                if let inverse { steps.redo.append(inverse) }
            case .redo:
                if steps.redo.last == step { steps.redo.removeLast() }
                if let inverse { steps.undo.append(inverse) }
            }
        }
    }
}

/// What came of taking something back, or doing it again.
public struct UndoOutcome: Hashable, Sendable {
    public var name: String
    /// Rows that are as they were.
    public var restored: Int
    /// Rows that were left alone, because somebody changed them since, something else stands in their place, or rows of
    /// others depend on them.
    public var conflicting: Int
    /// Rows that were left alone, because their table is not as it was: made anew, with other columns, or without its
    /// history for a while. One without an INTEGER PRIMARY KEY is not after any change of the schema, and after VACUUM.
    public var unreachable: Int
    /// Rows that the step changed or deleted, and that nobody can restore, by their tables: these have no history, and
    /// foreign keys or triggers have them change with tables that have. As many as triggers brought back or changed again
    /// are not counted.
    public var lost: [String: Int]

    public init(
        name: String, restored: Int, conflicting: Int, unreachable: Int = 0, lost: [String: Int] = [:]
    ) {
        self.name = name
        self.restored = restored
        self.conflicting = conflicting
        self.unreachable = unreachable
        self.lost = lost
    }
}
