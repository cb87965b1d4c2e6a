import AviaryServer
import AviarySnapshots
import AviaryViews

extension CollectionView {
    /// Selects all items, or none if all are selected. For the button "Select all".
    ///
    /// - Parameters:
    ///   - sentence: The message that is shown instead while the list is still loading.
    ///   - page: The page that shows the message.
    /// - Complexity: O(*n*) for *n* items.
    func selectAllOrNone(orSay sentence: String, on page: Page) {
        guard snapshot.isWhole else { return page.say(sentence) }
        select(selection.count == numberOfItems ? [] : Set(snapshot.items(in: 0..<numberOfItems)))
    }
}
