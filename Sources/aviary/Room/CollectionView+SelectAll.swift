import AviaryServer
import AviarySnapshots
import AviaryViews

extension CollectionView {
    /// Selects all items, or none if all are selected. "Select all" calls it.
    ///
    /// - Parameters:
    ///   - sentence: The message that is shown instead while not all items are loaded.
    ///   - page: The page that shows the message.
    /// - Complexity: O(*n*)
    func selectAllOrNone(orSay sentence: String, on page: Page) {
        guard snapshot.isWhole else { return page.say(sentence) }
        select(selection.count == numberOfItems ? [] : Set(snapshot.items(in: 0..<numberOfItems)))
    }
}
