/// A list that changes by itself: identifiers in order, and the elements behind them.
///
/// This is where a live query and a collection view meet without knowing each other.
public protocol LiveList<Element>: AnyObject, Sendable {
    associatedtype Identifiers: Snapshot
    associatedtype Element: Sendable

    /// The list as it is now and every change after it, with nothing lost in between.
    func updates() -> SnapshotUpdates<Identifiers>

    /// Reads the elements of some items, in one go.
    ///
    /// - Returns: What there is. An element may be newer than the snapshot at hand, never older; one that is gone is
    ///   missing here, and an update that says so is on its way.
    func elements(for items: [Identifiers.ItemID]) async throws -> [Identifiers.ItemID: Element]

    /// Waits until all items are known, or cannot be read, in a list that shows its first ones before.
    ///
    /// Optional, for lists whose items are always known.
    func waitUntilWhole() async
}

extension LiveList {
    public func waitUntilWhole() async {}
}
