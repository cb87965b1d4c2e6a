import AviaryViews

extension CollectionView {
    /// The status in a room's heading: the number of items, and how many are selected.
    ///
    /// - Parameters:
    ///   - number: Puts a number of items into words: "12 photos".
    ///   - count: The number of all items, if not all are shown.
    ///   - least: The smallest selection that is mentioned.
    func status(counting number: (Int) -> String, of count: Int? = nil, selectedFrom least: Int = 1) -> String {
        let (all, selected) = (number(count ?? numberOfItems), selection.count)
        return selected < least ? all : RoomWords.selected(selected, of: all)
    }
}
