public import AviarySnapshots

/// What can name an item on the screen, too: the identifier crosses the wire as its text.
public typealias ItemIdentifier = Hashable & LosslessStringConvertible & Sendable

/// Tells a collection view which items there are, and fills their cells.
///
/// `LiveDataSource` follows a live list, `DiffableDataSource` takes snapshots, `IndexedDataSource` goes by counts and index
/// paths.
public protocol CollectionViewDataSource<ItemID>: AnyObject {
    associatedtype ItemID: ItemIdentifier

    /// The items as the collection view shows them when it is given this data source.
    var snapshot: any Snapshot<ItemID> { get }

    /// The next change, when there is one; `nil` when none will come by itself.
    ///
    /// - Throws: Why the items cannot be read. They stay as they are, until the next change that is returned.
    func nextUpdate() async throws -> CollectionUpdate<ItemID>?

    /// Waits until all items are known, or cannot be read.
    ///
    /// Optional, for data sources whose items are always known.
    func waitUntilWhole() async

    /// Ends a wait for the next update, if one has begun: the view has another data source now.
    ///
    /// Optional. Without it the view hears of its new data source's updates once the old one has had one more.
    func stopWaiting()

    /// Lets go of what keeps the list up to date: nobody looks at it at present.
    ///
    /// Optional. Without it updates wait, merged into one, for somebody who looks again.
    func rest()

    /// Keeps the list up to date again.
    ///
    /// - Returns: Whether `snapshot` may be another list than before.
    func wake() -> Bool

    /// Has the content of some items at hand, all in one go, before their cells are asked for.
    func prepare(_ items: [ItemID]) async throws

    /// Takes note that the view has applied a snapshot, and lets go of what was prepared for it.
    func didApply(_ snapshot: any Snapshot<ItemID>)

    /// The reuse identifier of an item's cell, or `nil` for the collection view's first template.
    func reuseIdentifier(for item: ItemID) -> String?

    /// Sets the outlets of an item's cell.
    ///
    /// - Returns: `false` when there is no content at hand: the cell stays as its template has it, a placeholder, and is
    ///   asked for again.
    func configure(_ cell: Cell, for item: ItemID) -> Bool

    /// Where the view that shows the items can be told of a change at once.
    func attach(to view: CollectionView<ItemID>)
}

extension CollectionViewDataSource {
    public func waitUntilWhole() async {}
    public func stopWaiting() {}
    public func rest() {}
    public func wake() -> Bool { false }
}

/// An update whose kind of snapshot does not matter any more.
public struct CollectionUpdate<ItemID: ItemIdentifier>: Sendable {
    public let new: any Snapshot<ItemID>
    public let changeset: Changeset<ItemID>

    public init(to new: any Snapshot<ItemID>, changeset: Changeset<ItemID>) {
        self.new = new
        self.changeset = changeset
    }
}
