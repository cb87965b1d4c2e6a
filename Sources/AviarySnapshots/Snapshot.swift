/// The ordered section and item identifiers of a list at one moment: an immutable value that is cheap to copy.
///
/// Sections are ranges over one list of items, so an item has a *position* in the whole list besides its index path:
///
///     section      0           1     2
///     items        a  b  c     d     e  f
///     position     0  1  2     3     4  5
///     index path   [0,0] …     [1,0] [2,0] …
///
/// Every position belongs to exactly one section. Item identifiers are unique in the whole snapshot. A section may be
/// empty. Callers must keep section indexes and positions in the stated ranges. Other values may trap.
public protocol Snapshot<ItemID>: Sendable {
    /// Identifies a section. It is the same in every snapshot that has the section, and unique in each.
    associatedtype SectionID: Hashable & Sendable

    /// Identifies an item. It is the same in every snapshot that has the item, and unique in each, across all sections.
    associatedtype ItemID: Hashable & Sendable

    /// How many sections there are, including empty ones.
    ///
    /// - Complexity: O(1).
    var numberOfSections: Int { get }
    /// How many items all sections have, including items that are not known yet.
    ///
    /// - Complexity: O(1).
    var numberOfItems: Int { get }

    /// How many items are known, counted from the first.
    ///
    /// Usually these are all items. A list may also show its first items while the others are still being read. Then
    /// its snapshot knows all sections and counts. The snapshot and its copies may learn more items later. Known items
    /// stay the same.
    ///
    /// - Complexity: O(1).
    var numberOfKnownItems: Int { get }

    /// The identifier of a section.
    ///
    /// - Parameter section: An index in `0..<numberOfSections`.
    /// - Complexity: O(log *s*) for *s* sections at most.
    func sectionIdentifier(at section: Int) -> SectionID

    /// The identifiers of all sections, in order.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    var sectionIdentifiers: [SectionID] { get }

    /// How many items each section has, in order. A batch update is checked against these counts.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    var sectionCounts: [Int] { get }

    /// The index of the section with this identifier; `nil` when there is none.
    ///
    /// - Complexity: O(log *n*) at most.
    func section(of identifier: SectionID) -> Int?

    /// Returns whether both snapshots have the same sections in the same order. The items may differ.
    ///
    /// - Complexity: O(*s*) for *s* sections at most.
    func hasSameSections(as other: Self) -> Bool

    /// Returns whether this is known to be the same list as another snapshot, for instance a copy. May be `false` for
    /// equal lists.
    ///
    /// - Complexity: O(1).
    func isIdentical(to other: Self) -> Bool

    /// The positions that a section covers. An empty section has an empty range.
    ///
    /// - Parameter section: An index in `0..<numberOfSections`.
    /// - Complexity: O(log *s*) for *s* sections at most.
    func range(ofSection section: Int) -> Range<Int>

    /// The section that covers a position in `0..<numberOfItems`.
    ///
    /// - Complexity: O(log *s*) for *s* sections at most.
    func section(at position: Int) -> Int

    /// The identifier at a position in `0..<numberOfKnownItems`.
    ///
    /// - Complexity: O(log *n*) at most.
    func item(at position: Int) -> ItemID

    /// The position of an item; `nil` when the snapshot does not have it, or does not know it yet.
    ///
    /// - Complexity: O(log *n*) at most.
    func position(of item: ItemID) -> Int?

    /// `true` when `position(of:)` takes O(1). Otherwise an algorithm that searches for very many items first makes a
    /// table of them.
    static var findsInConstantTime: Bool { get }

    /// The identifiers in a range of positions in `0..<numberOfKnownItems`, in order.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* items, in a snapshot that implements this method itself; see the default.
    func items(in range: Range<Int>) -> [ItemID]

    /// The sizes of the items in a range of positions in `0..<numberOfItems`. `ItemSize.unknown` for an item whose size
    /// is not stated, or not known yet.
    ///
    /// A layout with a size per item reads these sizes, so that it needs no configured cells.
    ///
    /// - Complexity: About O(log *n* + *k*) for *k* items.
    func sizes(in range: Range<Int>) -> [ItemSize]
}

