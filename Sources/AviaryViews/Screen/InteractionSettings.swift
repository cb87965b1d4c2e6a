/// The settings of selection, edit mode, search, moves and drops. The app makes them.
///
/// The value also records which of them were sent to the screen.
struct InteractionSettings {
    /// The settings that few views have.
    enum Name { case searchOutlet, moveAction, dropAction }

    var allowsSelection = true
    var allowsMultipleSelection = false
    var isEditing = false
    var allowsSelectionDuringEditing = false
    var allowsMultipleSelectionDuringEditing = false
    /// A dictionary, so that a view without such settings uses little memory.
    private var names: [Name: String] = [:]
    /// The mode that was sent to the screen last; `nil` before the first reload.
    private var toldMode: SelectionMode?
    /// True if the screen has received whether items can be moved and dropped.
    private var hasToldMoves = false

    subscript(name: Name) -> String? {
        get { names[name] }
        set { names[name] = newValue }
    }

    /// The present selection mode.
    var mode: SelectionMode {
        let allowsOne = isEditing ? allowsSelectionDuringEditing : allowsSelection
        let allowsSeveral =
            isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection && allowsSelection
        return SelectionMode(
            limit: allowsSeveral ? .several : allowsOne ? .one : .none, isEditing: isEditing,
            canSearch: names[.searchOutlet] != nil)
    }

    /// The message with the mode, if the mode has changed since it was sent. Before the first reload there is none,
    /// because the reload brings the mode.
    mutating func changedMode() -> CollectionChange? { toldMode == nil || toldMode == mode ? nil : toldAnew() }

    /// The message with the mode, even if the mode is unchanged.
    mutating func toldAnew() -> CollectionChange {
        toldMode = mode
        return .mode(limit: mode.limit, isEditing: mode.isEditing, canSearch: mode.canSearch)
    }

    /// The message that says whether items can be moved and content can be dropped.
    mutating func moves() -> CollectionChange {
        hasToldMoves = true
        return .moves(isOn: names[.moveAction] != nil, takesDrops: names[.dropAction] != nil)
    }

    /// The same message, if it was sent before.
    mutating func movesAgain() -> CollectionChange? { hasToldMoves ? moves() : nil }
}
