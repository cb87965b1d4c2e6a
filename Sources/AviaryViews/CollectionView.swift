public import AviarySnapshots

/// Shows a list of items as cells, as far as they are near the visible rect, and keeps what a person does with them.
///
/// Everything that outlasts a change is held by identifier: the selection, the cells, the place in the list where the
/// person is looking. Cost follows what is visible and what changed: O(visible + *k* log *n*) an event.
///
///     let grid = CollectionView<Swatch.ID>(layout: FlowLayout(columns: .fixed(3)))
///     grid.dataSource = DiffableDataSource(colors) { swatch, cell in cell["fill"] = swatch.color }
public final class CollectionView<ItemID: ItemIdentifier>: AnyCollectionView {
    public var dataSource: (any CollectionViewDataSource<ItemID>)? {
        didSet {
            dataSource?.attach(to: self)
            reloadData()
        }
    }
    public weak var delegate: (any CollectionViewDelegate<ItemID>)?

    public internal(set) var selection: Set<ItemID> = []

    /// The list that is shown.
    public internal(set) var snapshot: any Snapshot<ItemID> = ListSnapshot<Int, ItemID>()

    /// The positions that have cells: the visible ones and the prefetch margin.
    package internal(set) var window = 0..<0
    /// The items in the window, in order.
    var held: [ItemID] = []
    var cells: [ItemID: Cell] = [:]
    /// Cells of the window that had no content to show yet.
    var placeholders: Set<ItemID> = []
    var displayed: Set<ItemID> = []
    /// Cells to use again, by template.
    private var pool: [Int: [Cell]] = [:]

    public override init(layout: FlowLayout) { super.init(layout: layout) }

    public override var numberOfItems: Int { snapshot.numberOfItems }

    /// The cell of an item, when it is near the visible rect.
    public func cell(for item: ItemID) -> Cell? { cells[item] }

    /// The items in the visible rect, in order.
    public var visibleItems: [ItemID] {
        snapshot.items(in: lattice.positions(in: visibleRect, count: numberOfItems).clamped(to: window))
    }

    /// Takes the list from the data source anew and configures every cell.
    public func reloadData() {
        guard let dataSource else { return }
        snapshot = dataSource.snapshot
        selection = selection.filter { snapshot.position(of: $0) != nil }
        for item in held { recycle(item) }
        held = []
        rearrange(to: windowAround(visibleRect, count: numberOfItems, current: nil))
        redraw()
        tellDisplay()
    }

    package override func redraw() {
        tell(.reset(lattice, count: numberOfItems, base: window.lowerBound, tiles: held.compactMap(tile)))
    }

    // MARK: Cells

    /// The positions that should have cells: a screenful around the visible rect at each side.
    ///
    /// - Parameter current: A window that will do as long as it still holds half a screenful at each side.
    func windowAround(_ rect: ContentRect, count: Int, current: Range<Int>?) -> Range<Int> {
        if let current = current?.clamped(to: 0..<count) {
            let half = lattice.positions(in: rect.expanded(by: rect.height / 2), count: count)
            if half.clamped(to: current) == half, !half.isEmpty || current.isEmpty { return current }
        }
        let whole = lattice.positions(in: rect.expanded(by: rect.height), count: count)
        return whole.lowerBound..<min(whole.upperBound, whole.lowerBound + maximumWindow)
    }

    /// Gives every item of the window a cell, and takes away those of other items.
    ///
    /// - Returns: The steps from the tiles held before.
    @discardableResult
    func rearrange(to newWindow: Range<Int>) -> [CollectionChange.Step] {
        let old = held
        window = newWindow
        held = snapshot.items(in: newWindow)
        let kept = Set(held)
        let leaving = old.filter { !kept.contains($0) }
        for item in leaving { recycle(item) }
        let arriving = held.filter { cells[$0] == nil }
        for item in arriving { makeCell(for: item) }
        if let delegate {
            let unseen = leaving.filter { !displayed.contains($0) }
            if !unseen.isEmpty { delegate.collectionView(self, cancelPrefetching: unseen) }
            if !arriving.isEmpty { delegate.collectionView(self, prefetch: arriving) }
        }
        return steps(from: old, to: held, arriving: Set(arriving))
    }

