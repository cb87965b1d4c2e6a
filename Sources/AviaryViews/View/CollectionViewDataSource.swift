public import AviarySnapshots

/// Provides the list of a collection view and fills its cells.
///
/// The library has three: `LiveDataSource` follows a live list, `DiffableDataSource` shows snapshots, and
/// `IndexedDataSource` uses counts and index paths. A data source serves one collection view.
public protocol CollectionViewDataSource<ItemID>: AnyObject {
    /// The identifiers of the items, the same as those of the collection view.
    associatedtype ItemID: ItemIdentifier

    /// The list that the collection view shows when it gets this data source, and on `reloadData()`.
    var snapshot: any Snapshot<ItemID> { get }

    /// Waits for the next update of the list.
    ///
    /// One task at a time calls this. Each update follows the previous one, and the first follows `snapshot`.
    ///
    /// - Returns: `nil` if the data source has no updates to wait for, or if `stopWaiting()` ended the wait.
    /// - Throws: The error that keeps the list from being read. The view shows its old state until the next update.
    func nextUpdate() async throws -> CollectionUpdate<ItemID>?

    /// Waits until all items are known or cannot be read.
    ///
    /// Optional: by default all items are known at once.
    func waitUntilWhole() async

    /// Ends a wait in `nextUpdate()`, if there is one, because the view has another data source now.
    ///
    /// Optional. Without it, the view follows its new data source only after one more update of the old one.
    func stopWaiting()

    /// Stops following the list, because no screen shows it at present.
    ///
    /// Optional. Without it, updates are merged into one until a screen shows the list again.
    func stopFollowing()

    /// Resumes following the list after `stopFollowing()`.
    ///
    /// Optional, together with `stopFollowing()`.
    ///
    /// - Returns: True if `snapshot` may have changed since `stopFollowing()`.
    func resumeFollowing() -> Bool

    /// Reads the content of items before their cells are configured, all at once.
    ///
    /// - Parameter items: Items of the list shown, or of the update that is about to be applied.
    /// - Throws: The error that keeps the content from being read. Then the cells of these items are placeholders.
    func prepare(_ items: [ItemID]) async throws

    /// Called when the view shows a snapshot. Stores the snapshot, and drops the content that was prepared for it.
    ///
    /// - Parameter snapshot: The new value of the `snapshot` property.
    func didApply(_ snapshot: any Snapshot<ItemID>)

    /// The reuse identifier of an item's cell; `nil` for the first template of the collection view.
    func reuseIdentifier(for item: ItemID) -> String?

    /// Sets the outlets of an item's cell, which is in the state of its template. Do not store the cell, because it is
    /// reused for the next item.
    ///
    /// - Returns: `false` if the content is not at hand. Then the cell is a placeholder in the state of its template,
    ///   and is configured later.
    func configure(_ cell: Cell, for item: ItemID) -> Bool

    /// Stores the view that shows the items. The view calls this when it gets the data source. Store the view weakly.
    func attach(to view: CollectionView<ItemID>)

    /// Expands or collapses an item, because a person wants to see its children or not. An update or a call of the
    /// view shows the change.
    ///
    /// Optional: the default is for lists that are no outlines.
    func setExpanded(_ isExpanded: Bool, _ item: ItemID)
}

extension CollectionViewDataSource {
    /// Returns at once: all items are known.
    public func waitUntilWhole() async {}

    /// Does nothing.
    public func stopWaiting() {}

    /// Does nothing, so updates are merged until a screen shows the list again.
    public func stopFollowing() {}

    /// Returns `false`, because the list was followed all the time.
    public func resumeFollowing() -> Bool { false }

    /// Does nothing, because no item has children.
    public func setExpanded(_ isExpanded: Bool, _ item: ItemID) {}

    /// Returns the attached view, if it still shows this data source and not a later one.
    func shown(by view: CollectionView<ItemID>?) -> CollectionView<ItemID>? {
        view?.dataSource === self ? view : nil
    }
}
