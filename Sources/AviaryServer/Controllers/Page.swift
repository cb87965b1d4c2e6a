public import AviaryText
public import AviaryViews

/// The page of a view controller apart from its collections: outlets, title, and sentences for the person.
///
///     page["remove"] = "Clear all"
///     page["removeDisabled"] = true
///
/// Each controller has its own page, with the outlets of its own storyboard. The sentences of all pages appear at the
/// same place in the tab. A page is not `Sendable`: use it on the scene's executor.
public final class Page: OutletContainer {
    /// The outlets of the storyboard; `nil` before the page is loaded. Values that were set earlier are checked at
    /// loading.
    private var declared: [String: Outlet]?
    /// The mistakes of the app since the last `takeMistakes()`, as sentences; at most 16.
    private var mistakes: [String] = []
    /// The values of the outlets that are set. They are few, so an array takes half the memory of a dictionary. Memory
    /// counts here, because each browser window has a page.
    private var shown: [(outlet: String, value: CellValue)] = []
    var values: [String: CellValue] { Dictionary(shown.map { ($0.outlet, $0.value) }) { $1 } }
    /// Messages from before the page was loaded.
    private var early: [SceneMessage] = []
    private(set) var messenger: Messenger?
    private var begunTasks: PageTasks?
    /// Whether a tab has shown the page.
    private var isBegun = false
    /// The prefix of the controller's names on the wire and in the document.
    private(set) var path = ""
    /// The address of the page; `/` before `viewDidLoad`.
    public internal(set) var address: Address = "/"
    /// The visitor who looks at the page; `nil` if nobody has signed in, if the app has no `VisitorCheck`, and before
    /// `viewDidLoad`.
    ///
    /// It stays the same for as long as the page lives. Nobody else ever gets this page, its undo steps or its
    /// selection.
    public var visitor: Visitor? { messenger?.visitor }
    /// The page's title, shown before the app's name; `nil` for the title of its route.
    ///
    /// It has no effect for a child, or for a sheet without an address.
    public var title: String? { didSet { if title != oldValue { hasNewTitle = true } } }
    private var hasNewTitle = false
    /// The words of the page's language, which its browser has chosen among those of the app. They are English before
    /// `viewDidLoad`.
    ///
    /// They stay the same for as long as the page lives.
    ///
    /// - Complexity: O(1). It copies all sentences, so take them once before a loop over many items.
    public var words: Words { messenger?.language.words ?? .english }
    /// The `lang` of the page as a BCP 47 tag, such as "fr" or "pt-BR", if its content is in another language than its
    /// words; `nil` for the language of the words.
    ///
    /// It is read at the first paint, so set it in `viewDidLoad` or `viewWillAppear`. It has no effect for a child or
    /// a sheet; use the attribute `lang` in their storyboards.
    public var language: String?

    /// The values of fields that are not taken. The sentence about a field stands in the element with `data-fault` and
    /// its name, and the control of that name is marked as invalid.
    ///
    /// When an action throws `FieldFaults`, they are set here. When an action that got a field is done, the fault of
    /// that field is removed.
    public var faults = FieldFaults() { didSet { showFaults(of: Set(oldValue.fields + faults.fields)) } }

    /// A page whose outlets show the storyboard's content.
    public init() {}

    /// The value of an outlet; `nil` when it shows the storyboard's content.
    ///
    /// - Complexity: O(*o*) for *o* outlets that are set.
    public func value(of outlet: String) -> CellValue? { shown.first { $0.outlet == outlet }?.value }

    private func show(_ value: CellValue?, in outlet: String) {
        let index = shown.firstIndex { $0.outlet == outlet }
        switch (index, value) {
        case (let index?, let value?): shown[index].value = value
        case (let index?, nil): shown.remove(at: index)
        case (nil, let value?): shown.append((outlet, value))
        case (nil, nil): break
        }
    }

