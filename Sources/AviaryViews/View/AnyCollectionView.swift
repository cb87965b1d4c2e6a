/// The part of a collection view that is independent of the type of its identifiers: layout, selection modes, names of
/// actions.
///
/// `CollectionView` is the only subclass. Not `Sendable`: a scene owns it, and uses it on its own executor.
///
/// Two kinds of items have cells: items near the visible rect, and items that a person is editing.
public class AnyCollectionView {
    /// The layout of the list; `CollectionView.setLayout(_:)` changes it.
    public var layout: any CollectionViewLayout { viewport.layout }
    /// True if a person may select an item outside of edit mode. The program may always select items.
    public var allowsSelection = true { didSet { tellMode() } }
    /// True if a person may select several items outside of edit mode. Has no effect if `allowsSelection` is false.
    public var allowsMultipleSelection = false { didSet { tellMode() } }
    /// True if the view is in edit mode. In edit mode a tap calls no action. It selects the item, if edit mode allows a
    /// selection.
    ///
    /// In edit mode, a drag after a long press by touch selects a range. Outside of edit mode such a drag moves an
    /// item, if items can be moved. Entering edit mode keeps the selection if edit mode allows that many selected
    /// items. Otherwise, and when edit mode ends, all items are deselected.
    public var isEditing = false {
        didSet {
            guard isEditing != oldValue else { return }
            tellMode()
            editModeDidChange()
        }
    }
    /// True if a person may select one item in edit mode. `allowsMultipleSelectionDuringEditing` allows it as well.
    public var allowsSelectionDuringEditing = false { didSet { tellMode() } }
    /// True if a person may select several items in edit mode.
    public var allowsMultipleSelectionDuringEditing = false { didSet { tellMode() } }
    /// The outlet whose text a person can search: typed letters find the next item whose text begins with them.
    ///
    ///     list.searchOutlet = "name"
    ///
    /// The cell provider gives the text of an item. It is called for up to 4,096 items, starting at the item with the
    /// keyboard focus. If none of them matches and the list is longer, four binary searches configure O(log *n*) more
    /// cells. They find an item only in a list that is sorted by this text.
    public var searchOutlet: String? {
        get { names[.searchOutlet] }
        set {
            names[.searchOutlet] = newValue
            tellMode()
        }
    }
    /// The mode that was sent to the screen last; `nil` before the first reload.
    private var toldMode: SelectionMode?
    /// The name of the action that is called when a person has moved items. A person can move items only while this is
    /// not `nil`.
    ///
    /// The action reads the move by `ActionEvent.move(in:)`. Until the action is done, the screen shows the items where
    /// the person put them. If the action throws, the items go back.
    public var moveAction: String? {
        get { names[.moveAction] }
        set { setAction(.moveAction, newValue) }
    }
    /// The name of the action that receives what a person drops on the view. Nothing can be dropped while this is
    /// `nil`.
    ///
    /// The content may be text from another program, files, or items of another collection view, even in another
    /// browser window. To drag items out of that view, a person uses an element with `data-handle`, or the Alt key. The
    /// action reads the drop by `ActionEvent.drop(in:)`. The delegate chooses the target by `targetForDropping`.
    public var dropAction: String? {
        get { names[.dropAction] }
        set { setAction(.dropAction, newValue) }
    }
    /// The settings that few views have. They are in a dictionary, so that a view without such settings uses little
    /// memory.
    private var names: [Name: String] = [:]
    private enum Name { case searchOutlet, moveAction, dropAction }
    /// True if the screen has received whether items can be moved and dropped.
    private var hasToldMoves = false
    /// The laid-out list, and the part of it that is on screen.
    var viewport: Viewport
    /// True if a screen is connected that displays the changes.
    var hasScreen: Bool { viewport.hasScreen }
    /// The part of the content that is on screen, in content coordinates, in points. Its size is zero before a screen
    /// is known.
    public var visibleRect: ContentRect { shownRect.transposed(layout.scrollDirection) }
    /// The visible rect in the coordinates of the geometry. Rects within the implementation use these coordinates.
    var shownRect: ContentRect { viewport.rect }
    /// The frames of the list shown; transposed if the layout scrolls to the right, as `ScrollDirection` shows.
    public var geometry: any LayoutGeometry { viewport.geometry }
    private(set) var templates: [CellTemplate] = []
    private(set) var headerTemplate: CellTemplate?
    private(set) var footerTemplate: CellTemplate?
    /// The cache of cell values that several views share.
    package var sharedValues: SharedValues?
    /// The sentences that the view itself says to a person.
    package var words = ViewWords()
    /// The placements of supplementary views, by their kinds.
    package private(set) var supplementaryPlacements: [String: SupplementaryPlacement] = [:]
    private var changes: [CollectionChange] = []
    /// The completion callbacks to call once the screen displays all earlier changes.
    private var completions: [() -> Void] = []
    /// All mistakes of the app that were reported, as sentences. `newMistakes` has those that `takeMistakes` has not
    /// returned.
    private var mistakes: Set<String> = []
    private var newMistakes: [String] = []

