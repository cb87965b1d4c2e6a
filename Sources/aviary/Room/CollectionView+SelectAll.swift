import AviaryServer
import AviarySnapshots
import AviaryViews

extension CollectionView {
    /// Selects all items, or none when all are selected: what "Select all" does in a room.
    ///
    /// - Parameters:
    ///   - sentence: Said instead as long as not all items are known.
    ///   - page: Where it is said.
    /// - Complexity: O(*n*)
    func selectAllOrNone(orSay sentence: String, on page: Page) {
        guard snapshot.isWhole else { return page.say(sentence) }
        select(selection.count == numberOfItems ? [] : Set(snapshot.items(in: 0..<numberOfItems)))
    }
}
