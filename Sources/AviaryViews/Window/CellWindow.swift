import AviarySnapshots
import OrderedCollections

/// The items that have cells, and these cells. They are the items near the visible rect, and those that a person is
/// editing, wherever these are.
///
/// The view configures cells, because a data source may read the view meanwhile.
struct CellWindow<ItemID: ItemIdentifier> {
    /// The positions that have cells: the visible ones and the prefetch margin.
    private(set) var positions = 0..<0
    /// The items at these positions, in order.
    private(set) var items: [ItemID] = []
    private(set) var shown: [ItemID: ShownCell] = [:]
    /// The items of cells that have no content to show yet.
    private(set) var placeholders: Set<ItemID> = []
    /// The items whose content a person is editing.
    private(set) var edited: Set<ItemID> = []
    /// The items whose cells are to be configured again, in the order of the requests. The value is true if the cell is
    /// to be recreated.
    private var requests: OrderedDictionary<ItemID, Bool>?
    private var workbench = Workbench()

    /// The cell of an item; `nil` if the item has none.
    subscript(item: ItemID) -> ShownCell? { shown[item] }

    // MARK: Positions

    /// Moves to other positions, and removes the cells of items that are not there, unless a person is editing them.
    ///
    /// - Parameter new: The items at these positions.
    /// - Returns: The items that need a cell; `nil` if the items are the same as before, so that all cells stay. This
    ///   is so in most browser windows, where a commit changes only items without cells.
    mutating func move(to positions: Range<Int>, _ new: [ItemID]) -> [ItemID]? {
        let old = items
        self.positions = positions
        items = new
        if new == old { return nil }
        let kept = Set(new)
        for item in old where !kept.contains(item) { recycle(item) }
        return new.filter { shown[$0] == nil }
    }

    /// Removes all cells. The edited items remain edited.
    mutating func removeAll() {
        shown = [:]
        placeholders = []
        items = []
    }

    private mutating func recycle(_ item: ItemID) {
        guard !edited.contains(item) else { return }
        placeholders.remove(item)
        shown[item] = nil
    }

    // MARK: Cells

    /// Gives an item a cell.
    ///
    /// - Parameter isPlaceholder: True if the cell has no content yet.
    mutating func insert(_ cell: ShownCell, for item: ItemID, isPlaceholder: Bool = false) {
        shown[item] = cell
        if isPlaceholder { placeholders.insert(item) } else { placeholders.remove(item) }
    }

    mutating func setValues(_ values: [CellValue?], of item: ItemID) { shown[item]?.values = values }

    /// Notes that the content of an item was not at hand.
    mutating func miss(_ item: ItemID) { placeholders.insert(item) }

    /// Notes that the content of an item was at hand.
    ///
    /// - Parameter isChosen: True if the template of its cell was chosen by this content, too.
    mutating func find(_ item: ItemID, isChosen: Bool) {
        placeholders.remove(item)
        if isChosen { shown[item]?.isUnchosen = false }
    }

    /// Notes that the content of all cells may have changed, and may require other templates.
    mutating func expire() {
        for item in shown.keys { shown[item]?.isUnchosen = true }
        placeholders.formUnion(shown.keys)
    }

    // MARK: Configuring

    /// A cell to configure for an item, without values of the previous item.
    ///
    /// - Parameter number: The index of the template in the collection view.
    mutating func makeBlank(_ number: Int, from template: CellTemplate) -> Cell {
        workbench.cell(number, from: template)
    }

    /// The values to hold for a cell: one copy for all views that share them.
    func stored(_ values: [CellValue?]) -> [CellValue?] { workbench.stored(values) }

    /// Sets the cache of values that several views share.
    mutating func share(_ values: SharedValues?) { workbench.share(values) }

    /// Counts the cells that were configured.
    var work: Int { workbench.work }

    mutating func addWork(_ count: Int) { workbench.addWork(count) }

    /// Removes the cells that were used for configuring, because an idle view does not need them.
    mutating func clearWorkbench() { workbench.clear() }

