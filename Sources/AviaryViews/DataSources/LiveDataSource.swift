public import AviarySnapshots

/// A data source that follows a live list, and reads the elements of the cells that it configures.
///
///     grid.dataSource = LiveDataSource(swatches) { swatch, cell in cell["fill"] = swatch.color }
public final class LiveDataSource<List: LiveList>: CollectionViewDataSource
where List.Identifiers.ItemID: ItemIdentifier {
    /// The item identifiers of the list.
    public typealias ItemID = List.Identifiers.ItemID

    /// The items as the view shows them. With `newest`, these are only the newest items, in one section.
    public private(set) var snapshot: any Snapshot<ItemID>
    private let list: List
    private let newest: Int?
    private let choose: ((List.Element) -> String)?
    private let provide: (List.Element, Cell) -> Void
    /// `nil` while no screen shows the list.
    private var updates: SnapshotUpdates<List.Identifiers>?
    /// The list after the last update received.
    private var latest: List.Identifiers
    /// The elements that were read for cells about to be configured.
    private var elements: [ItemID: List.Element] = [:]
    /// The elements that the screen holds, and some that it held before, for the shortcuts of their menus.
    private var shown: [ItemID: List.Element] = [:]
    private weak var view: CollectionView<ItemID>?

    /// A data source that follows a list from now on.
    ///
    /// - Parameters:
    ///   - list: The list. Its elements are read for cells near the visible rect only.
    ///   - newest: The number of last items to show, the last one first. By default all items are shown, in the order
    ///     of the list. With `newest` no items are shown before all items of the list are known.
    ///   - reuseIdentifier: Chooses the template of a cell by the element; the first template of the collection view by
    ///     default.
    ///   - cell: The cell provider, which sets the outlets of a cell. It is called for cells near the visible rect
    ///     only.
    /// - Complexity: As for `LiveList.updates()`, and O(*k*) for the *k* newest items.
    public init(
        _ list: List, newest: Int? = nil, reuseIdentifier: ((List.Element) -> String)? = nil,
        cell: @escaping (List.Element, Cell) -> Void
    ) {
        let updates = list.updates()
        (self.list, self.newest, self.updates, latest) = (list, newest, updates, updates.initial)
        (choose, provide) = (reuseIdentifier, cell)
        snapshot = Self.shown(updates.initial, newest)
    }

    /// Waits for the next update of the list.
    ///
    /// - Returns: `nil` if the list ends, after `stopFollowing()`, and if `stopWaiting()` ended the wait.
    /// - Throws: The error that keeps the list from being read at present.
    /// - Complexity: With `newest` an update costs O(log *n* + *k* + *u*) for the *k* newest and *u* updated items.
    ///   Otherwise the update is passed on unchanged.
    public func nextUpdate() async throws -> CollectionUpdate<ItemID>? {
        switch await updates?.next() {
        case nil: return nil
        case .failure(let error): throw error
        case .success(let change): return take(change)
        }
    }

    // This is a separate function, so that a task that waits in `nextUpdate()` reserves no memory for an update.
    private func take(_ change: SnapshotUpdate<List.Identifiers>) -> CollectionUpdate<ItemID> {
        defer { latest = change.new }
        guard let newest else { return CollectionUpdate(to: change.new, changeset: change.changeset) }
        let (old, new) = (latest.newest(newest), change.new.newest(newest))
        let updated = change.changeset.updated.filter { old.position(of: $0.id) != nil }
        let columns = Dictionary(updated.map { ($0.id, $0.columns) }) { $1 }
        return CollectionUpdate(to: new, changeset: Changeset(from: old, to: new, updated: columns))
    }

    /// Waits until the list knows all items or cannot read them.
    public func waitUntilWhole() async { await list.waitUntilWhole() }

    /// Ends a wait in `nextUpdate()`, with `nil`.
    public func stopWaiting() { updates?.interrupt() }

    /// Stops following the list, so that its updates are not stored for this data source.
    public func stopFollowing() { updates = nil }

    /// Follows the list again, from its present state.
    ///
    /// - Returns: `false` if the list is known to be the same as before `stopFollowing()`, or if that was not called.
    /// - Complexity: As for `LiveList.updates()`.
    public func resumeFollowing() -> Bool {
        guard updates == nil else { return false }
        let updates = list.updates()
        self.updates = updates
        defer { latest = updates.initial }
        guard !latest.isIdentical(to: updates.initial) else { return false }
        snapshot = Self.shown(updates.initial, newest)
        return true
    }

    /// Reads the elements of the items, all at once. If an element is gone, its cell stays a placeholder.
    ///
    /// - Throws: The error that keeps the elements from being read.
    /// - Complexity: As for `LiveList.elements(for:)`.
    public func prepare(_ items: [ItemID]) async throws {
        guard !items.isEmpty else { return }
        elements.merge(try await list.elements(for: items)) { $1 }
    }

    /// Makes the snapshot the current one, and drops the elements that were read.
    ///
    /// - Complexity: O(*k*) for the *k* elements that were read.
    public func didApply(_ snapshot: any Snapshot<ItemID>) {
        self.snapshot = snapshot
        if let view, view.decisions?.menu != nil, !elements.isEmpty {
            // The first items that the screen holds may have been read long before.
            shown.merge(elements) { $1 }
            if shown.count > 2 * (view.held.count + elements.count) {
                let held = Set(view.held)
                shown = shown.filter { held.contains($0.key) || elements[$0.key] != nil }
            }
        }
        elements = [:]
    }

    /// Calls the closure that was passed to the initializer; `nil` without one, and as long as the element is not at
    /// hand.
    ///
    /// - Complexity: O(1), beyond the closure.
    public func reuseIdentifier(for item: ItemID) -> String? {
        choose.flatMap { choose in elements[item].map(choose) }
    }

    /// The element of an item whose cell is being configured.
    ///
    /// - Parameter mayBeOld: True if an element that was shown before will do.
    func element(of item: ItemID, mayBeOld: Bool = false) -> List.Element? {
        elements[item] ?? (mayBeOld ? shown[item] : nil)
    }

    /// Calls the cell provider with the element; `false` as long as the element is not at hand.
    ///
    /// - Complexity: O(1), beyond the cell provider.
    public func configure(_ cell: Cell, for item: ItemID) -> Bool {
        guard let element = elements[item] else { return false }
        provide(element, cell)
        return true
    }

    /// Stores the view. If the data source already serves another view, a mistake is reported, and the other view is no
    /// longer updated.
    public func attach(to view: CollectionView<ItemID>) {
        view.adoptSource(of: self.view)
        self.view = view
    }

    /// Expands or collapses an item of the list; see `LiveList.setExpanded(_:_:)`.
    public func setExpanded(_ isExpanded: Bool, _ item: ItemID) { list.setExpanded(isExpanded, item) }

    private static func shown(_ list: List.Identifiers, _ newest: Int?) -> any Snapshot<ItemID> {
        if let newest { list.newest(newest) } else { list }
    }
}

