public import AviaryViews

/// The page of a view controller besides its collections: its outlets, its title, and sentences for the person.
///
///     page["remove"] = "Clear all"
///     page["removeDisabled"] = true
///
/// Each controller has a page of its own, with the outlets of its own storyboard. All sentences appear at the same spot
/// of the tab. Not `Sendable`: use it on the scene's executor.
public final class Page: OutletHolder {
    /// `nil` before the page is loaded: what is set by then is checked when it is.
    private var declared: [String: Outlet]?
    /// What the app got wrong, as sentences; the last few.
    private var mistakes: [String] = []
    /// What outlets were set to. A page has few, and each window a page: in a row they take half of what a dictionary does.
    private var shown: [(outlet: String, value: CellValue)] = []
    var values: [String: CellValue] { Dictionary(shown.map { ($0.outlet, $0.value) }) { $1 } }
    /// What was said before the page was loaded.
    private var early: [SceneMessage] = []
    private(set) var messenger: Messenger?
    private var begunTasks: PageTasks?
    /// Stands in front of the controller's own names, on the wire and in the document.
    private(set) var path = ""
    /// The address of the page; `/` before `viewDidLoad`.
    public internal(set) var address: Address = "/"
    /// The page's title, in front of the app's name; `nil` for the title of its route.
    ///
    /// Without effect for a child, and for a sheet without an address.
    public var title: String? { didSet { if title != oldValue { hasNewTitle = true } } }
    private var hasNewTitle = false
    /// The language of the page's words, as BCP 47 names it: "fr", "pt-BR"; `nil` for that of the app.
    ///
    /// Read when the page is painted first, so set it in `viewDidLoad` or `viewWillAppear`. Without effect for a child
    /// and for a sheet, whose storyboards can have the attribute `lang`.
    public var language: String?

    /// A page whose outlets are as the storyboard has them.
    public init() {}

    /// The value that an outlet was set to; `nil` when it is as the storyboard has it.
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

    /// Sets an outlet to a value, or with `nil` back to what the storyboard has.
    ///
    /// Before `viewDidLoad` any name is taken, and checked then. When the storyboard has no such outlet, or the outlet
    /// takes another kind, nothing is set and the mistake is logged.
    ///
    /// - Complexity: O(*o*) for *o* outlets that are set.
    public func set(_ outlet: String, of kind: OutletKind?, to value: CellValue?) {
        if let declared, let mistake = mistake(setting: outlet, of: kind, in: declared) {
            if mistakes.count < 16 { mistakes.append(mistake) }
            return
        }
        guard self.value(of: outlet) != value else { return }
        show(value, in: outlet)
        messenger?.tell(.outlet(name: path + outlet, value))
    }

    /// Shows a sentence about an error on the page until the person dismisses it. An empty sentence takes it away.
    public func say(error sentence: String) { tell(.say(.error, sentence: sentence)) }

    /// Shows a sentence on the page for some seconds.
    public func say(_ sentence: String) { tell(.say(.notice, sentence: sentence)) }

    /// Has a screen reader say a sentence that the page does not show.
    ///
    /// Of several announcements in a row only the last is said.
    public func announce(_ sentence: String) { tell(.announce(sentence)) }

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

    /// Leads the tab to another page of the app, as a link does; the way back leads here again.
    ///
    ///     page.show("/colors")
    ///
    /// Called in `viewDidLoad` or `viewWillAppear`, it replaces the page, which is not shown then (HTTP status 303).
    public func show(_ address: Address) { tell(.show(address)) }

    /// Leads the tab to the page for a parameter, as `show(_:)` does.
    ///
    ///     page.show(.photo, 5)
    public func show<Parameter>(_ destination: Destination<Parameter>, _ parameter: Parameter) {
        show(destination.address(parameter))
    }

    /// Leads the tab to a page of the web, which leaves the app: the way back leads to this page. It opens in the same tab,
    /// since a browser keeps a script from opening another one when no press is under way; a link with `target="_blank"`
    /// does that.
    ///
    ///     page.open("https://www.swift.org/")
    ///
    /// - Parameter url: Begins with `https://` or `http://`. Anything else is logged, and nothing happens.
    public func open(_ url: String) {
        guard let url = DataAddress(url, isLink: true)?.ofTheWeb else {
            if mistakes.count < 16 { mistakes.append("A page cannot open \(url): that is no address of the web.") }
            return
        }
        tell(.open(url))
    }

    /// Leads the tab to another page of the app, because there is nothing to show here any more. That page takes the place of
    /// this one: the way back does not lead here. The sentence is said there, for a while.
    ///
    ///     page.leave(for: "/photos/albums", saying: "The album was deleted.")
    ///
    /// The other page replaces this one in the history, so the way back does not lead here. The sentence is shown there
    /// for some seconds. Called in `viewDidLoad` or `viewWillAppear`, this is the same as `show`, without the sentence.
    public func leave(for address: Address, saying sentence: String) { tell(.show(address, sentence: sentence)) }

    private func tell(_ message: SceneMessage) {
        guard let messenger else { return early.append(message) }
        messenger.tell(message)
    }

    /// The tasks of the controller.
    var tasks: PageTasks {
        if let begunTasks { return begunTasks }
        let tasks = PageTasks()
        if let scene = messenger?.scene { tasks.begin(in: scene) }
        begunTasks = tasks
        return tasks
    }

    /// A tab is there: has the tasks run that waited for it.
    func begin(in scene: Scene) { begunTasks?.begin(in: scene) }

    /// The scene has gone: ends its tasks, and lets none begin.
    func end() { tasks.end() }

    /// Begins to tell the tab what is set and said here.
    ///
    /// - Parameters:
    ///   - path: Empty for the controller of the room.
    ///   - outlets: Those that the storyboard has, by name; all pages of a storyboard share them.
    func load(into messenger: Messenger, at path: String, of address: Address, outlets: [String: Outlet]) {
        self.path = path
        self.address = address
        // A controller that was dismissed may be presented again.
        if begunTasks?.takesMore == false { begunTasks = nil }
        self.messenger = messenger
        declared = outlets
        shown.removeAll { outlet, value in
            guard let mistake = mistake(setting: outlet, of: value.kind, in: outlets) else { return false }
            if mistakes.count < 16 { mistakes.append(mistake) }
            return true
        }
        for message in early { messenger.tell(message.under(path)) }
        early = []
    }

    private func mistake(setting outlet: String, of kind: OutletKind?, in declared: [String: Outlet]) -> String? {
        guard let declaration = declared[outlet] else { return "The storyboard has no outlet named \(outlet)." }
        guard let kind, kind != declaration.kind else { return nil }
        return "The outlet \(outlet) takes a \(declaration.kind), not a \(kind)."
    }

    /// The app's mistakes that were found since.
    func takeMistakes() -> [String] {
        if mistakes.isEmpty { return [] }
        defer { mistakes = [] }
        return mistakes
    }

    /// Tells the tab every outlet, whatever it shows now.
    func redraw() {
        hasNewTitle = true
        for outlet in (declared ?? [:]).keys.sorted() {
            messenger?.tell(.outlet(name: path + outlet, value(of: outlet)))
        }
    }

    /// Whether the title has changed since, or has to be told again.
    func takeTitleChange() -> Bool {
        defer { hasNewTitle = false }
        return hasNewTitle
    }
}

extension SceneMessage {
    /// The message of a controller whose names begin with `path` on the wire.
    fileprivate func under(_ path: String) -> SceneMessage {
        guard case .offer(let sentence, let title, let action) = self else { return self }
        return .offer(sentence: sentence, title: title, action: path + action)
    }
}
