/// What undo and redo find: the entries that a person has done, and those that were taken back, each in their order.
struct UndoEntries: Sendable {
    private(set) var undo: [UndoStack.Entry] = []
    private(set) var redo: [UndoStack.Entry] = []
    private let limit: Int
    /// How many rows entries may hold, together.
    private static let rowLimit = 200_000

    /// - Parameter limit: How many entries are kept. The oldest are dropped.
    init(limit: Int) { self.limit = limit }

    var steps: [UndoStack.Step] { (undo + redo).flatMap(\.steps) }

    func last(_ direction: UndoStack.Direction) -> UndoStack.Entry? { direction == .undo ? undo.last : redo.last }

    /// Adds what a person did. What was taken back before cannot be done again any more.
    ///
    /// - Parameter group: Joins it to the last one, if that has the same.
    mutating func push(_ step: UndoStack.Step, group: String?) {
        redo = []
        guard let group, undo.last?.group == group, var entry = undo.popLast() else {
            undo = Array((undo + [UndoStack.Entry(steps: [step], group: group)]).suffix(limit))
            return dropOldRows()
        }
        if entry.steps.isEmpty || !entry.steps[entry.steps.count - 1].join(step) { entry.steps.append(step) }
        undo.append(entry)
        dropOldRows()
    }

    /// Says of steps that it is not known whether they were done.
    mutating func doubt(_ steps: [UndoStack.Step], _ receipt: String) {
        for (index, entry) in undo.enumerated() {
            for (place, step) in entry.steps.enumerated() where steps.contains(step) {
                undo[index].steps[place].receiptInDoubt = receipt
            }
        }
    }

    /// Keeps the steps of a write that was in doubt, or drops them.
    mutating func settle(_ receipt: String, isDone: Bool) {
        for index in undo.indices {
            if !isDone { undo[index].steps.removeAll { $0.receiptInDoubt == receipt } }
            for place in undo[index].steps.indices where undo[index].steps[place].receiptInDoubt == receipt {
                undo[index].steps[place].receiptInDoubt = nil
            }
        }
        undo.removeAll(where: \.steps.isEmpty)
    }

    /// Drops the oldest entries while the others hold very many rows themselves.
    private mutating func dropOldRows() {
        var count = undo.reduce(0) { $0 + $1.rowCount }
        while count > Self.rowLimit, undo.count > 1 { count -= undo.removeFirst().rowCount }
    }

    /// Takes out what was taken back, and puts its inverse where the opposite direction finds it. An inverse without
    /// changes is of no use where rows were left alone.
    mutating func revert(
        _ entry: UndoStack.Entry, _ direction: UndoStack.Direction, inverse: UndoStack.Entry, _ outcome: UndoOutcome
    ) {
        remove(entry, direction)
        guard !inverse.isEmpty || outcome.conflicting + outcome.unreachable == 0 else { return }
        switch direction {
        case .undo: redo.append(inverse)
        case .redo: undo.append(inverse)
        }
    }

    /// Drops an entry, if it is there still.
    mutating func remove(_ entry: UndoStack.Entry, _ direction: UndoStack.Direction) {
        switch direction {
        case .undo: undo.removeLast(entry)
        case .redo: redo.removeLast(entry)
        }
    }
}

extension [UndoStack.Entry] {
    /// A person takes back what is last, as a rule, so it is sought from there.
    fileprivate mutating func removeLast(_ entry: UndoStack.Entry) {
        if let index = lastIndex(of: entry) { remove(at: index) }
    }
}
