/// The selection of a rubber band, by identifier, so that it follows every update.
struct SelectedBand<ItemID: ItemIdentifier> {
    /// The selection that the band has replaced; `nil` if the band adds to the selection.
    var replaced: Set<ItemID>?
    /// The touched items that a person may select.
    var members: Set<ItemID> = []
    /// The members that were already selected when the band first touched them.
    var unchanged: Set<ItemID> = []

    mutating func forget(_ deleted: DeletedItems<ItemID>) {
        replaced?.subtract(deleted)
        members.subtract(deleted)
        unchanged.subtract(deleted)
    }
}