    /// True if cells are to be configured again.
    var hasRequests: Bool { requests != nil }

    /// Requests that cells are configured again, or recreated.
    mutating func request(_ items: [ItemID], remade isRemade: Bool) {
        requests = requests ?? [:]
        requests?.merge(items.lazy.map { ($0, isRemade) }) { $0 || $1 }
    }

    /// The items that were requested since the last call; `nil` without a request.
    mutating func takeRequests() -> OrderedDictionary<ItemID, Bool>? { requests.take() }

    // MARK: Editing

    /// Sets the items whose content a person is editing.
    ///
    /// - Returns: Those that are not among `items`.
    mutating func edit(_ new: Set<ItemID>) -> Set<ItemID> {
        let (before, held) = (edited, Set(items))
        edited = new
        for item in before.subtracting(new) where !held.contains(item) { recycle(item) }
        return new.subtracting(held)
    }

    /// Returns true if an item has a cell only because it is edited.
    func isApart(_ item: ItemID) -> Bool { edited.contains(item) && !items.contains(item) }

    /// The edited items that are in a list, but not among `items`. An update has to read their content, too.
    func edited(besides items: [ItemID], in list: any Snapshot<ItemID>) -> [ItemID] {
        edited.isEmpty ? [] : edited.subtracting(items).filter { list.position(of: $0) != nil }
    }

    /// Removes the edited items that are not in a list.
    ///
    /// - Returns: The removed items.
    mutating func removeEdited(notIn list: any Snapshot<ItemID>) -> [ItemID] {
        let gone = edited.filter { list.position(of: $0) == nil }
        edited.subtract(gone)
        for item in gone { recycle(item) }
        return Array(gone)
    }
}

extension CollectionChange {
    /// The steps from the old tiles of a screen to the new ones.
    ///
    /// - Parameters:
    ///   - arriving: The items that have new cells.
    ///   - tile: Returns the tile of an item; `nil` if it has no cell.
    static func steps<ItemID: ItemIdentifier>(
        from old: [ItemID], to new: [ItemID], arriving: Set<ItemID>, tile: (ItemID) -> Tile?
    ) -> [Step] {
        var indexes: [ItemID: Int] = [:]
        for (index, item) in old.enumerated() { indexes[item] = index }
        let common = new.compactMap { indexes[$0] }
        var stays = longestIncreasingSubsequence(common).map { common[$0] }[...]
        var steps: [Step] = []
        var read = 0
        for item in new {
            if let index = indexes[item], index == stays.first {
                stays.removeFirst()
                if index > read { steps.append(.drop(index - read)) }
                steps.keepOne()
                read = index + 1
            } else if indexes[item] != nil, !arriving.contains(item) {
                steps.append(.move(item.itemText))
            } else if let tile = tile(item) {
                steps.append(.insert(tile))
            }
        }
        if read < old.count { steps.append(.drop(old.count - read)) }
        return steps
    }

    /// The steps that replace the tiles of some items, and keep all others.
    static func steps<ItemID: ItemIdentifier>(
        replacing replaced: Set<ItemID>, of items: [ItemID], tile: (ItemID) -> Tile?
    ) -> [Step] {
        var steps: [Step] = []
        for item in items {
            if replaced.contains(item), let tile = tile(item) {
                steps += [.drop(1), .insert(tile)]
            } else {
                steps.keepOne()
            }
        }
        return steps
    }

    /// The positions in a list of the items that are not among `others`.
    static func elsewhere<ItemID: ItemIdentifier>(
        of items: [ItemID], notIn others: [ItemID], in list: any Snapshot<ItemID>
    ) -> [Elsewhere] {
        let others = Set(others)
        return items.filter { !others.contains($0) }.compactMap { item in
            list.position(of: item).map { Elsewhere(id: item.itemText, position: $0) }
        }
    }
}

extension [CollectionChange.Step] {
    fileprivate mutating func keepOne() {
        if case .keep(let count)? = last { self[self.count - 1] = .keep(count + 1) } else { append(.keep(1)) }
    }
}
