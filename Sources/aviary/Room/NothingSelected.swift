import AviaryServer

/// The reason why an action on the selected items did nothing: the selection was lost together with its scene.
struct NothingSelected: Error, CustomStringConvertible {
    var description: String { RoomWords.nothingSelected }
}

extension ActionEvent {
    /// The items that an action is about.
    ///
    /// A tab repeats an action that another server has not answered. If that server is gone, its last selection may be
    /// gone, too. Then the person is told that nothing was done.
    ///
    /// - Throws: `NothingSelected`.
    func required(_ items: Set<Int64>) throws -> Set<Int64> {
        if items.isEmpty, isFromLostScene { throw NothingSelected() }
        return items
    }
}
