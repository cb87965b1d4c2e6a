public import AviaryViews

/// What a view controller can say to its page besides its collections: outlets, and sentences for the person.
///
///     page["remove"] = "Clear all"
///     page["removeDisabled"] = true
public final class Page: OutletHolder {
    /// `nil` before the page is loaded: what is set by then is checked when it is.
    private var declared: [String: Outlet]?
    /// What the app got wrong, as sentences; the last few.
    private var mistakes: [String] = []
    private(set) var values: [String: CellValue] = [:]
    private var changes: [SceneMessage] = []
    let copies = PageCopies()
    /// The address of the page; known from `viewDidLoad` on.
    public internal(set) var address: Address = "/"
    /// The page's title, in front of the app's name; `nil` for the title of its route.
    public var title: String? { didSet { if title != oldValue { hasNewTitle = true } } }
    private var hasNewTitle = false

    public init() {}

    public func value(of outlet: String) -> CellValue? { values[outlet] }

    public func set(_ outlet: String, of kind: OutletKind?, to value: CellValue?) {
        if let declared, let mistake = mistake(setting: outlet, of: kind, in: declared) {
            if mistakes.count < 16 { mistakes.append(mistake) }
            return
        }
        guard values[outlet] != value else { return }
        values[outlet] = value
        changes.append(.outlet(name: outlet, value))
    }

    /// Shows a sentence on the page until the person dismisses it: something went wrong. An empty one takes it away.
    public func say(error sentence: String) { changes.append(.say(.error, sentence: sentence)) }

    /// Shows a sentence on the page for a while.
    public func say(_ sentence: String) { changes.append(.say(.notice, sentence: sentence)) }

    /// Has a sentence read out to a person who cannot see what the page shows by itself. Of several in a row only the last
    /// is.
    public func announce(_ sentence: String) { changes.append(.announce(sentence)) }

    /// Shows a sentence for a while, with a button that calls an action.
    ///
    ///     page.offer("9 colors removed", action: "undo", title: "Undo")
    public func offer(_ sentence: String, action: String, title: String) {
        changes.append(.offer(sentence: sentence, title: title, action: action))
    }

    /// Leads the tab to another page of the app, as a link does: the page is left and can be returned to.
    ///
    ///     page.show("/colors")
    public func show(_ address: Address) { changes.append(.show(address)) }

    /// Leads the tab to a page with a parameter.
    ///
    ///     page.show(.photo, 5)
    public func show<Parameter>(_ destination: Destination<Parameter>, _ parameter: Parameter) {
        show(destination.address(parameter))
    }

    func ask(toCopy text: String, _ number: Int) { changes.append(.copy(number, text)) }

    /// Takes the outlets there are, by name; all pages of a storyboard share them.
    func declare(_ outlets: [String: Outlet]) {
        declared = outlets
        for (outlet, value) in values {
            guard let mistake = mistake(setting: outlet, of: value.kind, in: outlets) else { continue }
            if mistakes.count < 16 { mistakes.append(mistake) }
            values[outlet] = nil
            changes.removeAll { if case .outlet(name: outlet, _) = $0 { true } else { false } }
        }
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

    /// Everything the page must be told to show this, whatever it shows now.
    func redraw() {
        hasNewTitle = true
        changes.removeAll { if case .outlet = $0 { true } else { false } }
        changes += (declared ?? [:]).keys.sorted().map { .outlet(name: $0, values[$0]) }
    }

    /// What is to be said to the person.
    func takeSentences() -> [SceneMessage] {
        let isOutlet: (SceneMessage) -> Bool = { if case .outlet = $0 { true } else { false } }
        defer { changes.removeAll { !isOutlet($0) } }
        return changes.filter { !isOutlet($0) }
    }

    /// Whether the title has changed since, or has to be told again.
    func takeTitleChange() -> Bool {
        defer { hasNewTitle = false }
        return hasNewTitle
    }

    func takeChanges() -> [SceneMessage] {
        defer { changes.removeAll() }
        return changes
    }
}