extension CollectionView {
    /// Sets the position and the content of the supplementary views of a kind in the cells of a live list. The closure
    /// gets the element.
    ///
    ///     list.configureSupplementary("Badge", of: books, at: SupplementaryPlacement(.topTrailing)) { book, badge in
    ///         badge["count"] = book.notes
    ///         return book.notes > 0
    ///     }
    ///
    /// Otherwise as `configureSupplementary(_:at:_:)`.
    ///
    /// - Parameters:
    ///   - kind: The element kind, as in `data-supplementary`.
    ///   - list: Gives the type only. If the data source is not a `LiveDataSource` of such a list, a mistake is
    ///     reported and no view is shown.
    ///   - placement: The position over the cell, and the size.
    ///   - configure: Receives the element and its supplementary view. Returns true if the item has one.
    /// - Complexity: O(*c*) for the *c* cells near the visible rect.
    public func configureSupplementary<List: LiveList>(
        _ kind: String, of list: List, at placement: SupplementaryPlacement,
        _ configure: @escaping (List.Element, Cell) -> Bool
    ) where List.Identifiers.ItemID == ItemID {
        configureSupplementary(kind, at: placement) { [unowned self] item, view in
            guard let source = dataSource as? LiveDataSource<List> else {
                view.report("\(kind) is configured for a list of \(List.Element.self), which is not shown.")
                return false
            }
            return source.element(of: item).map { configure($0, view) } ?? false
        }
    }
}

extension Snapshot {
    /// The last items, the last one first; none as long as they are not known.
    fileprivate func newest(_ count: Int) -> ListSnapshot<Int, ItemID> {
        let last = isWhole ? max(0, numberOfItems - count)..<numberOfItems : 0..<0
        return ListSnapshot(uniqueSections: [(0, items(in: last).reversed())])
    }
}
