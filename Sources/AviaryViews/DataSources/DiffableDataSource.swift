public import AviarySnapshots

/// Items by identifier: those of the snapshots it is handed. `LiveDataSource` follows a list by itself.
///
///     let source = DiffableDataSource<Player.ID> { id, cell in cell["name"] = players[id]?.name }
///     grid.dataSource = source
///     source.apply(snapshot, reconfiguring: [winner])
public final class DiffableDataSource<ItemID: ItemIdentifier>: CollectionViewDataSource {
    public private(set) var snapshot: any Snapshot<ItemID>
    private let choose: ((ItemID) -> String)?
    private let provide: (ItemID, Cell) -> Void
    private weak var view: CollectionView<ItemID>?

    /// - Parameters:
    ///   - initial: What is shown until `apply` is called; nothing by default.
    ///   - reuseIdentifier: Chooses the cell's template; the collection view's first one by default.
    ///   - cell: The cell provider: sets the outlets of the cell of an item. Called for cells near the visible rect only.
    public init(
        _ initial: any Snapshot<ItemID> = ListSnapshot<Int, ItemID>(), reuseIdentifier: ((ItemID) -> String)? = nil,
        cell: @escaping (ItemID, Cell) -> Void
    ) {
        snapshot = initial
        choose = reuseIdentifier
        provide = cell
    }

    /// Shows a new snapshot, in one step from the one before. After one of another kind everything is shown anew.
    ///
    ///     source.apply(snapshot, animatingDifferences: false) { page["state"] = "All there" }
    ///
    /// - Parameters:
    ///   - reconfiguring: Items whose content has changed: their cells are kept and configured anew.
    ///   - animatingDifferences: Whether the person sees cells come, go and move. Either way cells that stay are kept, and
    ///     what was in view stays in view.
    ///   - completion: Called once, when the screen displays the snapshot and nothing of it moves any more, in a turn of the
    ///     scene. Called at once when there is no screen, and when the screen is lost.
    /// - Complexity: O(*n*); see `Changeset.init(from:to:updated:)`.
    public func apply<S: Snapshot<ItemID>>(
        _ new: S, reconfiguring: [ItemID] = [], animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {
        if let view, let old = snapshot as? S {
            let columns = Dictionary(reconfiguring.map { ($0, ColumnSet.all) }) { first, _ in first }
            let update = CollectionUpdate(to: new, changeset: Changeset(from: old, to: new, updated: columns))
            view.apply(update, isAnimated: animatingDifferences)
        } else {
            snapshot = new
            view?.reloadData()
        }
        AnyCollectionView.whenDisplayed(by: view, completion)
    }

    public func nextUpdate() async -> CollectionUpdate<ItemID>? { nil }
    public func prepare(_ items: [ItemID]) async throws {}
    public func didApply(_ snapshot: any Snapshot<ItemID>) { self.snapshot = snapshot }
    public func reuseIdentifier(for item: ItemID) -> String? { choose?(item) }

    public func configure(_ cell: Cell, for item: ItemID) -> Bool {
        provide(item, cell)
        return true
    }

    public func attach(to view: CollectionView<ItemID>) {
        view.adoptSource(of: self.view)
        self.view = view
    }
}
