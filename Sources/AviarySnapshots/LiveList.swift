/// A list that changes by itself: ordered identifiers, and their elements.
///
/// A live query conforms to this protocol, and a collection view shows any list that conforms. So neither depends on
/// the other.
public protocol LiveList<Element>: AnyObject, Sendable {
    /// The snapshot that holds the identifiers of the list.
    associatedtype Identifiers: Snapshot

    /// The content of an item, which a cell shows: a record, for instance.
    associatedtype Element: Sendable

    /// Returns the present list, and every change after it.
    ///
    /// - Returns: A sequence for one reader. Its first change continues from its `initial` snapshot, so no change is
    ///   lost in between.
    func updates() -> SnapshotUpdates<Identifiers>

    /// Reads the elements of some items at once.
    ///
    /// - Returns: The elements that were found. An element may be newer than the caller's snapshot, but never older. An
    ///   item that no longer exists is missing here, and an update that deletes it follows.
    /// - Throws: Any error that keeps the elements from being read.
    /// - Complexity: One read for all items, so ask for many at once.
    func elements(for items: [Identifiers.ItemID]) async throws -> [Identifiers.ItemID: Element]

    /// Waits until all items are known, in a list that shows its first items earlier. Also returns when the items
    /// cannot be read.
    ///
    /// Optional: the default is for lists whose items are always known.
    func waitUntilWhole() async

    /// Expands or collapses an item of an outline, whose `Identifiers` are an `OutlineSnapshot`. An update follows if
    /// this changes anything.
    ///
    /// Optional: the default is for lists that are no outlines.
    func setExpanded(_ isExpanded: Bool, _ item: Identifiers.ItemID)
}

extension LiveList {
    /// Returns at once, because all items are known.
    public func waitUntilWhole() async {}

    /// Does nothing, because no item has children.
    public func setExpanded(_ isExpanded: Bool, _ item: Identifiers.ItemID) {}
}
