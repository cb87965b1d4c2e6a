public import AviarySnapshots

/// A data source that shows the snapshots it is given, like `UICollectionViewDiffableDataSource`. `LiveDataSource`
/// follows a list by itself.
///
///     let source = DiffableDataSource<Player.ID> { id, cell in cell["name"] = players[id]?.name }
///     grid.dataSource = source
///     source.apply(snapshot, reconfiguring: [winner])
public final class DiffableDataSource<ItemID: ItemIdentifier>: CollectionViewDataSource {
    /// The snapshot that was applied last.
    public private(set) var snapshot: any Snapshot<ItemID>
    private let choose: ((ItemID) -> String)?
    private let provide: (ItemID, Cell) -> Void
    private weak var view: CollectionView<ItemID>?
    private var showing: CollectionView<ItemID>? { shown(by: view) }

    /// A data source that shows a first snapshot.
    ///
    /// - Parameters:
    ///   - initial: The snapshot that is shown until `apply` is called; empty by default.
    ///   - reuseIdentifier: Chooses the template of an item's cell; the first template of the collection view by
    ///     default.
    ///   - cell: The cell provider, which sets the outlets of an item's cell. It is called for cells near the visible
    ///     rect only.
    public init(
        _ initial: any Snapshot<ItemID> = ListSnapshot<Int, ItemID>(), reuseIdentifier: ((ItemID) -> String)? = nil,
        cell: @escaping (ItemID, Cell) -> Void
    ) {
        snapshot = initial
        choose = reuseIdentifier
        provide = cell
    }

    /// Shows a new snapshot as one batch update.
    ///
    ///     source.apply(snapshot, animatingDifferences: false) { page["state"] = "All there" }
    ///
    /// A snapshot of another type replaces the previous one without animation, as `reloadData()` does.
    ///
    /// - Parameters:
    ///   - new: The list that is shown from now on.
    ///   - reconfiguring: The items whose content has changed. Their cells are kept and configured again.
    ///   - animatingDifferences: True if cells come, go and move with animation. Either way, cells that stay are kept,
    ///     and the items in view stay in view.
    ///   - completion: Called once, on the executor of the scene, when the screen displays the snapshot and all
    ///     animations have ended. It is called at once if there is no screen, and when the screen is lost.
    /// - Complexity: O(*n*); see `Changeset.init(from:to:updated:)`.
    public func apply<S: Snapshot<ItemID>>(
        _ new: S, reconfiguring: [ItemID] = [], animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {
        if let view = showing, let old = snapshot as? S {
            let changed = reconfiguring + Self.changedDisclosures(from: old, to: new)
            let columns = Dictionary(changed.map { ($0, ColumnSet.all) }) { first, _ in first }
            let update = CollectionUpdate(to: new, changeset: Changeset(from: old, to: new, updated: columns))
            view.apply(update, isAnimated: animatingDifferences)
        } else {
            snapshot = new
            showing?.reloadData()
        }
        CollectionView.whenDisplayed(by: showing, completion)
    }

    /// The items whose level or mark has changed, in lists that are outlines.
    private static func changedDisclosures<S: Snapshot<ItemID>>(from old: S, to new: S) -> [ItemID] {
        guard let old = old as? any OutlineSnapshot<ItemID>, let new = new as? any OutlineSnapshot<ItemID>,
            old.hasLevels || new.hasLevels
        else { return [] }
        return new.items(in: 0..<new.numberOfItems).filter {
            old.position(of: $0) != nil && old.disclosure(of: $0) != new.disclosure(of: $0)
        }
    }

    /// Expands or collapses an item of an outline; see `ListSnapshot.apply(_:to:)`. `snapshot` has the outline from then
    /// on, so edit the outline of that list.
    public func setExpanded(_ isExpanded: Bool, _ item: ItemID) {
        func set(in outline: some OutlineSnapshot<ItemID>) {
            if let new = outline.settingExpanded(isExpanded, item) { apply(new) }
        }
        if let outline = snapshot as? any OutlineSnapshot<ItemID> { set(in: outline) }
    }

    /// Returns `nil` at once, because updates come by `apply`.
    public func nextUpdate() async -> CollectionUpdate<ItemID>? { nil }

    /// Does nothing, because the cell provider has the content.
    public func prepare(_ items: [ItemID]) async throws {}

    /// Makes the snapshot the current one.
    public func didApply(_ snapshot: any Snapshot<ItemID>) { self.snapshot = snapshot }

    /// Calls the closure that was passed to the initializer; `nil` without one.
    public func reuseIdentifier(for item: ItemID) -> String? { choose?(item) }

    /// Calls the cell provider. Always returns `true`, because there are no placeholders.
    ///
    /// - Complexity: O(1), beyond the cell provider.
    public func configure(_ cell: Cell, for item: ItemID) -> Bool {
        provide(item, cell)
        return true
    }

    /// Stores the view. If the data source already serves another view, a mistake is reported, and the other view is no
    /// longer updated.
    public func attach(to view: CollectionView<ItemID>) {
        view.adoptSource(of: self.view)
        self.view = view
    }
}
