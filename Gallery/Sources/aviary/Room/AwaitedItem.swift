import AviarySnapshots
import AviaryViews

/// The item that a person has just added. The list scrolls to the item as soon as the item is in the list.
///
/// An action returns before the collection view has the update, so call `scroll(_:)` again at each update.
struct AwaitedItem {
    private var id: Int64?

    /// Scrolls to an item as soon as it is in the list. Forgets the item that was awaited before.
    ///
    /// - Parameter item: The item; `nil` to await nothing.
    mutating func scroll(_ view: CollectionView<Int64>, to item: Int64?) {
        id = item
        scroll(view)
    }

    /// Scrolls to the awaited item if it is in the list. An item in view stays where it is.
    mutating func scroll(_ view: CollectionView<Int64>) {
        guard let id, view.snapshot.position(of: id) != nil else { return }
        self.id = nil
        view.scrollToItem(id)
    }
}
