public import AviaryResults
public import AviaryServer
import AviaryViews
public import GRDB

/// The undo and redo of one window, with their buttons: a child of the page's controller.
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
/// The storyboard of the page says where the buttons stand, `<p data-child="undo"></p>`, and nothing else. The buttons
/// are disabled while there is nothing to undo, have the name of the step in their titles, and have the keys `Mod+Z`
/// and `Mod+Shift+Z`. Style sheets find buttons of the class `plain`, each with an `svg` of the class `icon`.
///
/// Each window undoes its own steps. The tables need `History.install(on:in:)`, and the store needs
/// `Receipts.install(in:)` once.
public final class UndoController: ViewController {
    /// The two buttons.
    public static let storyboard = Storyboard("Undo", PackageResources.Undo_html)

    /// The page of the buttons; the notices of `offer` and `say` appear in the tab as those of any page.
    public let page = Page()
    /// `undo` and `redo`, which the buttons call.
    public var actions: Actions { ["undo": undo, "redo": redo] }

    /// The number of row changes that the action would revert.
    public func rowsWritten(by action: String) -> Int { action == "undo" ? stack.undoCount : stack.redoCount }

    /// The store in which the steps were written.
    public let store: LiveStore
    private let stack: UndoStack
    private let noun: String
    private let words: UndoWords
    private let nouns: StepNouns
    /// Another one with the same steps.
    private weak var twin: UndoController?
    /// The names in an offer that was withdrawn, perhaps before the person had read it.
    private var replaced: ReplacedNames

    /// An undo of its own, without steps.
    ///
    /// - Parameters:
    ///   - store: The store that the steps are written to.
    ///   - noun: One of the things on the page, in the singular, "color": the sentences about what could not be undone
    ///     count by it.
    ///   - words: What the buttons and sentences say.
    public init(of store: LiveStore, counting noun: String, words: UndoWords = UndoWords()) {
        self.store = store
        self.noun = noun
        self.words = words
        replaced = ReplacedNames(words: words)
        stack = UndoStack()
        nouns = StepNouns()
    }

    /// An undo with the same steps as another one: for a sheet over the page, where either undoes what was done in
    /// both.
    ///
    ///     try await page.present(PhotoController(id: id, history: UndoController(sharing: history)))
    public init(sharing other: UndoController) {
        (store, noun, words, twin) = (other.store, other.noun, other.words, other)
        (nouns, stack, replaced) = (other.nouns, other.stack, ReplacedNames(words: other.words))
    }

    /// Shows in the buttons what there is to undo and redo.
    public func viewDidLoad() {
        (page["undoLabel"], page["redoLabel"]) = (words.undo, words.redo)
        show()
    }

    /// Runs one transaction that can be undone, once for each event.
    ///
    /// - Parameters:
    ///   - name: What the person did, as the buttons name it: "Remove colors".
    ///   - event: The event of the action. Its receipt is written in the same transaction.
    ///   - group: The same for several writes that are one step for the person, for example of files that were chosen
    ///     at once. Writes of one group that follow each other are undone at once, under the name of the last.
    ///   - noun: One of the things that steps of this name change, in the singular, where they are others than those on
    ///     the page: "palette". `nil` for those on the page.
    ///   - updates: Runs on the writer queue of the database, perhaps more than once; see `LiveStore.write(alone:_:)`.
    /// - Returns: The result of `updates`.
    /// - Throws: The error of `updates`, and errors of the store. Nothing is written then.
    @discardableResult
    public func write<T: Sendable>(
        _ name: String, for event: ActionEvent, group: String? = nil, counting noun: String? = nil,
        _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        if let noun { nouns.byName[name] = noun }
        withdrawOffer()
        defer { show() }
        return try await store.write(undoable: name, in: stack, group: group, receipt: event.receipt, updates)
    }

    /// Whether the last step that can be undone is of this group, so that another write of the group would join it.
    public func isLast(group: String) -> Bool { stack.lastGroup == group }

    /// Shows a sentence about what was just done, with a button that undoes it.
    public func offer(_ sentence: String) {
        page.offer(withUnread(sentence), action: "undo", title: words.undo)
    }

    /// Shows a sentence, without a button, about something that was done besides.
    public func say(_ sentence: String) { page.say(withUnread(sentence)) }

    /// Says that somebody else had renamed something while the person typed. The last write can be undone.
    ///
    /// - Parameters:
    ///   - other: The name of the other person, which is gone.
    ///   - own: The name that replaced it.
    public func tellReplaced(_ other: String, by own: String) {
        replaced.add(other, by: own)
        guard let sentence = replaced.sentence() else { return }
        // The button would take back the last name only.
        if replaced.count > 1 {
            page.say(sentence)
        } else {
            page.offer(sentence, action: "undo", title: words.undo)
        }
    }

    private func withUnread(_ sentence: String) -> String {
        [replaced.sentence(), sentence].compactMap(\.self).joined(separator: " ")
    }

    private func show() {
        twin?.show()
        page["undo"] = stack.undoName.map(words.undoStep)
        page["undoDisabled"] = stack.undoName == nil
        page["redo"] = stack.redoName.map(words.redoStep)
        page["redoDisabled"] = stack.redoName == nil
    }

    // MARK: Taking back

    private func undo(_ event: ActionEvent) async throws {
        try await revert(.undo, event) { try await store.undo(stack, receipt: event.receipt) }
    }

    private func redo(_ event: ActionEvent) async throws {
        try await revert(.redo, event) { try await store.redo(stack, receipt: event.receipt) }
    }

    private func revert(
        _ verb: UndoWords.Verb, _ event: ActionEvent, _ revert: () async throws -> UndoOutcome?
    ) async throws {
        replaced.removeAll()
        withdrawOffer()
        defer { show() }
        guard let outcome = try await revert() else { return sayNothingIsLeft(verb, event) }
        let noun = nouns.byName[outcome.name] ?? noun
        if let sentence = words.outcome(outcome, noun, verb) { page.say(sentence) }
    }

    /// What was offered to be undone is not what "Undo" would undo from now on. What it told of others stays.
    private func withdrawOffer() { page.say(replaced.sentence() ?? "") }

    /// Steps are kept as long as the scene is; a page may outlive it, and offer them still.
    private func sayNothingIsLeft(_ verb: UndoWords.Verb, _ event: ActionEvent) {
        let program = event.isFromLostScene ? store.options.words.program : nil
        page.say(error: words.nothingLeft(verb, program))
    }
}

/// What the steps of one window count that change other things than its page shows.
private final class StepNouns {
    /// By the names of the steps.
    var byName: [String: String] = [:]
}
