/// What a scene needs of a collection view, whatever its identifiers are: events in, changes out.
///
/// A state machine: no I/O, no clock, no threads. The scene that owns it calls it in turn, and takes the changes after
/// each event. Only what touches the visible rect and a margin around it exists as cells.
public class AnyCollectionView {
    public let layout: FlowLayout
    public var allowsSelection = true
    public var allowsMultipleSelection = false
    public internal(set) var visibleRect = ContentRect(width: 0, height: 0)
    /// Counts the changes of the selection.
    package internal(set) var selectionVersion = 0
    /// Counts the items that were looked at to select or deselect them, for what is paid by work.
    package internal(set) var selectionWork = 0
    /// Counts the cells that were configured.
    package internal(set) var cellWork = 0
    var lattice: Lattice
    var templates: [CellTemplate] = []
    var headerTemplate: CellTemplate?
    private var changes: [CollectionChange] = []
    /// What the app got wrong, as sentences: those reported, and those of them that nobody has taken yet.
    private var mistakes: Set<String> = []
    private var newMistakes: [String] = []

    init(layout: FlowLayout) {
        self.layout = layout
        lattice = layout.lattice(width: 0)
    }

    /// How many items there are.
    public var numberOfItems: Int { 0 }

    /// Makes a reuse identifier known: what its cells look like is the screen's business, which outlets they have is ours.
    public func register(_ template: CellTemplate) {
        templates.append(template)
        templatesDidChange()
    }

    /// Makes cells anew that were made before their templates were known.
    func templatesDidChange() {}

    /// Makes known what the headers of sections look like.
    public func register(header template: CellTemplate) { headerTemplate = template }

    /// Brings the visible rect to where the screen has it.
    package func show(_ rect: ContentRect) async throws {}

    /// The visible rect of a screen that has been away: by its anchor, if that is still there.
    package func rect(of place: ScrollPlace) -> ContentRect { place.rect }

    /// Shows the first items, for a screen whose size is not known yet.
    package func showFirst(_ count: Int) async throws {}

    /// Selects an item, or deselects it.
    ///
    /// - Returns: Whether there is such an item.
    package func tap(_ identifier: String) -> Bool { false }

    /// The name of the action that a tap calls instead.
    package func primaryAction(for identifier: String) -> String? { nil }

    /// Selects or deselects all items from one to another, instead of the range from the same one before.
    ///
    /// - Returns: Whether both are there.
    package func selectRange(from start: RangeEnd, to end: RangeEnd, isOn: Bool) -> Bool { false }

    /// The selection, for whoever knows of what type it is.
    package var currentSelection: any Sendable { Set<Int>() }

    /// How many items are selected.
    package var selectionCount: Int { 0 }

    /// Costs little memory from now on: no screen is connected.
    package func rest() {}

    /// Is again as it was before `rest()`.
    package func wake() {}

    /// How many items a range would be looked at for: those that are in it or in the one before only.
    ///
    /// - Complexity: O(log *n*).
    package func workOfRange(from start: RangeEnd, to end: RangeEnd, isOn: Bool) -> Int { 0 }

    /// Selects or deselects all items.
    package func selectAll(_ isOn: Bool) {}

    /// Takes note of the items whose content a person is editing.
    package func edit(_ identifiers: [String]) async throws {}

    /// What a menu is for, for whoever knows of what type it is; `nil` when the item is not there.
    package func items(of request: MenuRequest) -> (any Sendable)? { nil }

    /// The menu for what `items(of:)` returned.
    package func menu(of items: any Sendable) -> Menu? { nil }

    /// The selection in a few words, for a screen to keep; `nil` when it takes too many.
    package func selectionRuns() -> [SelectionRun]? { [] }

    /// Selects what a screen kept, as far as it is still there.
    package func restoreSelection(_ runs: [SelectionRun]) {}

    /// Waits for the data source's updates and applies each in a turn of its own, until there are no more.
    ///
    /// A turn throws when something cannot be read. The next one that does not says that all can be again.
    package func follow(inTurn: (() async throws -> Void) async -> Void) async {}

    /// Lets go of all that was stored here for a controller: data source, delegate and closures.
    package func end() {}

    /// Everything the screen must be told to show this view, when it knows nothing.
    package func redraw() {}

    /// What the screen has not been told yet, in order.
    package func takeChanges() -> [CollectionChange] {
        defer { changes.removeAll() }
        return changes
    }

    func tell(_ change: CollectionChange) {
        if case .reset = change { changes.removeAll { if case .gone = $0 { false } else { true } } }
        changes.append(change)
    }

    /// Takes note of a mistake of the app's, each once, and a few of them at most. What it concerns is left alone.
    func report(_ mistake: String) {
        guard mistakes.count < maximumMistakes, mistakes.insert(mistake).inserted else { return }
        newMistakes.append(mistake)
    }

    /// The app's mistakes that were found since.
    package func takeMistakes() -> [String] {
        if newMistakes.isEmpty { return [] }
        defer { newMistakes = [] }
        return newMistakes
    }
}

/// How many mistakes of an app a collection view remembers.
private let maximumMistakes = 16
