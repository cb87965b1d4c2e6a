import AviarySnapshots

/// The part of a collection view that does not depend on the type of its identifiers: layout, modes of selection, names
/// of actions.
///
/// `CollectionView` is the only subclass. Not `Sendable`: a scene owns it, and uses it on its own executor.
///
/// Only the items that touch the visible rect, or a margin around it, have cells.
public class AnyCollectionView {
    /// The layout of the list; `CollectionView.setLayout(_:)` changes it.
    public internal(set) var layout: any CollectionViewLayout
    /// Whether a person may select an item outside of edit mode. The program may always do so.
    public var allowsSelection = true { didSet { tellMode() } }
    /// Whether a person may select several items outside of edit mode. Without effect where `allowsSelection` is false.
    public var allowsMultipleSelection = false { didSet { tellMode() } }
    /// Whether the view is in edit mode, in which a tap selects an item, whatever it does otherwise.
    ///
    /// In edit mode a finger that has rested selects a range; outside of it, it moves an item where items can be moved.
    /// Entering edit mode keeps the selection, as far as it is allowed there; leaving it deselects all.
    public var isEditing = false {
        didSet {
            guard isEditing != oldValue else { return }
            tellMode()
            editModeDidChange()
        }
    }
    /// Whether a person may select one item in edit mode; `allowsMultipleSelectionDuringEditing` allows it as well.
    public var allowsSelectionDuringEditing = false { didSet { tellMode() } }
    /// Whether a person may select several items in edit mode.
    public var allowsMultipleSelectionDuringEditing = false { didSet { tellMode() } }
    /// The outlet by whose text a person finds items: letters lead to the next item whose text begins with them.
    ///
    ///     list.searchOutlet = "name"
    ///
    /// The text of an item is found by its cell provider, which is called for up to 4,096 items, beginning with the one
    /// that has the keyboard focus. A longer list is searched as a whole only if it is sorted by this text: then two
    /// binary searches configure O(log *n*) cells more.
    public var searchOutlet: String? {
        get { names[.searchOutlet] }
        set {
            names[.searchOutlet] = newValue
            tellMode()
        }
    }
    /// The mode that the screen was told last, once it was told everything.
    private var toldMode: SelectionMode?
    /// The name of the action that stores where a person has moved items to; items can be moved while this is not
    /// `nil`.
    ///
    /// The action reads the move by `ActionEvent.move(in:)`. Until the action is done, the screen shows the items where
    /// the person put them. When it throws, they go back.
    public var moveAction: String? {
        get { names[.moveAction] }
        set { setAction(.moveAction, newValue) }
    }
    /// The name of the action that takes what a person drops here from elsewhere; nothing can be dropped while this is
    /// `nil`.
    ///
    /// The content may be text of another program, files, or items of another collection view, also in another window.
    /// A person drags items there by an element with `data-handle`, or with Alt. The action reads the drop by
    /// `ActionEvent.drop(in:)`. The delegate chooses the target by `targetForDropping`.
    public var dropAction: String? {
        get { names[.dropAction] }
        set { setAction(.dropAction, newValue) }
    }
    /// What few views have, and a window that waits should not pay for.
    private var names: [Name: String] = [:]
    private enum Name { case searchOutlet, moveAction, dropAction }
    /// Whether the screen was told what can be moved and dropped.
    private var hasToldMoves = false
    /// Whether a screen is there, so that what is told is seen.
    var hasScreen = false
    /// The part of the content that is on screen, in content coordinates, in points; of zero size before a screen is
    /// known.
    public var visibleRect: ContentRect { shownRect.transposed(layout.scrollDirection) }
    /// The visible rect in the coordinates of the geometry, like all rects in here.
    var shownRect = ContentRect(width: 0, height: 0)
    /// Counts the changes of the selection.
    package internal(set) var selectionVersion = 0
    /// Counts the items that were looked at to select or deselect them, for what is paid by work.
    package internal(set) var selectionWork = 0
    /// Counts the cells that were configured.
    package internal(set) var cellWork = 0
    /// Counts how often the viewport after an update was computed.
    package internal(set) var viewportsComputed = 0
    /// The frames of what is shown; transposed where the layout scrolls to the right, as `ScrollDirection` shows.
    public internal(set) var geometry: any LayoutGeometry
    var templates: [CellTemplate] = []
    var headerTemplate: CellTemplate?
    var footerTemplate: CellTemplate?
    /// Where the values of cells are held that other views show, too.
    package var sharedValues: SharedValues?
    /// What the view says to a person by itself.
    package var words = ViewWords()
    /// Where supplementary views stand, by their kinds.
    package internal(set) var supplementaryPlacements: [String: SupplementaryPlacement] = [:]
    private var changes: [CollectionChange] = []
    /// What is to be done once the screen displays all that was told before.
    private var completions: [() -> Void] = []
    /// The app's mistakes, as sentences: all that were reported, and those that were not taken yet.
    private var mistakes: Set<String> = []
    private var newMistakes: [String] = []

