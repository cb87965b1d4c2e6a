import AviaryServer
import AviarySnapshots
import AviaryViews

extension CollectionView {
    /// Selects all items, or none when all are selected: what "Select all" does in a room.
    ///
    /// - Parameters:
    ///   - noun: What the items are, "photos": as long as not all of them are known, that is said.
    ///   - page: Where it is said.
    /// - Complexity: O(*n*)
    func selectAllOrNone(of noun: String, on page: Page) {
        guard snapshot.isWhole else {
            return page.say("The \(noun) are still being loaded. Try again in a moment.")
        }
        select(selection.count == numberOfItems ? [] : Set(snapshot.items(in: 0..<numberOfItems)))
    }
}
