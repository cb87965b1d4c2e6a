import AviaryViews

extension CollectionView {
    /// The status in the heading of a page: the number of items, and the number of those that are selected.
    ///
    /// - Parameters:
    ///   - number: Puts a number of items into words: "12 photos".
    ///   - count: The number of all items, if the list does not show all of them.
    ///   - least: The smallest number of selected items that is mentioned.
    func status(counting number: (Int) -> String, of count: Int? = nil, selectedFrom least: Int = 1) -> String {
        let (all, selected) = (number(count ?? numberOfItems), selection.count)
        return selected < least ? all : RoomWords.selected(selected, of: all)
    }
}
