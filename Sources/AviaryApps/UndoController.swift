import AviaryResults
import AviaryServer
import AviaryText
import AviaryViews
import GRDB

/// What a person did in a room and can take back: every transaction of the room goes through here, and its two buttons
/// say what they would undo and redo.
final class HistoryController: ViewController {
    static let storyboard = Storyboard("History", PackageResources.History_html)

    /// Whether the gallery is only looked at. The storyboards' controls that write are in a `fieldset` which this disables.
    let isReadOnly: Bool

    let page = Page()
    var actions: Actions { ["undo": undo, "redo": redo] }

    private let stack = UndoStack()
    private let store: LiveStore
    private let noun: String
    /// What an offer that was withdrawn may have told of others, and nobody may have read.
    private var replaced = ReplacedNames()

    /// - Parameter noun: What the room has one of: "color".
    init(of store: LiveStore, noun: String) {
        self.store = store
        isReadOnly = store.isReadOnly
        self.noun = noun
    }

    func viewDidLoad() { show() }

    /// Runs one transaction that can be taken back.
    ///
    /// - Parameter name: What the person did, as the buttons name it.
    @discardableResult
    func write<T: Sendable>(
        _ name: String, for event: ActionEvent, _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        withdrawOffer()
        defer { show() }
        return try await store.write(undoable: name, in: stack, receipt: event.receipt, updates)
    }

    /// Says what was just done, with a button that takes it back.
    func offerUndo(_ sentence: String) {
        page.offer(withUnread(sentence), action: "undo", title: "Undo")
    }

    /// Says something that was done by the way.
    func say(_ sentence: String) { page.say(withUnread(sentence)) }

    /// Says that somebody else had renamed something while the person typed; what was done last can be taken back.
    func tellReplaced(_ other: String, by own: String) {
        replaced.add(other, by: own)
        guard let sentence = replaced.sentence() else { return }
        // The button would take back the last name only.
        if replaced.count > 1 { page.say(sentence) } else { page.offer(sentence, action: "undo", title: "Undo") }
    }

    private func withUnread(_ sentence: String) -> String {
        [replaced.sentence(), sentence].compactMap(\.self).joined(separator: " ")
    }

    private func show() {
        page["undo"] = stack.undoName.map { "Undo: \($0)" }
        page["undoDisabled"] = stack.undoName == nil
        page["redo"] = stack.redoName.map { "Redo: \($0)" }
        page["redoDisabled"] = stack.redoName == nil
    }

    private func undo(_ event: ActionEvent) async throws {
        replaced.removeAll()
        withdrawOffer()
        defer { show() }
        guard let outcome = try await store.undo(stack, receipt: event.receipt) else {
            return sayNothingIsLeft("undo", event)
        }
        tell(outcome, "restored")
    }

    private func redo(_ event: ActionEvent) async throws {
        replaced.removeAll()
        withdrawOffer()
        defer { show() }
        guard let outcome = try await store.redo(stack, receipt: event.receipt) else {
            return sayNothingIsLeft("redo", event)
        }
        tell(outcome, "changed again")
    }

    /// What was offered to be undone is not what "Undo" would undo from now on. What it told of others stays.
    private func withdrawOffer() { page.say(replaced.sentence() ?? "") }

    /// Steps are kept as long as the scene is; a page may outlive it, and offer them still.
    private func sayNothingIsLeft(_ verb: String, _ event: ActionEvent) {
        let reason = event.isFromLostScene ? " Aviary has restarted, or this page was away for too long." : ""
        page.say(error: "There is nothing left to \(verb).\(reason) Nothing was changed.")
    }

    /// Says what was left alone: it is not where the person last saw it.
    private func tell(_ outcome: UndoOutcome, _ verb: String) {
        let leftAlone = outcome.conflicting + outcome.unreachable
        guard leftAlone > 0 else { return }
        let (were, they) = leftAlone == 1 ? ("was", "it") : ("were", "they")
        let reason =
            outcome.conflicting > 0
            ? "\(they) \(were) changed elsewhere" : "another program has changed the tables of the store"
        page.say(
            """
            \(outcome.restored.counted(noun)) \(verb). \(leftAlone.counted(noun)) \(were) left as \
            \(leftAlone == 1 ? "it is" : "they are") because \(reason).
            """)
    }
}
