public import AviarySnapshots
public import AviaryViews

extension ActionEvent {
    /// The elements of the items that the action is for (see `items(in:)`), in the order of the list.
    ///
    ///     func read(_ event: ActionEvent) async throws {
    ///         let books = try await event.elements(of: books, in: list)
    ///
    /// Items that were deleted meanwhile are left out.
    ///
    /// - Parameters:
    ///   - list: The list that the view shows.
    ///   - view: The view.
    /// - Throws: The error that keeps the elements from being read.
    /// - Complexity: One read, and O(*k* log *n*) for *k* items.
    public func elements<List: LiveList>(
        of list: List, in view: CollectionView<List.Identifiers.ItemID>
    ) async throws -> [List.Element] {
        try await list.elements(inOrder: view.inOrder(items(in: view)))
    }

    /// The element of the item that `item` names; `nil` if there is none, or if it was deleted meanwhile.
    ///
    /// - Throws: The error that keeps the element from being read.
    /// - Complexity: One read.
    public func element<List: LiveList>(
        of list: List, in view: CollectionView<List.Identifiers.ItemID>
    ) async throws -> List.Element? {
        try await list.elements(inOrder: [item(in: view)].compactMap(\.self)).first
    }
}

extension ItemMove {
    /// The elements of the moved items, in the order of the list. Items that were deleted meanwhile are left out.
    ///
    /// - Throws: The error that keeps the elements from being read.
    /// - Complexity: One read.
    public func elements<List: LiveList>(of list: List) async throws -> [List.Element]
    where List.Identifiers.ItemID == ItemID {
        try await list.elements(inOrder: items)
    }
}

extension DroppedContent {
    /// The elements of the items that a person has dragged out of a view of the same page (see `items(in:)`).
    ///
    ///     let jobs = try await drop.content.elements(of: jobsOfToday, in: today)
    ///
    /// - Throws: The error that keeps the elements from being read.
    /// - Complexity: One read.
    public func elements<List: LiveList>(
        of list: List, in view: CollectionView<List.Identifiers.ItemID>
    ) async throws -> [List.Element] {
        try await list.elements(inOrder: items(in: view))
    }
}

extension LiveList {
    fileprivate func elements(inOrder items: [Identifiers.ItemID]) async throws -> [Element] {
        let elements = items.isEmpty ? [:] : try await elements(for: items)
        return items.compactMap { elements[$0] }
    }
}