    init(layout: any CollectionViewLayout) {
        self.layout = layout
        geometry = layout.geometry(of: LayoutList(ListSnapshot<Int, Int>()), width: 0, after: nil)
    }

    /// Makes a reuse identifier known: what its cells look like is the screen's business, which outlets they have is ours.
    package func register(_ template: CellTemplate) {
        templates.append(template)
        checkSupplementaryViews()
        templatesDidChange()
    }

    /// Makes cells anew that were made before their templates were known.
    func templatesDidChange() {}

    /// Reports kinds of supplementary views that no template has.
    func checkSupplementaryViews() {}

    /// Makes known what the headers of sections look like.
    package func register(header template: CellTemplate) {
        headerTemplate = template
        checkSupplementaryViews()
    }

    /// Makes known what the footers of sections look like.
    package func register(footer template: CellTemplate) { footerTemplate = template }

    /// What the screen has not been told yet, in order.
    package func takeChanges() -> [CollectionChange] {
        defer { changes.removeAll() }
        return changes
    }

    /// How a person may select at present.
    package var mode: SelectionMode {
        let allowsOne = isEditing ? allowsSelectionDuringEditing : allowsSelection
        let allowsSeveral =
            isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection && allowsSelection
        return SelectionMode(
            limit: allowsSeveral ? .several : allowsOne ? .one : .none, isEditing: isEditing,
            canSearch: searchOutlet != nil)
    }

    func editModeDidChange() {}

    /// Tells a screen that knows the mode before when it is another.
    private func tellMode() { if toldMode != nil, toldMode != mode { retellMode() } }

    /// Tells a screen that knows nothing.
    func retellMode() {
        toldMode = mode
        tell(.mode(mode))
    }

    /// The sentence about a change of the selection that was not announced yet, if there is one.
    package func takeAnnouncement() -> String? { nil }

    func tell(_ change: CollectionChange) {
        if case .reload = change { changes.removeAll { if case .gone = $0 { false } else { true } } }
        changes.append(change)
    }

    /// Has something done once the screen displays all that was told by now, and at once while there is no screen.
    static func whenDisplayed(by view: AnyCollectionView?, _ completion: (() -> Void)?) {
        guard let completion else { return }
        if let view, view.hasScreen { view.completions.append(completion) } else { completion() }
    }

    /// What is to be done once the screen displays what `takeChanges` has returned so far; each is returned once.
    package func takeCompletions() -> [() -> Void] {
        if completions.isEmpty { return [] }
        defer { completions = [] }
        return completions
    }

    private func setAction(_ name: Name, _ action: String?) {
        let had = names[name] != nil
        names[name] = action
        if had != (action != nil) { tellMoves() }
    }

    private func tellMoves() {
        hasToldMoves = true
        tell(.moves(moveAction != nil, takesDrops: dropAction != nil))
    }

    /// Tells a screen that knows nothing whether items can be moved and dropped.
    func retellMoves() { if hasToldMoves { tellMoves() } }

    /// Takes a data source over; one that serves another view is a mistake.
    func adoptSource(of other: AnyCollectionView?) {
        guard let other, other !== self else { return }
        report("A data source serves one collection view; the other one is not updated any more.")
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
