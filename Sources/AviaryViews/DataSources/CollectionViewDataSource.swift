public import AviarySnapshots

/// Provides the list of a collection view and fills its cells.
///
/// The library has three: `LiveDataSource` follows a live list, `DiffableDataSource` takes snapshots,
/// `IndexedDataSource` goes by counts and index paths. A data source serves one collection view.
public protocol CollectionViewDataSource<ItemID>: AnyObject {
    /// The identifiers of the items, the same as those of the collection view.
    associatedtype ItemID: ItemIdentifier

    /// The list that the collection view shows when it is given this data source, and on `reloadData()`.
    var snapshot: any Snapshot<ItemID> { get }

    /// Waits for the next update of the list.
    ///
    /// Called by one task at a time. Each update leads on from the one before, the first from `snapshot`.
    ///
    /// - Returns: `nil` when no update will come by itself, or the wait was ended by `stopWaiting()`.
    /// - Throws: Why the list cannot be read. The view keeps what it shows, until the next update that is returned.
    func nextUpdate() async throws -> CollectionUpdate<ItemID>?

    /// Waits until all items are known, or cannot be read.
    ///
    /// Optional: by default all items are known at once.
    func waitUntilWhole() async

    /// Ends a wait in `nextUpdate()`, if there is one: the view has another data source now.
    ///
    /// Optional. Without it, the view follows its new data source only after one more update of the old one.
    func stopWaiting()

    /// Lets go of what keeps the list up to date: no screen shows it at present.
    ///
    /// Optional. Without it, updates wait for the screen to come back, merged into one.
    func rest()

    /// Keeps the list up to date again, after `rest()`.
    ///
    /// Optional, together with `rest()`.
    ///
    /// - Returns: Whether `snapshot` may be another list than before `rest()`.
    func wake() -> Bool

    /// Reads the content of items before their cells are configured, all in one go.
    ///
    /// - Parameter items: Items of the list that is shown, or of the update that is about to be applied.
    /// - Throws: Why the content cannot be read. Their cells are placeholders then.
    func prepare(_ items: [ItemID]) async throws

    /// Takes note that the view shows a snapshot, and lets go of the content that was prepared for it.
    ///
    /// - Parameter snapshot: The new value of the `snapshot` property.
    func didApply(_ snapshot: any Snapshot<ItemID>)

    /// The reuse identifier of an item's cell; `nil` for the first template of the collection view.
    func reuseIdentifier(for item: ItemID) -> String?

    /// Sets the outlets of an item's cell, which is in the state of its template. The cell is used for the next item
    /// after the call, so do not store it.
    ///
    /// - Returns: `false` when the content is not at hand. Then the cell is a placeholder in the state of its template,
    ///   and is configured again later.
    func configure(_ cell: Cell, for item: ItemID) -> Bool

    /// Takes note of the view that shows the items; called when the view is given this data source. Hold the view
    /// weakly.
    func attach(to view: CollectionView<ItemID>)
}

extension CollectionViewDataSource {
    /// Returns at once: all items are known.
    public func waitUntilWhole() async {}

    /// Does nothing.
    public func stopWaiting() {}

    /// Does nothing: updates wait for the screen to come back.
    public func rest() {}

    /// Returns `false`: the list is the one that was followed all the time.
    public func wake() -> Bool { false }

    /// A view to which this was attached, as long as it shows this and not the data source that replaced it.
    func shown(by view: CollectionView<ItemID>?) -> CollectionView<ItemID>? {
        view?.dataSource === self ? view : nil
    }
}

/// An update of a list whose type of snapshot is erased: a new snapshot, and the changeset that leads to it.
public struct CollectionUpdate<ItemID: ItemIdentifier>: Sendable {
    /// The list after the update.
    public let new: any Snapshot<ItemID>
    /// What leads to `new` from the snapshot that the view shows.
    public let changeset: Changeset<ItemID>

    /// An update that leads to a new list.
    ///
    /// - Parameters:
    ///   - new: The list after the update.
    ///   - changeset: Must lead from the snapshot before to `new`; this is not checked.
    public init(to new: any Snapshot<ItemID>, changeset: Changeset<ItemID>) {
        self.new = new
        self.changeset = changeset
    }
}
