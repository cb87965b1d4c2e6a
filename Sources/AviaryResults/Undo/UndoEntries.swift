/// The entries that a person has done, and the entries that were taken back. In both lists the oldest is first.
struct UndoEntries: Sendable {
    private(set) var undo: [UndoStack.Entry] = []
    private(set) var redo: [UndoStack.Entry] = []
    private let limit: Int
    /// How many rows the entries for undo may hold together.
    private static let rowLimit = 200_000

    /// - Parameter limit: How many entries are kept. The oldest are dropped.
    init(limit: Int) { self.limit = limit }

    var steps: [UndoStack.Step] { (undo + redo).flatMap(\.steps) }

    func last(_ direction: UndoStack.Direction) -> UndoStack.Entry? { direction == .undo ? undo.last : redo.last }

    /// Adds a step that a person has done. Entries that were taken back before cannot be redone afterwards.
    ///
    /// - Parameter group: Joins the step to the last entry if that has the same group.
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

    /// Marks steps whose outcome is unknown.
    mutating func doubt(_ steps: [UndoStack.Step], _ receipt: String) {
        for (index, entry) in undo.enumerated() {
            for (place, step) in entry.steps.enumerated() where steps.contains(step) {
                undo[index].steps[place].receiptInDoubt = receipt
            }
        }
    }

    /// Ends the doubt about a write: keeps its steps, or drops them.
    mutating func settle(_ receipt: String, isDone: Bool) {
        for index in undo.indices {
            if !isDone { undo[index].steps.removeAll { $0.receiptInDoubt == receipt } }
            for place in undo[index].steps.indices where undo[index].steps[place].receiptInDoubt == receipt {
                undo[index].steps[place].receiptInDoubt = nil
            }
        }
        undo.removeAll(where: \.steps.isEmpty)
    }

    /// Drops the oldest entries for undo while all of them together hold too many rows.
    private mutating func dropOldRows() {
        var count = undo.reduce(0) { $0 + $1.rowCount }
        while count > Self.rowLimit, undo.count > 1 { count -= undo.removeFirst().rowCount }
    }

    /// Removes an entry that was taken back, and adds its inverse for the opposite direction.
    ///
    /// An empty inverse is dropped if rows were left alone, because it could do nothing.
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

    /// Drops an entry if it still exists.
    mutating func remove(_ entry: UndoStack.Entry, _ direction: UndoStack.Direction) {
        switch direction {
        case .undo: undo.removeLast(entry)
        case .redo: redo.removeLast(entry)
        }
    }
}

extension [UndoStack.Entry] {
    /// Searches from the end, because a person usually takes back the last entry.
    fileprivate mutating func removeLast(_ entry: UndoStack.Entry) {
        if let index = lastIndex(of: entry) { remove(at: index) }
    }
}