    /// Sets an outlet to a value, or with `nil` resets it to the storyboard's content.
    ///
    /// Before `viewDidLoad` any name is accepted. The names are checked when the page is loaded. If the storyboard has
    /// no such outlet, or the outlet takes another kind of value, nothing is set and the mistake is logged.
    ///
    /// - Parameters:
    ///   - outlet: The name of the outlet in the storyboard.
    ///   - kind: The kind of the value; `nil` if the outlet may take any kind.
    ///   - value: The value; `nil` for the content of the storyboard.
    /// - Complexity: O(*o*) for *o* outlets that are set.
    public func set(_ outlet: String, of kind: OutletKind?, to value: CellValue?) {
        if let declared, let mistake = mistake(setting: outlet, of: kind, in: declared) {
            if mistakes.count < 16 { mistakes.append(mistake) }
            return
        }
        guard self.value(of: outlet) != value else { return }
        show(value, in: outlet)
        messenger?.tell(.outlet(outlet: path + outlet, value: value))
    }

    /// Shows an error on the page until the person dismisses it. An empty sentence removes the error.
    public func say(error sentence: String) { tell(.say(kind: .error, sentence: sentence)) }

    /// Shows a sentence on the page for some seconds.
    public func say(_ sentence: String) { tell(.say(kind: .notice, sentence: sentence)) }

    /// Has a screen reader say a sentence. The page does not show the sentence.
    ///
    /// Of several announcements in a row only the last is said.
    public func announce(_ sentence: String) { tell(.announce(sentence: sentence)) }

    /// Shows a sentence for some seconds, with a button that calls an action of the controller.
    ///
    ///     page.offer("9 colors removed", action: "undo", title: "Undo")
    ///
    /// - Parameters:
    ///   - sentence: Shown as text, in the language of the app.
    ///   - action: A name among the controller's `actions`.
    ///   - title: The text on the button.
    public func offer(_ sentence: String, action: String, title: String) {
        tell(.offer(sentence: sentence, title: title, action: path + action))
    }

    /// Leads the tab to another page of the app, as a link does. The Back button of the browser returns to this page.
    ///
    ///     page.show("/colors")
    ///
    /// In `viewDidLoad` or `viewWillAppear`, before a first paint, this call redirects the request (HTTP status 303).
    /// Then this page is not shown.
    public func show(_ address: Address) { tell(.show(address: address.description)) }

    /// Leads the tab to the page for a parameter, as `show(_:)` does.
    ///
    ///     page.show(.photo, 5)
    public func show<Parameter>(_ destination: Destination<Parameter>, _ parameter: Parameter) {
        show(destination.address(parameter))
    }

    /// Leads the tab out of the app, to a page of the web. The Back button of the browser returns to this page.
    ///
    ///     page.open("https://www.swift.org/")
    ///
    /// The page opens in the same tab. Browsers allow a script to open another tab only while the person presses
    /// something. A link with `target="_blank"` opens another tab.
    ///
    /// - Parameter url: Begins with `https://` or `http://`. Anything else is logged and ignored.
    public func open(_ url: String) {
        guard let url = DataAddress(url, isLink: true)?.ofTheWeb else {
            if mistakes.count < 16 { mistakes.append("A page cannot open \(url): that is no address of the web.") }
            return
        }
        tell(.show(address: url))
    }

    /// Leads the tab to another page of the app, because this page has nothing to show any more.
    ///
    ///     page.leave(for: "/photos/albums", saying: "The album was deleted.")
    ///
    /// The other page replaces this one in the history, so the Back button does not return here. The other page shows
    /// the sentence for some seconds. In `viewDidLoad` or `viewWillAppear`, before a first paint, this redirects as
    /// `show(_:)` does, and the sentence is not shown.
    public func leave(for address: Address, saying sentence: String) {
        tell(.show(address: address.description, sentence: sentence))
    }

    private func tell(_ message: SceneMessage) {
        guard let messenger else { return early.append(message) }
        messenger.tell(message)
    }

    private var choices: [any ScreenChoices] = []

    /// The tasks of the controller.
    var tasks: PageTasks {
        if let begunTasks { return begunTasks }
        let tasks = PageTasks()
        if isBegun, let scene = messenger?.scene { tasks.begin(in: scene) }
        begunTasks = tasks
        return tasks
    }

    /// Starts the tasks that have waited until a tab shows the page. A task of a sheet waits until the sheet is shown, so
    /// it sends nothing before that.
    func begin(in scene: any PageHost) {
        isBegun = true
        for list in choices {
            let source = "choices \(ObjectIdentifier(list))"
            tasks.add { [weak self] in
                await list.follow { failure, change in await self?.turn(reading: source, failure: failure, change) }
            }
        }
        begunTasks?.begin(in: scene)
    }

