public import AviaryResults
import AviaryText

/// The words of an `UndoController`. They are English, unless the app sets others.
///
///     var words = UndoWords()
///     words.undo = "Zurück"
///     words.undoStep = { "Zurück: \($0)" }
///     let history = UndoController(of: store, counting: "Pflanze", words: words)
public struct UndoWords: Sendable {
    /// What the person has asked for.
    public enum Verb: Sendable {
        /// The last step is undone.
        case undo
        /// The step that was undone last is redone.
        case redo
    }

    // MARK: Buttons

    /// The title of the button that undoes, on the page and in a notice.
    public var undo = "Undo"
    /// The title of the button that redoes, on the page.
    public var redo = "Redo"
    /// The tooltip of the undo button, with the name of the step.
    public var undoStep: @Sendable (_ step: String) -> String = { "Undo: \($0)" }
    /// The tooltip of the redo button, with the name of the step.
    public var redoStep: @Sendable (_ step: String) -> String = { "Redo: \($0)" }

    // MARK: Outcomes

    /// Makes the sentence that there is no step to undo or redo.
    ///
    /// - Parameter program: The name of the program that has lost the steps, because the program was restarted or the
    ///   page was away for too long; `nil` if no steps were lost.
    public var nothingLeft: @Sendable (_ verb: Verb, _ program: String?) -> String = Self.nothingLeftInEnglish
    /// Makes the sentence about rows that were not restored, or about a step that changed nothing. Returns `nil` if
    /// everything was restored.
    ///
    /// - Parameter noun: One of the things that the step changed, in the singular.
    public var outcome: @Sendable (_ outcome: UndoOutcome, _ noun: String, _ verb: Verb) -> String? =
        Self.outcomeInEnglish

    // MARK: Names that others had given

    /// Makes the sentence that the person's name has replaced a name that somebody else set meanwhile.
    public var replaced: @Sendable (_ other: String) -> String = {
        "Someone renamed it to \($0.quoted) meanwhile. Your name replaced it."
    }
    /// Makes the sentence about several replaced names.
    ///
    /// - Parameter pairs: The names by others and those of the person; `nil` if there are more than three.
    public var replacedSeveral: @Sendable (_ count: Int, _ pairs: [(other: String, own: String)]?) -> String = {
        count, pairs in
        let names = pairs.map { pairs in
            ": " + pairs.map { "\($0.own.quoted) replaced \($0.other.quoted)" }.joined(separator: ", ")
        }
        return "Someone renamed \(count) of these meanwhile. Your names replaced theirs\(names ?? "")."
    }

    /// Makes the words in English.
    public init() {}
}

// MARK: - English

extension UndoWords {
    @Sendable private static func nothingLeftInEnglish(to verb: Verb, restarted program: String?) -> String {
        let reason =
            program.map { " \($0.capitalizedFirst) has restarted, or this page was away for too long." } ?? ""
        return "There is nothing left to \(verb == .undo ? "undo" : "redo").\(reason) Nothing was changed."
    }

    @Sendable private static func outcomeInEnglish(
        _ outcome: UndoOutcome, counting noun: String, after verb: Verb
    ) -> String? {
        let number = outcome.restored == 0 ? "Nothing was" : outcome.restored.counted(noun)
        let restored = "\(number) \(verb == .undo ? "restored" : "changed again")."
        let kept = leftAlone(outcome, counting: noun)
        let losses = outcome.lost.sorted { $0.key < $1.key }.map { table, count in
            "\(count.counted("row")) of the table \(table), which the step changed too, can't be restored: it has no history."
        }
        if kept == nil, losses.isEmpty { return outcome.restored == 0 ? nothingToChange(after: verb) : nil }
        return ([restored, kept].compactMap(\.self) + losses).joined(separator: " ")
    }

    /// The sentence for a step that changed nothing, for instance because the PostgreSQL database that the store
    /// follows did not save the step.
    private static func nothingToChange(after verb: Verb) -> String {
        "There was nothing to \(verb == .undo ? "undo" : "redo"). Nothing was changed."
    }

    private static func leftAlone(_ outcome: UndoOutcome, counting noun: String) -> String? {
        let count = outcome.conflicting + outcome.unreachable
        guard count > 0 else { return nil }
        let (were, they) = count == 1 ? ("was", "it") : ("were", "they")
        let reason =
            outcome.conflicting > 0
            ? "\(they) \(were) changed elsewhere" : "another program has changed the tables of the store"
        return "\(count.counted(noun)) \(were) left as \(count == 1 ? "it is" : "they are") because \(reason)."
    }
}
