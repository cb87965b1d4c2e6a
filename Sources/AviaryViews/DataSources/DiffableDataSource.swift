public import AviarySnapshots

/// Items by identifier: those of a live list, or those of the snapshots it is handed.
///
///     grid.dataSource = DiffableDataSource(colors) { swatch, cell in
///         cell["fill"] = swatch.color
///     }
public final class DiffableDataSource<ItemID: ItemIdentifier>: CollectionViewDataSource {
    public private(set) var snapshot: any Snapshot<ItemID>
    private let next: () async -> CollectionUpdate<ItemID>?
    private let interrupt: () -> Void
    private let letGo: () -> Void
    /// The list as it is now, when it may be another one than before.
    private let begin: () -> (any Snapshot<ItemID>)?
    private let load: ([ItemID]) async throws -> Void
    private let provide: (Cell, ItemID) -> Bool
    private let release: () -> Void
    private let choose: (ItemID) -> String?
    private weak var view: CollectionView<ItemID>?

    /// Follows a live list.
    ///
    /// - Parameters:
    ///   - newest: How many of its last items are shown, the last one first; all of them, in their order, by default.
    ///   - reuseIdentifier: Chooses the cell's template by the element; the collection view's first one by default.
    ///   - cell: The cell provider: sets the outlets of a cell. Called for cells near the visible rect only.
    public init<List: LiveList>(
        _ list: List, newest: Int? = nil, reuseIdentifier: ((List.Element) -> String)? = nil,
        cell: @escaping (List.Element, Cell) -> Void
    ) where List.Identifiers.ItemID == ItemID {
        let feed = Feed(list)
        let content = Content<ItemID, List.Element>()
        if let newest {
            var shown = feed.latest.newest(newest)
            snapshot = shown
            next = {
                await feed.next().map { update in
                    let old = shown
                    shown = update.new.newest(newest)
                    let updated = update.changeset.updated.filter { shown.position(of: $0.id) != nil }
                    let columns = Dictionary(updated.map { ($0.id, $0.columns) }) { $1 }
                    let changeset = Changeset(from: old, to: shown, updated: columns)
                    return CollectionUpdate(to: shown, changeset: changeset, failure: update.failure)
                }
            }
            begin = {
                guard feed.wake() else { return nil }
                shown = feed.latest.newest(newest)
                return shown
            }
        } else {
            snapshot = feed.latest
            next = {
                await feed.next().map {
                    CollectionUpdate(to: $0.new, changeset: $0.changeset, failure: $0.failure)
                }
            }
            begin = { feed.wake() ? feed.latest : nil }
        }
        interrupt = { feed.updates?.interrupt() }
        letGo = { feed.updates = nil }
        load = { content.elements.merge(try await list.elements(for: $0)) { $1 } }
        provide = { target, item in
            guard let element = content.elements[item] else { return false }
            cell(element, target)
            return true
        }
        release = { content.elements = [:] }
        choose = { item in reuseIdentifier.flatMap { choose in content.elements[item].map(choose) } }
    }

    /// Shows what `apply` is given.
    ///
    /// - Parameter cell: The cell provider: sets the outlets of the cell of an item.
    public init(
        _ initial: any Snapshot<ItemID> = ListSnapshot<Int, ItemID>(), reuseIdentifier: ((ItemID) -> String)? = nil,
        cell: @escaping (ItemID, Cell) -> Void
    ) {
        snapshot = initial
        next = { nil }
        interrupt = {}
        letGo = {}
        begin = { nil }
        load = { _ in }
        provide = { target, item in
            cell(item, target)
            return true
        }
        release = {}
        choose = { item in reuseIdentifier.map { $0(item) } }
    }

    /// Shows a new snapshot, in one step from the one before. After one of another kind everything is shown anew.
    ///
    /// - Parameter reconfiguring: Items whose content has changed: their cells are kept and configured anew.
    /// - Complexity: O(*n*); see `Changeset.init(from:to:updated:)`.
    public func apply<S: Snapshot<ItemID>>(_ new: S, reconfiguring: [ItemID] = []) {
        guard let view, let old = snapshot as? S else {
            snapshot = new
            view?.reloadData()
            return
        }
        let columns = Dictionary(reconfiguring.map { ($0, ColumnSet.all) }) { first, _ in first }
        view.apply(CollectionUpdate(to: new, changeset: Changeset(from: old, to: new, updated: columns)))
    }

    public func nextUpdate() async -> CollectionUpdate<ItemID>? { await next() }
    public func stopWaiting() { interrupt() }
    public func rest() { letGo() }
    public func wake() -> Bool {
        guard let new = begin() else { return false }
        snapshot = new
        return true
    }
    public func prepare(_ items: [ItemID]) async throws { if !items.isEmpty { try await load(items) } }
    public func configure(_ cell: Cell, for item: ItemID) -> Bool { provide(cell, item) }
    public func reuseIdentifier(for item: ItemID) -> String? { choose(item) }
    public func attach(to view: CollectionView<ItemID>) {
        if let other = self.view, other !== view {
            view.report("A data source serves one collection view; the other one is not updated any more.")
        }
        self.view = view
    }

    public func didShow(_ snapshot: any Snapshot<ItemID>) {
        self.snapshot = snapshot
        release()
    }
}

extension Snapshot {
    /// The last items, the last one first.
    fileprivate func newest(_ count: Int) -> ListSnapshot<Int, ItemID> {
        let last = max(0, numberOfItems - count)..<numberOfItems
        return ListSnapshot(uniqueSections: [(0, items(in: last).reversed())])
    }
}

/// The updates of a live list, as long as somebody looks.
private final class Feed<List: LiveList> {
    private let list: List
    var updates: SnapshotUpdates<List.Identifiers>?
    /// The list as it was told last.
    private(set) var latest: List.Identifiers

    init(_ list: List) {
        self.list = list
        let updates = list.updates()
        (self.updates, latest) = (updates, updates.initial)
    }

    func next() async -> SnapshotUpdate<List.Identifiers>? {
        guard let updates, let update = await updates.next() else { return nil }
        latest = update.new
        return update
    }

    /// - Returns: Whether the list may be another one than the latest.
    func wake() -> Bool {
        guard updates == nil else { return false }
        let updates = list.updates()
        self.updates = updates
        defer { latest = updates.initial }
        return !latest.isIdentical(to: updates.initial)
    }
}

/// The elements that were read for cells about to be configured.
private final class Content<ItemID: Hashable, Element> {
    var elements: [ItemID: Element] = [:]
}
