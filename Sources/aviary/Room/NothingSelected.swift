import AviaryServer

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
