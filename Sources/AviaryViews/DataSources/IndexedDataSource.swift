public import AviarySnapshots

/// A data source that works by index path: counts, and a cell for each index path, like `UICollectionViewDataSource`.
///
/// The items need no identifiers of their own. Each item gets a number when it is inserted, and the view holds its
/// selection by these numbers.
///
///     let list = IndexedDataSource(numberOfItems: { _ in names.count }) { path, cell in
///         cell["label"] = names[path.item]
///     }
///     names.remove(at: 2)
///     try list.performBatchUpdates { $0.deleteItems(at: [ItemIndexPath(item: 2)]) }
public final class IndexedDataSource: CollectionViewDataSource {
    /// The sections and items as numbers, as of the last batch update or reload. A number is never used twice.
    public var snapshot: any Snapshot<Int> { list }

    private var list = ListSnapshot<Int, Int>()
    private let numberOfSections: () -> Int
    private let numberOfItems: (_ section: Int) -> Int
    private let cell: (ItemIndexPath, Cell) -> Void
    private var nextNumber = 0
    private weak var view: CollectionView<Int>?
    private var showing: CollectionView<Int>? { shown(by: view) }

    /// A data source that reads its counts at once, and again with every batch update and reload.
    ///
    /// - Parameters:
    ///   - numberOfSections: Returns 1 unless given.
    ///   - numberOfItems: Receives a section, counted from 0, and returns its number of items.
    ///   - cell: Sets the outlets of the cell for an index path of the present list.
    /// - Complexity: O(*n*).
    public init(
        numberOfSections: @escaping () -> Int = { 1 }, numberOfItems: @escaping (_ section: Int) -> Int,
        cell: @escaping (ItemIndexPath, Cell) -> Void
    ) {
        self.numberOfSections = numberOfSections
        self.numberOfItems = numberOfItems
        self.cell = cell
        list = numbered(counts())
    }

    /// Shows a change that was already made, as one batch update.
    ///
    /// - Parameters:
    ///   - updates: Records the changes. Index paths follow the rules of `BatchUpdate`: deletes refer to the old list,
    ///     and inserts to the new list.
    ///   - completion: Called once when the screen displays the change, as in `DiffableDataSource.apply`; never after
    ///     an error.
    /// - Throws: A `BatchUpdateError` if the batch contradicts the counts. The view keeps its old state.
    /// - Complexity: O(*n*).
    public func performBatchUpdates(
        _ updates: (inout BatchUpdate) -> Void, completion: (() -> Void)? = nil
    ) throws(BatchUpdateError) {
        var batch = BatchUpdate()
        updates(&batch)
        let after = counts()
        try batch.validate(from: list.sectionCounts, to: after)
        let new = applying(batch, counts: after)
        var updated: [Int: ColumnSet] = [:]
        for path in batch.reconfiguredItems { updated[list.item(at: path)!] = .all }
        let update = CollectionUpdate(to: new, changeset: Changeset(from: list, to: new, updated: updated))
        if let showing { showing.apply(update) } else { list = new }
        CollectionView.whenDisplayed(by: showing, completion)
    }

    /// Reads all counts again, and configures all cells again. All items get new numbers, so none is selected
    /// afterwards.
    ///
    /// - Complexity: O(*n*).
    public func reloadData() {
        list = numbered(counts())
        showing?.reloadData()
    }

    /// Returns `nil` at once, because updates come by `performBatchUpdates`.
    public func nextUpdate() async -> CollectionUpdate<Int>? { nil }

    /// Does nothing, because the cell closure has the content.
    public func prepare(_ items: [Int]) async throws {}

    /// `nil`: all cells are made from the first template of the collection view.
    public func reuseIdentifier(for item: Int) -> String? { nil }

    /// Stores the view. If the data source already serves another view, a mistake is reported, and the other view is no
    /// longer updated.
    public func attach(to view: CollectionView<Int>) {
        view.adoptSource(of: self.view)
        self.view = view
    }

    /// Makes the snapshot the current one.
    public func didApply(_ snapshot: any Snapshot<Int>) {
        if let shown = snapshot as? ListSnapshot<Int, Int> { list = shown }
    }

    /// Calls the cell closure with the item's index path; `false` for an item that is not in the list.
    ///
    /// - Complexity: O(log *s*) for *s* sections, beyond the cell closure.
    public func configure(_ cell: Cell, for item: Int) -> Bool {
        guard let path = list.indexPath(of: item) else { return false }
        self.cell(path, cell)
        return true
    }

    private func counts() -> [Int] { (0..<max(0, numberOfSections())).map { max(0, numberOfItems($0)) } }

    private func numbered(_ counts: [Int]) -> ListSnapshot<Int, Int> {
        ListSnapshot(uniqueSections: counts.map { count in (makeNumber(), (0..<count).map { _ in makeNumber() }) })
    }

    private func makeNumber() -> Int {
        nextNumber += 1
        return nextNumber
    }

    /// The list after a valid batch. Items that stay keep their numbers. A reloaded item gets a new one.
    private func applying(_ batch: BatchUpdate, counts: [Int]) -> ListSnapshot<Int, Int> {
        let leaving = Set(batch.deletedItems).union(batch.movedItems.map(\.from))
        let reloaded = Set(batch.reloadedItems)
        var arriving: [ItemIndexPath: Int] = [:]
        for path in batch.insertedItems { arriving[path] = makeNumber() }
        for move in batch.movedItems { arriving[move.to] = list.item(at: move.from)! }

        let origins = batch.origins(from: list.sectionCounts, to: counts)
        return ListSnapshot(
            uniqueSections: origins.enumerated().map { section, origin in
                var stays = (origin.map { list.range(ofSection: $0) } ?? 0..<0).enumerated().lazy.compactMap {
                    [list] item, position -> Int? in
                    let path = ItemIndexPath(section: origin!, item: item)
                    if leaving.contains(path) { return nil }
                    return reloaded.contains(path) ? -1 : list.item(at: position)
                }.makeIterator()
                let items = (0..<counts[section]).map { item in
                    if let number = arriving[ItemIndexPath(section: section, item: item)] { return number }
                    guard let number = stays.next(), number >= 0 else { return makeNumber() }
                    return number
                }
                return (origin.map(list.sectionIdentifier(at:)) ?? makeNumber(), items)
            })
    }
}
