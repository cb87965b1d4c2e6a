import AviaryResults
import AviaryText

/// What a person has asked of the steps of a window.
enum UndoVerb: Sendable {
    /// The last step is undone.
    case undo
    /// The step that was undone last is redone.
    case redo
}

extension Words.Undo {
    /// The sentence that there is no step.
    ///
    /// - Parameter isLost: Whether there were steps, and the page or the program has lost them.
    func nothingLeft(_ verb: UndoVerb, isLost: Bool) -> String {
        switch verb {
        case .undo: isLost ? undoIsLost : noUndo
        case .redo: isLost ? redoIsLost : noRedo
        }
    }

    /// The sentences about rows that were not restored, or about a step that changed nothing; `nil` if everything was
    /// restored.
    ///
    /// - Parameter count: Says how many of the changed things, for a number of them.
    func outcome(_ outcome: UndoOutcome, _ verb: UndoVerb, counting count: (Int) -> String) -> String? {
        let keptCount = outcome.conflicting + outcome.unreachable
        var sentences: [String] = []
        if keptCount > 0 {
            let kept = outcome.conflicting > 0 ? keptAsChanged : keptWithTables
            sentences.append(kept(keptCount, count(keptCount)))
        }
        sentences += outcome.lost.sorted { $0.key < $1.key }.map { lost($1, $0) }
        // A step changed nothing, for instance, because the PostgreSQL database that the store follows did not save it.
        if sentences.isEmpty {
            return outcome.restored > 0 ? nil : verb == .undo ? nothingToUndo : nothingToRedo
        }
        let done =
            switch (verb, outcome.restored) {
            case (.undo, 0): nothingRestored
            case (.undo, let number): restored(count(number))
            case (.redo, 0): nothingChangedAgain
            case (.redo, let number): changedAgain(count(number))
            }
        return ([done] + sentences).joined(separator: " ")
    }
}
