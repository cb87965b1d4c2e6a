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
/// The storyboard of the page only marks the position of the buttons: `<p data-child="undo"></p>`. The buttons are
/// disabled while there is nothing to undo. They have the name of the step in their titles, and the keys `Mod+Z` and
/// `Mod+Shift+Z`. For style sheets they have the class `plain`, each with an `svg` of the class `icon`.
///
/// Each window undoes its own steps. The tables need `History.install(on:in:)`, and the store needs
/// `Receipts.install(in:)` once.
public final class UndoController: ViewController {
    /// The two buttons.
    public static let storyboard = Storyboard("Undo", PackageResources.Undo_html)

    /// The page of the buttons. The notices of `offer` and `say` appear in the tab like those of any page.
    public let page = Page()
    /// The actions `undo` and `redo` of the buttons.
    public var actions: Actions { ["undo": undo, "redo": redo] }

    /// The number of row changes that the action would revert.
    public func rowsWritten(by action: String) -> Int { action == "undo" ? stack.undoCount : stack.redoCount }

    /// The store in which the steps were written.
    public let store: LiveStore
    private let stack: UndoStack
    private let noun: String
    private let words: UndoWords
    private let nouns: StepNouns
    /// Another controller with the same steps.
    private weak var twin: UndoController?
    /// The names in a withdrawn offer, which the person may not have read.
    private var replaced: ReplacedNames

    /// A controller with its own, empty list of steps.
    ///
    /// - Parameters:
    ///   - store: The store to which the steps are written.
    ///   - noun: One of the things on the page, in the singular, such as "color". Sentences about rows that could not
    ///     be undone count with it.
    ///   - words: The words of the buttons and sentences.
    public init(of store: LiveStore, counting noun: String, words: UndoWords = UndoWords()) {
        self.store = store
        self.noun = noun
        self.words = words
        replaced = ReplacedNames(words: words)
        stack = UndoStack()
        nouns = StepNouns()
    }

    /// A controller that shares the steps of another one. Use it for a sheet over the page, so that each undoes the
    /// steps of both.
    ///
    ///     try await page.present(PhotoController(id: id, history: UndoController(sharing: history)))
    public init(sharing other: UndoController) {
        (store, noun, words, twin) = (other.store, other.noun, other.words, other)
        (nouns, stack, replaced) = (other.nouns, other.stack, ReplacedNames(words: other.words))
    }

    /// Updates the buttons for the steps to undo and redo.
    public func viewDidLoad() {
        (page["undoLabel"], page["redoLabel"]) = (words.undo, words.redo)
        show()
    }

    /// Runs one transaction that can be undone, once for each event.
    ///
    /// - Parameters:
    ///   - name: The name of the step for the buttons: "Remove colors".
    ///   - event: The event of the action. Its receipt is written in the same transaction.
    ///   - group: An identifier that several writes share if they are one step for the person, such as for files
    ///     chosen together. Consecutive writes of a group are undone together, under the name of the last one.
    ///   - noun: One of the things that steps of this name change, in the singular, such as "palette". `nil` for the
    ///     things on the page.
    ///   - updates: Runs on the writer queue of the database, perhaps more than once; see `LiveStore.write(alone:_:)`.
    /// - Returns: The result of `updates`.
    /// - Throws: The error of `updates`, and errors of the store. In both cases nothing is written.
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

    /// Returns whether the last undoable step belongs to this group, so that another write of the group would join it.
    public func isLast(group: String) -> Bool { stack.lastGroup == group }

    /// Shows a sentence about the last step, with a button that undoes it.
    public func offer(_ sentence: String) {
        page.offer(withUnread(sentence), action: "undo", title: words.undo)
    }

    /// Shows a sentence without a button, about another change.
    public func say(_ sentence: String) { page.say(withUnread(sentence)) }

    /// Says that the person's name has replaced a name that somebody else set meanwhile. The last write can be undone.
    ///
    /// - Parameters:
    ///   - other: The other person's name, which was replaced.
    ///   - own: The name that replaced it.
    public func tellReplaced(_ other: String, by own: String) {
        replaced.add(other, by: own)
        guard let sentence = replaced.sentence() else { return }
        // The button would undo only the last name.
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

    /// Withdraws the last offer, because "Undo" would now undo another step. A sentence about replaced names stays.
    private func withdrawOffer() { page.say(replaced.sentence() ?? "") }

    /// Steps live as long as the scene. A page may outlive it, and still offer them.
    private func sayNothingIsLeft(_ verb: UndoWords.Verb, _ event: ActionEvent) {
        let program = event.isFromLostScene ? store.options.words.program : nil
        page.say(error: words.nothingLeft(verb, program))
    }
}

/// The nouns of steps that change other things than the page shows.
private final class StepNouns {
    /// The nouns, by the names of the steps.
    var byName: [String: String] = [:]
}