    private func makeCell(for item: ItemID) {
        let name = dataSource?.reuseIdentifier(for: item)
        guard
            let index = name.map({ name in templates.firstIndex { $0.reuseIdentifier == name } })
                ?? templates.indices.first
        else { preconditionFailure("No template is registered for the reuse identifier \(name ?? "of a cell")") }
        let cell = pool[index]?.popLast() ?? Cell(template: templates[index], index: index)
        cells[item] = cell
        if dataSource?.configure(cell, for: item) != true { placeholders.insert(item) }
    }

    /// Configures a cell anew, and tells which outlets changed by it.
    func reconfigure(_ item: ItemID) {
        guard let cell = cells[item], let dataSource else { return }
        let before = cell.values
        cell.prepareForReuse()
        guard dataSource.configure(cell, for: item) else {
            cell.restore(before)
            placeholders.insert(item)
            return
        }
        placeholders.remove(item)
        var changed: [Int: CellValue?] = [:]
        for index in before.indices where before[index] != cell.values[index] {
            changed[index] = .some(cell.values[index])
        }
        if !changed.isEmpty { tell(.cell(id: "\(item)", changed)) }
    }

    private func recycle(_ item: ItemID) {
        placeholders.remove(item)
        guard let cell = cells.removeValue(forKey: item) else { return }
        cell.prepareForReuse()
        // A screenful is all that can be wanted at once.
        if pool[cell.templateIndex, default: []].count < 32 { pool[cell.templateIndex, default: []].append(cell) }
    }

    private func tile(for item: ItemID) -> CollectionChange.Tile? {
        cells[item].map {
            CollectionChange.Tile(
                id: "\(item)", isSelected: selection.contains(item), template: $0.templateIndex, values: $0.values)
        }
    }

    private func steps(from old: [ItemID], to new: [ItemID], arriving: Set<ItemID>) -> [CollectionChange.Step] {
        var places: [ItemID: Int] = [:]
        for (place, item) in old.enumerated() { places[item] = place }
        let common = new.compactMap { places[$0] }
        var stays = longestIncreasingSubsequence(common).map { common[$0] }[...]
        var steps: [CollectionChange.Step] = []
        var read = 0
        for item in new {
            if let place = places[item], place == stays.first {
                stays.removeFirst()
                if place > read { steps.append(.drop(place - read)) }
                if case .keep(let count)? = steps.last {
                    steps[steps.count - 1] = .keep(count + 1)
                } else {
                    steps.append(.keep(1))
                }
                read = place + 1
            } else if places[item] != nil, !arriving.contains(item) {
                steps.append(.move("\(item)"))
            } else if let tile = tile(for: item) {
                steps.append(.insert(tile))
            }
        }
        if read < old.count { steps.append(.drop(old.count - read)) }
        return steps
    }

    // MARK: What AnyCollectionView asks for

    package override func show(_ rect: ContentRect) async throws { try await bringIntoView(rect) }
    package override func showFirst(_ count: Int) async throws { try await bringFirstIntoView(count) }
    package override func tap(_ identifier: String) -> Bool { toggle(identifier) }
    package override func holds(_ identifier: String) -> Bool { item(named: identifier) != nil }
    package override func follow(inTurn: (() async throws -> Void) async -> Void) async { await followUpdates(inTurn) }

    /// The item that bears this name on the screen, if it is there.
    public func item(named identifier: String) -> ItemID? {
        ItemID(identifier).flatMap { snapshot.position(of: $0) == nil ? nil : $0 }
    }
}

/// However large a screen says that it is, and however small the cells: no more cells than this exist.
private let maximumWindow = 4_096
