import AviaryViews

extension CollectionView {
    /// What a room's heading says of its items.
    ///
    /// - Parameters:
    ///   - number: A number of items in words: "12 photos".
    ///   - count: How many there are, if not all of them are shown.
    ///   - least: How many have to be selected for that to be worth a word.
    func status(counting number: (Int) -> String, of count: Int? = nil, selectedFrom least: Int = 1) -> String {
        let (all, selected) = (number(count ?? numberOfItems), selection.count)
        return selected < least ? all : RoomWords.selected(selected, of: all)
    }
}