    init(layout: any CollectionViewLayout) { viewport = Viewport(layout: layout) }

    /// Registers a template for its reuse identifier. The screen has the markup of the template. The view needs only
    /// the outlets.
    package func register(_ template: CellTemplate) {
        templates.append(template)
        checkSupplementaryViews()
        templatesDidChange()
    }

    /// Recreates cells that were made before their templates were known.
    func templatesDidChange() {}

    /// Reports a mistake for each kind of supplementary view that has no template.
    func checkSupplementaryViews() {}

    /// Registers the template of section headers.
    package func register(header template: CellTemplate) {
        headerTemplate = template
        checkSupplementaryViews()
    }

    /// Registers the template of section footers.
    package func register(footer template: CellTemplate) { footerTemplate = template }

    /// Sets the placement of the supplementary views of a kind.
    func place(_ kind: String, at placement: SupplementaryPlacement) { supplementaryPlacements[kind] = placement }

    /// Returns the changes since the last call, in order. The caller sends them to the screen.
    package func takeChanges() -> [CollectionChange] {
        defer { changes.removeAll() }
        return changes
    }

    /// The present selection mode.
    package var mode: SelectionMode {
        let allowsOne = isEditing ? allowsSelectionDuringEditing : allowsSelection
        let allowsSeveral =
            isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection && allowsSelection
        return SelectionMode(
            limit: allowsSeveral ? .several : allowsOne ? .one : .none, isEditing: isEditing,
            canSearch: searchOutlet != nil)
    }

    func editModeDidChange() {}

    /// Sends a changed mode to the screen. Does nothing before the first reload, which sends the mode itself.
    private func tellMode() { if toldMode != nil, toldMode != mode { retellMode() } }

    /// Sends the mode to the screen, even if the mode is unchanged.
    func retellMode() {
        toldMode = mode
        tell(.mode(limit: mode.limit, isEditing: mode.isEditing, canSearch: mode.canSearch))
    }

    /// Returns the sentence that a screen reader says about the selection, each sentence once; `nil` if there is none.
    package func takeAnnouncement() -> String? { nil }

    func tell(_ change: CollectionChange) {
        if case .reload = change { changes.removeAll { if case .gone = $0 { false } else { true } } }
        changes.append(change)
    }

    /// Calls a completion once the screen displays all changes so far; at once when there is no screen.
    static func whenDisplayed(by view: AnyCollectionView?, _ completion: (() -> Void)?) {
        guard let completion else { return }
        if let view, view.hasScreen { view.completions.append(completion) } else { completion() }
    }

    /// Returns the completions to call once the screen displays the changes that `takeChanges` has returned so far.
    /// Each is returned once.
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
        tell(.moves(isOn: moveAction != nil, takesDrops: dropAction != nil))
    }

    /// Sends again whether items can be moved and content can be dropped, if this was sent before.
    func retellMoves() { if hasToldMoves { tellMoves() } }

    /// Reports a mistake if the new data source of this view already serves another view.
    func adoptSource(of other: AnyCollectionView?) {
        guard let other, other !== self else { return }
        report("A data source serves one collection view; the other one is not updated any more.")
    }

    /// Records a mistake of the app. Each mistake is recorded once, up to a limit.
    func report(_ mistake: String) {
        guard mistakes.count < maximumMistakes, mistakes.insert(mistake).inserted else { return }
        newMistakes.append(mistake)
    }

    /// Returns the app's mistakes that were found since the last call.
    package func takeMistakes() -> [String] {
        if newMistakes.isEmpty { return [] }
        defer { newMistakes = [] }
        return newMistakes
    }
}

/// The largest number of mistakes that a collection view records.
private let maximumMistakes = 16
