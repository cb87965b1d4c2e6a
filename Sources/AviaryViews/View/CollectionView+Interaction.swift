// The settings of selection, edit mode, search, moves and drops.

extension CollectionView {
    /// True if a person may select an item outside of edit mode. The program may always select items.
    public var allowsSelection: Bool {
        get { settings.allowsSelection }
        set {
            settings.allowsSelection = newValue
            tellMode()
        }
    }

    /// True if a person may select several items outside of edit mode. Has no effect if `allowsSelection` is false.
    public var allowsMultipleSelection: Bool {
        get { settings.allowsMultipleSelection }
        set {
            settings.allowsMultipleSelection = newValue
            tellMode()
        }
    }

    /// True if the view is in edit mode. In edit mode a tap calls no action. It selects the item, if edit mode allows a
    /// selection.
    ///
    /// In edit mode, a drag after a long press by touch selects a range. Outside of edit mode such a drag moves an
    /// item, if items can be moved. Entering edit mode keeps the selection if edit mode allows that many selected
    /// items. Otherwise, and when edit mode ends, all items are deselected.
    public var isEditing: Bool {
        get { settings.isEditing }
        set {
            guard newValue != isEditing else { return }
            settings.isEditing = newValue
            tellMode()
            let limit = mode.limit
            if !isEditing || limit == .none || (limit == .one && selection.count > 1) { deselectAll() }
        }
    }

    /// True if a person may select one item in edit mode. `allowsMultipleSelectionDuringEditing` allows it as well.
    public var allowsSelectionDuringEditing: Bool {
        get { settings.allowsSelectionDuringEditing }
        set {
            settings.allowsSelectionDuringEditing = newValue
            tellMode()
        }
    }

    /// True if a person may select several items in edit mode.
    public var allowsMultipleSelectionDuringEditing: Bool {
        get { settings.allowsMultipleSelectionDuringEditing }
        set {
            settings.allowsMultipleSelectionDuringEditing = newValue
            tellMode()
        }
    }

    /// The outlet whose text a person can search: typed letters find the next item whose text begins with them.
    ///
    ///     list.searchOutlet = "name"
    ///
    /// The cell provider gives the text of an item. It is called for up to 4,096 items, starting at the item with the
    /// keyboard focus. If none of them matches and the list is longer, four binary searches configure O(log *n*) more
    /// cells. They find an item only in a list that is sorted by this text.
    public var searchOutlet: String? {
        get { settings[.searchOutlet] }
        set {
            settings[.searchOutlet] = newValue
            tellMode()
        }
    }

    /// The name of the action that is called when a person has moved items. A person can move items only while this is
    /// not `nil`.
    ///
    /// The action reads the move by `ActionEvent.move(in:)`. Until the action is done, the screen shows the items where
    /// the person put them. If the action throws, the items go back.
    public var moveAction: String? {
        get { settings[.moveAction] }
        set { setAction(.moveAction, newValue) }
    }

    /// The name of the action that receives what a person drops on the view. Nothing can be dropped while this is
    /// `nil`.
    ///
    /// The content may be text from another program, files, or items of another collection view, even in another
    /// browser window. To drag items out of that view, a person uses an element with `data-handle`, or the Alt key. The
    /// action reads the drop by `ActionEvent.drop(in:)`. The delegate chooses the target by `targetForDropping`.
    public var dropAction: String? {
        get { settings[.dropAction] }
        set { setAction(.dropAction, newValue) }
    }

    /// The present selection mode.
    package var mode: SelectionMode { settings.mode }

    private func tellMode() { if let change = settings.changedMode() { tell(change) } }

    private func setAction(_ name: InteractionSettings.Name, _ action: String?) {
        let had = settings[name] != nil
        settings[name] = action
        if had != (action != nil) { tell(settings.moves()) }
    }
}