    // MARK: Choices

    func prepareChoices() async -> (any Error)? {
        var failure: (any Error)?
        for list in choices {
            do { try await list.prepare() } catch { failure = error }
        }
        return failure
    }

    /// Stops following the lists of controls, because no tab shows them.
    func stopChoices() { for list in choices { list.stop() } }

    /// Cancels the tasks and accepts no more, because the controller has ended.
    func end() {
        stopChoices()
        tasks.end()
    }

    /// Connects the page to the messenger, which sends the page's outlets and sentences to the tab.
    ///
    /// - Parameters:
    ///   - path: The prefix of the page's names on the wire; empty for the controller of the room.
    ///   - outlets: The outlets of the storyboard, by name. All pages of one storyboard share this dictionary.
    ///   - choices: The lists whose rows fill controls, by their names in the storyboard.
    func load(
        into messenger: Messenger, at path: String, of address: Address, outlets: [String: Outlet],
        choices: [String: any ScreenChoices] = [:]
    ) {
        self.path = path
        self.address = address
        // If a controller that was dismissed is presented again, it gets new tasks.
        if begunTasks?.takesMore == false { begunTasks = nil }
        isBegun = false
        self.messenger = messenger
        declared = outlets
        self.choices = choices.sorted { $0.key < $1.key }.map(\.value)
        for (name, list) in choices { list.load(as: path + name, messenger.tell) }
        shown.removeAll { outlet, value in
            guard let mistake = mistake(setting: outlet, of: value.kind, in: outlets) else { return false }
            if mistakes.count < 16 { mistakes.append(mistake) }
            return true
        }
        showFaults(of: faults.fields)
        for message in early { messenger.tell(message.under(path)) }
        early = []
    }

    // MARK: Faults of fields

    /// Whether the storyboard has an element for the sentence about a field.
    func showsFault(of field: String) -> Bool { declared?[FaultMarkup.sentence(of: field)] != nil }

    /// Shows the faults that an action has found, and removes those of the other fields that it got or refused before. A
    /// box that is not checked is none of the fields that it got.
    func show(_ found: FieldFaults, of action: String, with fields: some Sequence<String>) {
        var faults = faults
        for field in Array(fields) + refused[action, default: []] { faults[field] = nil }
        for field in found.fields { faults[field] = found[field] }
        refused[action] = Array(found.fields)
        self.faults = faults
    }

    /// The fields that actions have refused.
    private var refused: [String: [String]] = [:]

    private func showFaults(of fields: some Sequence<String>) {
        for field in fields where showsFault(of: field) {
            let sentence = faults[field].map { $0.sentence(in: words) }
            self[FaultMarkup.sentence(of: field)] = sentence
            self[FaultMarkup.mark(of: field)] = sentence == nil ? nil : true
        }
    }

    private func mistake(setting outlet: String, of kind: OutletKind?, in declared: [String: Outlet]) -> String? {
        guard let declaration = declared[outlet] else { return "The storyboard has no outlet named \(outlet)." }
        guard let kind, kind != declaration.kind else { return nil }
        return "The outlet \(outlet) takes a \(declaration.kind), not a \(kind)."
    }

    /// Removes and returns the mistakes found since the last call.
    func takeMistakes() -> [String] {
        if mistakes.isEmpty { return [] }
        defer { mistakes = [] }
        return mistakes
    }

    /// Sends every outlet to the tab, whatever the tab shows now.
    func redraw() {
        hasNewTitle = true
        for outlet in (declared ?? [:]).keys.sorted() {
            messenger?.tell(.outlet(outlet: path + outlet, value: value(of: outlet)))
        }
        for list in choices { list.redraw() }
    }

    /// Returns whether the title has changed since the last call, or has to be sent again.
    func takeTitleChange() -> Bool {
        defer { hasNewTitle = false }
        return hasNewTitle
    }
}

extension SceneMessage {
    /// The message with `path` before the name of its action. Other messages are unchanged.
    fileprivate func under(_ path: String) -> SceneMessage {
        guard case .offer(var message) = self else { return self }
        message.action = path + message.action
        return .offer(message)
    }
}
