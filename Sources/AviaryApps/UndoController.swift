public import AviaryResults
public import AviaryServer
import AviaryText
import AviaryViews
public import GRDB

/// What a person did on a page and can take back, with the buttons for it: a child of the page's controller.
///
///     let undo: UndoController
///     var children: [String: any ViewController] { ["undo": undo] }
///
///     init(store: LiveStore) { undo = UndoController(of: store, counting: "task") }
///
///     func clear(_ event: ActionEvent) async throws {
///         let count = try await undo.write("Clear", for: event) { db in try ToDoTask.filter(\.isDone).deleteAll(db) }
///         if count > 0 { undo.offer("\(count) tasks cleared") }
///     }
///
/// The storyboard says where the buttons stand, `<p data-child="undo"></p>`, and what it does say is all of it: the
/// buttons are disabled while there is nothing to take back, name what they would take back in their titles, and are
/// pressed by `Mod+Z` and `Mod+Shift+Z`. The storyboard's style sheet sees buttons of the class `plain`, each with an
/// `svg` of the class `icon`.
///
/// Each window takes back its own. The tables need `History.install(on:in:)`, and `Receipts.install(in:)` once.
public final class UndoController: ViewController {
    public static let storyboard = Storyboard("Undo", PackageResources.Undo_html)

    public let page = Page()
    public var actions: Actions { ["undo": undo, "redo": redo] }

    public func rowsWritten(by action: String) -> Int { action == "undo" ? stack.undoCount : stack.redoCount }

    public let store: LiveStore
    private let stack: UndoStack
    private let noun: String
    /// Another one with the same steps.
    private weak var twin: UndoController?
    /// What an offer that was withdrawn may have told of others, and nobody may have read.
    private var replaced = ReplacedNames()

    /// - Parameter noun: What the page has one of, "color": what cannot be taken back is counted by it.
    public init(of store: LiveStore, counting noun: String) {
        self.store = store
        self.noun = noun
        stack = UndoStack()
    }

    /// One for a sheet over the page: it takes back what the page's own does, each of them what was done by either.
    ///
    ///     try await page.present(PhotoController(id: id, history: UndoController(sharing: history)))
    public init(sharing other: UndoController) {
        (store, noun, stack, twin) = (other.store, other.noun, other.stack, other)
    }

    public func viewDidLoad() { show() }

    /// Runs one transaction that can be taken back, once for each event.
    ///
    /// - Parameters:
    ///   - name: What the person did, as the buttons name it: "Remove colors".
    ///   - group: What several writes share that are one for the person, files for instance that were chosen at once: those
    ///     that follow each other are taken back at once, under the name of the last.
    @discardableResult
    public func write<T: Sendable>(
        _ name: String, for event: ActionEvent, group: String? = nil,
        _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        withdrawOffer()
        defer { show() }
        return try await store.write(undoable: name, in: stack, group: group, receipt: event.receipt, updates)
    }

    /// Whether a write of this group would be taken back with those before it.
    public func isLast(group: String) -> Bool { stack.lastGroup == group }

    /// Says what was just done, with a button that takes it back.
    public func offer(_ sentence: String) {
        page.offer(withUnread(sentence), action: "undo", title: "Undo")
    }

    /// Says something that was done by the way.
    public func say(_ sentence: String) { page.say(withUnread(sentence)) }

    /// Says that somebody else had renamed something while the person typed; what was done last can be taken back.
    ///
    /// - Parameters:
    ///   - other: The name that is gone.
    ///   - own: The name that took its place.
    public func tellReplaced(_ other: String, by own: String) {
        replaced.add(other, by: own)
        guard let sentence = replaced.sentence() else { return }
        // The button would take back the last name only.
        if replaced.count > 1 { page.say(sentence) } else { page.offer(sentence, action: "undo", title: "Undo") }
    }

    private func withUnread(_ sentence: String) -> String {
        [replaced.sentence(), sentence].compactMap(\.self).joined(separator: " ")
    }

    private func show() {
        twin?.show()
        page["undo"] = stack.undoName.map { "Undo: \($0)" }
        page["undoDisabled"] = stack.undoName == nil
        page["redo"] = stack.redoName.map { "Redo: \($0)" }
        page["redoDisabled"] = stack.redoName == nil
    }

    // MARK: Taking back

    private func undo(_ event: ActionEvent) async throws {
        try await revert("undo", "restored", event) { try await store.undo(stack, receipt: event.receipt) }
    }

    private func redo(_ event: ActionEvent) async throws {
        try await revert("redo", "changed again", event) { try await store.redo(stack, receipt: event.receipt) }
    }

    private func revert(
        _ verb: String, _ done: String, _ event: ActionEvent, _ revert: () async throws -> UndoOutcome?
    ) async throws {
        replaced.removeAll()
        withdrawOffer()
        defer { show() }
        guard let outcome = try await revert() else { return sayNothingIsLeft(verb, event) }
        if let sentence = outcome.sentence(counting: noun, done) { page.say(sentence) }
    }

    /// What was offered to be undone is not what "Undo" would undo from now on. What it told of others stays.
    private func withdrawOffer() { page.say(replaced.sentence() ?? "") }

    /// Steps are kept as long as the scene is; a page may outlive it, and offer them still.
    private func sayNothingIsLeft(_ verb: String, _ event: ActionEvent) {
        let program = store.options.words.program.capitalizedFirst
        let reason = event.isFromLostScene ? " \(program) has restarted, or this page was away for too long." : ""
        page.say(error: "There is nothing left to \(verb).\(reason) Nothing was changed.")
    }
}

extension UndoOutcome {
    /// Says what was left alone: it is not where the person last saw it. `nil` when nothing was.
    ///
    /// - Parameter done: What became of the rest: "restored".
    func sentence(counting noun: String, _ done: String) -> String? {
        let losses = lost.sorted { $0.key < $1.key }.map { table, count in
            "\(count.counted("row")) of the table \(table), which the step changed too, can't be restored: it has no history."
        }
        guard let kept = sentenceOfKept(counting: noun, done) else {
            return losses.isEmpty ? nil : ([restored.counted(noun) + " \(done)."] + losses).joined(separator: " ")
        }
        return ([kept] + losses).joined(separator: " ")
    }

    private func sentenceOfKept(counting noun: String, _ done: String) -> String? {
        let leftAlone = conflicting + unreachable
        guard leftAlone > 0 else { return nil }
        let (were, they) = leftAlone == 1 ? ("was", "it") : ("were", "they")
        let reason =
            conflicting > 0
            ? "\(they) \(were) changed elsewhere" : "another program has changed the tables of the store"
        return """
            \(restored.counted(noun)) \(done). \(leftAlone.counted(noun)) \(were) left as \
            \(leftAlone == 1 ? "it is" : "they are") because \(reason).
            """
    }
}
