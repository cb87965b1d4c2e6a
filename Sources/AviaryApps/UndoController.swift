public import AviaryResults
public import AviaryServer
public import AviaryText
import AviaryViews
public import GRDB

/// Undo and redo in one window, with two buttons. The controller is a child of the page's controller.
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
/// The storyboard of the page only marks the position of the buttons: `<p data-child="undo"></p>`. A step is what one
/// call of `write`, or a group of calls, has changed. A button is disabled while there is no step to undo or to redo.
/// Its tooltip has the name of the step. The keys are `Mod+Z` and `Mod+Shift+Z`. For style sheets, each button has the
/// class `plain`, and has an `svg` of the class `icon`.
///
/// Each window undoes its own steps. A window belongs to one visitor (`page.visitor`), so nobody takes back the step of
/// somebody else. Each table needs `History.install(on:in:)`, and the store needs
/// `Receipts.install(in:)` once.
public final class UndoController: ViewController {
    /// The markup of the two buttons.
    public static let storyboard = Storyboard("Undo", PackageResources.Undo_html)

    /// The page of the buttons. The notices of `offer(_:)` and `say(_:)` appear in the tab like those of any page.
    public let page = Page()
    /// The actions `undo` and `redo` of the buttons.
    public var actions: Actions { ["undo": undo, "redo": redo] }

    /// The number of row changes that an action would revert.
    ///
    /// - Parameter action: `undo` or `redo`.
    /// - Returns: The number of changes in the step that the action would undo or redo.
    public func rowsWritten(by action: String) -> Int { action == "undo" ? stack.undoCount : stack.redoCount }

    /// The store in which the steps were written.
    public let store: LiveStore
    private let stack: UndoStack
    private var words: Words.Undo { page.words.undo }
    private let things: Things
    private let thingsOfSteps: StepThings
    /// The controller whose steps this one shares. The buttons of that controller are updated, too.
    private weak var twin: UndoController?
    /// The names that this person's names have replaced. The person may not have read the notice about them.
    private var replaced = ReplacedNames()

    /// Says how many things, for a number of them.
    private typealias Things = @Sendable (Int, Words) -> String

    /// Makes a controller with its own, empty list of steps.
    ///
    /// - Parameters:
    ///   - store: The store to which the steps are written.
    ///   - noun: One of the things on the page, in the singular, such as "color". Its plural ends in s. Sentences use it
    ///     to count rows that could not be undone.
    public convenience init(of store: LiveStore, counting noun: String) {
        self.init(of: store) { count, _ in count.counted(noun) }
    }

    /// Makes a controller with its own, empty list of steps, in an app with other languages than English.
    ///
    ///     undo = UndoController(of: store) { count, words in words[ToDoWords.self].tasks(count) }
    ///
    /// - Parameters:
    ///   - store: The store to which the steps are written.
    ///   - things: Says how many of the things on the page, such as "2 tasks", in the words of the page. Sentences about
    ///     rows that could not be undone contain it.
    public init(of store: LiveStore, counting things: @escaping @Sendable (Int, Words) -> String) {
        self.store = store
        self.things = things
        stack = UndoStack()
        thingsOfSteps = StepThings()
    }

    /// Makes a controller that shares the steps of another one. Use it for a sheet over the page, so that the sheet and
    /// the page both undo the steps of both.
    ///
    ///     try await page.present(PhotoController(id: id, history: UndoController(sharing: history)))
    ///
    /// - Parameter other: The controller of the page.
    public init(sharing other: UndoController) {
        (store, things, twin) = (other.store, other.things, other)
        (thingsOfSteps, stack) = (other.thingsOfSteps, other.stack)
    }

    /// Shows the steps that can be undone and redone on the buttons.
    public func viewDidLoad() {
        (page["undoLabel"], page["redoLabel"]) = (words.undo, words.redo)
        show()
    }

