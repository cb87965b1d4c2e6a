import AviaryServer
import AviarySnapshots
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

/// The reason why an action on the selected items did nothing: the server may have lost the selection.
struct NothingSelected: Error, CustomStringConvertible {
    var description: String { RoomWords.nothingSelected }
}

extension ActionEvent {
    /// Returns the items of an action, unless the server may have lost them.
    ///
    /// A tab repeats an action here if another server, such as the one before a restart, has not answered it. This
    /// server may not know the last selection. So if there are no items, an error says that nothing was done.
    ///
    /// - Throws: `NothingSelected` if there are no items, and the selection may be lost.
    func required(_ items: Set<Int64>) throws -> Set<Int64> {
        if items.isEmpty, isFromLostScene { throw NothingSelected() }
        return items
    }
}
