public import AviarySnapshots

/// The items of a live list, as it changes, with their elements at hand when cells are configured.
///
///     grid.dataSource = LiveDataSource(swatches) { swatch, cell in cell["fill"] = swatch.color }
public final class LiveDataSource<List: LiveList>: CollectionViewDataSource
where List.Identifiers.ItemID: ItemIdentifier {
    public typealias ItemID = List.Identifiers.ItemID

    public private(set) var snapshot: any Snapshot<ItemID>
    private let list: List
    private let newest: Int?
    private let choose: ((List.Element) -> String)?
    private let provide: (List.Element, Cell) -> Void
    /// `nil` while nobody looks.
    private var updates: SnapshotUpdates<List.Identifiers>?
    /// The list as it was told last.
    private var latest: List.Identifiers
    /// What was read for cells about to be configured.
    private var elements: [ItemID: List.Element] = [:]
    private weak var view: CollectionView<ItemID>?

    /// - Parameters:
    ///   - newest: How many of its last items are shown, the last one first; all of them, in their order, by default.
    ///   - reuseIdentifier: Chooses the cell's template by the element; the collection view's first one by default.
    ///   - cell: The cell provider: sets the outlets of a cell. Called for cells near the visible rect only.
    public init(
        _ list: List, newest: Int? = nil, reuseIdentifier: ((List.Element) -> String)? = nil,
        cell: @escaping (List.Element, Cell) -> Void
    ) {
        let updates = list.updates()
        (self.list, self.newest, self.updates, latest) = (list, newest, updates, updates.initial)
        (choose, provide) = (reuseIdentifier, cell)
        snapshot = Self.shown(updates.initial, newest)
    }

    public func nextUpdate() async throws -> CollectionUpdate<ItemID>? {
        switch await updates?.next() {
        case nil: return nil
        case .failed(let error): throw error
        case .changed(let change): return take(change)
        }
    }

    // Apart, so that a window which waits for an update has no room for one in its task.
    private func take(_ change: SnapshotUpdate<List.Identifiers>) -> CollectionUpdate<ItemID> {
        defer { latest = change.new }
        guard let newest else { return CollectionUpdate(to: change.new, changeset: change.changeset) }
        let (old, new) = (latest.newest(newest), change.new.newest(newest))
        let updated = change.changeset.updated.filter { old.position(of: $0.id) != nil }
        let columns = Dictionary(updated.map { ($0.id, $0.columns) }) { $1 }
        return CollectionUpdate(to: new, changeset: Changeset(from: old, to: new, updated: columns))
    }

    public func waitUntilWhole() async { await list.waitUntilWhole() }
    public func stopWaiting() { updates?.interrupt() }
    public func rest() { updates = nil }

    public func wake() -> Bool {
        guard updates == nil else { return false }
        let updates = list.updates()
        self.updates = updates
        defer { latest = updates.initial }
        guard !latest.isIdentical(to: updates.initial) else { return false }
        snapshot = Self.shown(updates.initial, newest)
        return true
    }

    public func prepare(_ items: [ItemID]) async throws {
        guard !items.isEmpty else { return }
        elements.merge(try await list.elements(for: items)) { $1 }
    }

    public func didApply(_ snapshot: any Snapshot<ItemID>) {
        self.snapshot = snapshot
        elements = [:]
    }

    public func reuseIdentifier(for item: ItemID) -> String? {
        choose.flatMap { choose in elements[item].map(choose) }
    }

    /// The element of an item whose cell is being configured.
    func element(of item: ItemID) -> List.Element? { elements[item] }

    public func configure(_ cell: Cell, for item: ItemID) -> Bool {
        guard let element = elements[item] else { return false }
        provide(element, cell)
        return true
    }

    public func attach(to view: CollectionView<ItemID>) {
        view.adoptSource(of: self.view)
        self.view = view
    }

    private static func shown(_ list: List.Identifiers, _ newest: Int?) -> any Snapshot<ItemID> {
        if let newest { list.newest(newest) } else { list }
    }
}

extension Snapshot {
    /// The last items, the last one first; none as long as they are not known.
    fileprivate func newest(_ count: Int) -> ListSnapshot<Int, ItemID> {
        let last = isWhole ? max(0, numberOfItems - count)..<numberOfItems : 0..<0
        return ListSnapshot(uniqueSections: [(0, items(in: last).reversed())])
    }
}