    /// Runs a transaction that can be undone. It is committed at most once for each event.
    ///
    /// - Parameters:
    ///   - name: The name of the step for the buttons: "Remove colors".
    ///   - event: The event of the action. Its receipt is written in the same transaction.
    ///   - group: An identifier that several writes share if they are one step for the person, for instance for files
    ///     that were chosen together. Consecutive writes of a group are undone together, under the name of the last
    ///     one.
    ///   - noun: One of the things that steps of this name change, in the singular, such as "palette". `nil` stands for
    ///     the things on the page. Its plural ends in s.
    ///   - updates: Runs on the writer queue of the database, perhaps more than once; see `LiveStore.write(alone:_:)`.
    /// - Returns: The result of `updates`.
    /// - Throws: The error of `updates`, and errors of the store. In both cases nothing is written.
    @discardableResult
    public func write<T: Sendable>(
        _ name: String, for event: ActionEvent, group: String? = nil, counting noun: String? = nil,
        _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        if let noun { thingsOfSteps.byName[name] = { $0.counted(noun) } }
        withdrawOffer()
        defer { show() }
        return try await store.write(undoable: name, in: stack, group: group, receipt: event.receipt, updates)
    }

    /// Runs a transaction that can be undone and changes other things than those on the page, in an app with other
    /// languages than English. It is committed at most once for each event.
    ///
    /// - Parameters:
    ///   - name: The name of the step for the buttons: "Remove palettes".
    ///   - event: The event of the action. Its receipt is written in the same transaction.
    ///   - group: An identifier that several writes share if they are one step for the person.
    ///   - things: Says how many of the things that steps of this name change, such as "2 palettes".
    ///   - updates: Runs on the writer queue of the database, perhaps more than once; see `LiveStore.write(alone:_:)`.
    /// - Returns: The result of `updates`.
    /// - Throws: The error of `updates`, and errors of the store. In both cases nothing is written.
    @discardableResult
    public func write<T: Sendable>(
        _ name: String, for event: ActionEvent, group: String? = nil,
        counting things: @escaping @Sendable (Int) -> String, _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        thingsOfSteps.byName[name] = things
        return try await write(name, for: event, group: group, updates)
    }

    /// Returns whether the last step that can be undone belongs to a group. If it does, another write of the group
    /// joins the step.
    ///
    /// - Parameter group: The identifier of the group.
    /// - Returns: `false` if there is no step, or if the last step has another group or none.
    public func isLast(group: String) -> Bool { stack.lastGroup == group }

    /// Shows a sentence about the last step, with a button that undoes the step.
    ///
    /// - Parameter sentence: The sentence, in the language of the app.
    public func offer(_ sentence: String) {
        page.offer(withUnread(sentence), action: "undo", title: words.undo)
    }

    /// Shows a sentence without a button. Use it for a change that is not the last step.
    ///
    /// - Parameter sentence: The sentence, in the language of the app.
    public func say(_ sentence: String) { page.say(withUnread(sentence)) }

    /// Says that the person's name has replaced a name that somebody else set meanwhile. If it is the only such name, a
    /// button undoes the last step.
    ///
    /// - Parameters:
    ///   - other: The name that somebody else has set. It was replaced.
    ///   - own: The name that the person typed. It replaced the other name.
    public func sayReplaced(_ other: String, by own: String) {
        replaced.add(other, by: own)
        guard let sentence = replaced.sentence(in: words) else { return }
        // With several names there is no button, because a button would undo only the last replacement.
        if replaced.count > 1 {
            page.say(sentence)
        } else {
            page.offer(sentence, action: "undo", title: words.undo)
        }
    }

    private func withUnread(_ sentence: String) -> String {
        [replaced.sentence(in: words), sentence].compactMap(\.self).joined(separator: " ")
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
        _ verb: UndoVerb, _ event: ActionEvent, _ revert: () async throws -> UndoOutcome?
    ) async throws {
        replaced.removeAll()
        withdrawOffer()
        defer { show() }
        guard let outcome = try await revert() else { return sayNothingIsLeft(verb, event) }
        let count = thingsOfSteps.byName[outcome.name] ?? { [things, all = page.words] in things($0, all) }
        if let sentence = words.outcome(outcome, verb, counting: count) { page.say(sentence) }
    }

    /// Withdraws the last offer, because its button would now undo another step. A sentence about replaced names stays.
    private func withdrawOffer() { page.say(replaced.sentence(in: words) ?? "") }

    /// Says that there is no step. If the state of the page was lost, the page may still show a lost step, so the
    /// sentence gives the reason.
    private func sayNothingIsLeft(_ verb: UndoVerb, _ event: ActionEvent) {
        page.say(error: words.nothingLeft(verb, isLost: event.isFromLostScene))
    }
}

/// How to count the things of steps that change others than the page shows.
private final class StepThings {
    /// Says how many things, by the names of the steps.
    var byName: [String: @Sendable (Int) -> String] = [:]
}
