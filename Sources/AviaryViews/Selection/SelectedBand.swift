/// The selection of a rubber band, by identifier, so that it follows every update.
struct SelectedBand<ItemID: ItemIdentifier> {
    /// The selection that the band has replaced; `nil` if the band adds to the selection.
    private(set) var replaced: Set<ItemID>?
    /// The touched items that a person may select.
    private(set) var members: Set<ItemID> = []
    /// The members that were already selected when the band first touched them.
    private var unchanged: Set<ItemID> = []

    /// A band that adds to the selection.
    init() {}

    /// A band whose items replace the selection.
    init(_ members: Set<ItemID>, replacing selection: Set<ItemID>) { (self.members, replaced) = (members, selection) }

    /// Selects the items that the band touches now. The others get back their earlier state.
    ///
    /// - Parameters:
    ///   - members: The touched items that a person may select.
    ///   - flip: Selects or deselects an item, and returns true if that changed its selection.
    /// - Returns: True if the selection has changed.
    mutating func move(to members: Set<ItemID>, flip: (ItemID, Bool) -> Bool) -> Bool {
        var hasChanged = false
        for item in self.members where !members.contains(item) {
            if unchanged.remove(item) == nil { hasChanged = flip(item, false) || hasChanged }
        }
        for item in members where !self.members.contains(item) {
            if flip(item, true) { hasChanged = true } else { unchanged.insert(item) }
        }
        self.members = members
        return hasChanged
    }

    /// Deselects the items that the band has added.
    ///
    /// - Returns: True if the selection has changed.
    func undo(flip: (ItemID, Bool) -> Bool) -> Bool {
        var hasChanged = false
        for item in members where !unchanged.contains(item) { hasChanged = flip(item, false) || hasChanged }
        return hasChanged
    }

    mutating func forget(_ deleted: DeletedItems<ItemID>) {
        replaced?.subtract(deleted)
        members.subtract(deleted)
        unchanged.subtract(deleted)
    }
}