extension Snapshot {
    /// Compares the identifiers of all sections.
    ///
    /// - Complexity: *s* calls of `sectionIdentifier(at:)` on each side at most, for *s* sections; O(1) when the
    ///   numbers of sections differ.
    public func hasSameSections(as other: Self) -> Bool {
        numberOfSections == other.numberOfSections
            && (0..<numberOfSections).allSatisfy { sectionIdentifier(at: $0) == other.sectionIdentifier(at: $0) }
    }

    /// Returns `false`, because it is unknown whether the lists are the same.
    public func isIdentical(to other: Self) -> Bool { false }

    /// Reads one section after the other.
    ///
    /// - Complexity: *s* calls of `sectionIdentifier(at:)` for *s* sections.
    public var sectionIdentifiers: [SectionID] { (0..<numberOfSections).map(sectionIdentifier(at:)) }

    /// Reads one section after the other.
    ///
    /// - Complexity: *s* calls of `range(ofSection:)` for *s* sections.
    public var sectionCounts: [Int] { (0..<numberOfSections).map(numberOfItems(inSection:)) }

    /// `false`, because `position(of:)` may have to search.
    public static var findsInConstantTime: Bool { false }

    /// The number of all items, because all are known.
    public var numberOfKnownItems: Int { numberOfItems }

    /// `true` when all items are known; see `numberOfKnownItems`.
    ///
    /// - Complexity: O(1).
    public var isWhole: Bool { numberOfKnownItems == numberOfItems }

    /// Reads one item after the other.
    ///
    /// - Complexity: *k* calls of `item(at:)` for *k* items. A snapshot that can read a range at once should implement
    ///   this.
    public func items(in range: Range<Int>) -> [ItemID] { range.map(item(at:)) }

    /// Returns `ItemSize.unknown` for each item.
    ///
    /// - Complexity: O(*k*) for *k* items.
    public func sizes(in range: Range<Int>) -> [ItemSize] { Array(repeating: .unknown, count: range.count) }

    /// `true` when the snapshot has no items. It may still have sections.
    ///
    /// - Complexity: O(1).
    public var isEmpty: Bool { numberOfItems == 0 }

    /// How many items a section has.
    ///
    /// - Parameter section: An index in `0..<numberOfSections`.
    /// - Complexity: The cost of `range(ofSection:)`, O(log *s*) for *s* sections at most.
    @inlinable
    public func numberOfItems(inSection section: Int) -> Int { range(ofSection: section).count }

    /// The item at an index path; `nil` when there is none, or it is not known yet. Any index path is allowed.
    ///
    /// - Complexity: O(log *n*) at most.
    @inlinable
    public func item(at path: ItemIndexPath) -> ItemID? {
        guard (0..<numberOfSections).contains(path.section) else { return nil }
        let range = range(ofSection: path.section)
        guard (0..<range.count).contains(path.item) else { return nil }
        let position = range.lowerBound + path.item
        return position < numberOfKnownItems ? item(at: position) : nil
    }

    /// The position of an index path that this snapshot has.
    ///
    /// - Complexity: O(log *s*) for *s* sections at most.
    @inlinable
    package func position(at path: ItemIndexPath) -> Int { range(ofSection: path.section).lowerBound + path.item }

    /// The index path of a position in `0..<numberOfItems`.
    ///
    /// - Complexity: O(log *s*) for *s* sections at most.
    @inlinable
    public func indexPath(at position: Int) -> ItemIndexPath {
        let section = section(at: position)
        return ItemIndexPath(section: section, item: position - range(ofSection: section).lowerBound)
    }

    /// The index path of an item; `nil` when the snapshot does not have it, or does not know it yet.
    ///
    /// - Complexity: O(log *n*) at most.
    @inlinable
    public func indexPath(of item: ItemID) -> ItemIndexPath? { position(of: item).map(indexPath(at:)) }
}
