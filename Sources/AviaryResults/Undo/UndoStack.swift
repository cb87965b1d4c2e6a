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
        var isEmpty: Bool { steps.allSatisfy(\.changes.isEmpty) }
    }

    enum Direction { case undo, redo }

    private struct Steps {
        var undo: [Entry] = []
        var redo: [Entry] = []
        /// Those that are being committed, by the numbers of the commits.
        var committing: [Int: [Step]] = [:]
        var lastCommit = 0
    }

    private let steps = Mutex(Steps())
    private let limit: Int

    /// An empty stack.
    ///
    /// - Parameter limit: How many steps are kept, those of one group counted as one. The oldest are dropped.
    public init(limit: Int = 100) { self.limit = limit }

    /// The name of the step that `undo` would take back; `nil` when there is none.
    public var undoName: String? { steps.withLock { $0.undo.last?.name } }
    /// The name of the step that `redo` would do again; `nil` when there is none.
    public var redoName: String? { steps.withLock { $0.redo.last?.name } }

    /// The group of the step that `undo` would take back; `nil` when there is none, or it has no group.
    public var lastGroup: String? { steps.withLock { $0.undo.last?.group } }

    /// How many changes in the history log `undo` would take back; 0 when there is nothing.
    public var undoCount: Int { steps.withLock { $0.undo.last?.changeCount ?? 0 } }
    /// How many changes in the history log `redo` would do again; 0 when there is nothing.
    public var redoCount: Int { steps.withLock { $0.redo.last?.changeCount ?? 0 } }

    /// Those that `undo` and `redo` can reach, or will once they are committed.
    var all: [Step] { steps.withLock { ($0.undo + $0.redo).flatMap(\.steps) + $0.committing.values.joined() } }

    /// Announces a transaction that may make a step.
    func beginCommit() -> Int {
        steps.withLock { steps in
            steps.lastCommit += 1
            return steps.lastCommit
        }
    }

    /// Says what will be steps, before anybody sees what they changed.
    func announce(_ made: [Step], of commit: Int) { steps.withLock { $0.committing[commit] = made } }

    func endCommit(_ commit: Int) { steps.withLock { $0.committing[commit] = nil } }

    /// Adds what a person did. What was taken back before cannot be done again any more.
    ///
    /// - Parameter group: Joins it to the last one, if that has the same.
    func push(_ step: Step, group: String?) {
        steps.withLock { steps in
            steps.redo = []
            guard let group, steps.undo.last?.group == group, var entry = steps.undo.popLast() else {
                steps.undo = Array((steps.undo + [Entry(steps: [step], group: group)]).suffix(limit))
                return
            }
            if entry.steps.isEmpty || !entry.steps[entry.steps.count - 1].join(step) { entry.steps.append(step) }
            steps.undo.append(entry)
        }
    }

    func next(_ direction: Direction) -> Entry? {
        steps.withLock { direction == .undo ? $0.undo.last : $0.redo.last }
    }

    /// Puts the inverse of what was taken back, if it changed anything, where the opposite direction finds it.
    func finish(_ entry: Entry, _ direction: Direction, inverse: Entry?) {
        steps.withLock { steps in
            switch direction {
            case .undo:
                if steps.undo.last == entry { steps.undo.removeLast() }
                if let inverse { steps.redo.append(inverse) }
            case .redo:
                if steps.redo.last == entry { steps.redo.removeLast() }
                if let inverse { steps.undo.append(inverse) }
            }
        }
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
