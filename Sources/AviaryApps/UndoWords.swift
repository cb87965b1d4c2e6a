import AviaryResults
import AviaryText

/// What an `UndoController` says, beside its storyboard.
enum UndoWords {
    // MARK: Buttons

    /// Of a notice.
    static let undo = "Undo"
    static func undo(_ step: String) -> String { "Undo: \(step)" }
    static func redo(_ step: String) -> String { "Redo: \(step)" }

    // MARK: What could not be undone

    enum Verb { case undo, redo }

    /// - Parameter program: What the program is called whose steps are lost; `nil` when none are lost.
    static func nothingLeft(to verb: Verb, restarted program: String?) -> String {
        let reason =
            program.map { " \($0.capitalizedFirst) has restarted, or this page was away for too long." } ?? ""
        return "There is nothing left to \(verb == .undo ? "undo" : "redo").\(reason) Nothing was changed."
    }

    /// Says what was left alone: it is not where the person last saw it. `nil` when nothing was.
    ///
    /// - Parameter noun: One of the things that the step changed.
    static func sentence(about outcome: UndoOutcome, counting noun: String, after verb: Verb) -> String? {
        let restored = "\(outcome.restored.counted(noun)) \(verb == .undo ? "restored" : "changed again")."
        let kept = leftAlone(outcome, counting: noun)
        let losses = outcome.lost.sorted { $0.key < $1.key }.map { table, count in
            "\(count.counted("row")) of the table \(table), which the step changed too, can't be restored: it has no history."
        }
        if kept == nil, losses.isEmpty { return nil }
        return ([restored, kept].compactMap(\.self) + losses).joined(separator: " ")
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

    // MARK: Names that others had given

    static func replaced(_ other: String) -> String {
        "Someone renamed it to \(other.quoted) meanwhile. Your name replaced it."
    }
    /// - Parameter pairs: The names that replaced others, where they are few.
    static func replaced(_ count: Int, pairs: [(other: String, own: String)]?) -> String {
        let names = pairs.map { pairs in
            ": " + pairs.map { "\($0.own.quoted) replaced \($0.other.quoted)" }.joined(separator: ", ")
        }
        return "Someone renamed \(count) of these meanwhile. Your names replaced theirs\(names ?? "")."
    }
}
