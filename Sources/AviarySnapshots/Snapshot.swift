/// The ordered section and item identifiers of a list at one moment: an immutable value that is cheap to copy.
///
/// Sections are ranges over one list of items, so an item has a *position* in the whole list besides its index path:
///
///     section      0           1     2
///     items        a  b  c     d     e  f
///     position     0  1  2     3     4  5
///     index path   [0,0] …     [1,0] [2,0] …
///
/// Every position belongs to exactly one section, item identifiers are unique in the whole snapshot, and a section may
/// be empty. Section indexes and positions outside the stated ranges are the caller's mistake, and may trap.
public protocol Snapshot<ItemID>: Sendable {
    /// Identifies a section. Is the same in every snapshot that holds the section, and unique in each.
    associatedtype SectionID: Hashable & Sendable

    /// Identifies an item. Is the same in every snapshot that holds the item, and unique in each, whatever the section.
    associatedtype ItemID: Hashable & Sendable

    /// How many sections there are, empty ones included.
    ///
    /// - Complexity: O(1).
    var numberOfSections: Int { get }
    /// How many items all sections hold, whether or not they are known yet.
    ///
    /// - Complexity: O(1).
    var numberOfItems: Int { get }

    /// How many items are known, counted from the first.
    ///
    /// That is all of them, except in a list that shows its first items while the others are still being read. Such a
    /// snapshot knows its sections and all counts. It may come to know more items later. Those that it knows stay the
    /// same.
    ///
    /// - Complexity: O(1).
    var numberOfKnownItems: Int { get }

    /// The identifier of a section.
    ///
    /// - Parameter section: In `0..<numberOfSections`.
    /// - Complexity: O(log *s*) for *s* sections at most.
    func sectionIdentifier(at section: Int) -> SectionID

    /// The identifiers of all sections, in order.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    var sectionIdentifiers: [SectionID] { get }

    /// How many items each section holds, in order: the counts that a batch update is checked against.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    var sectionCounts: [Int] { get }

    /// The section with this identifier, or `nil`.
    ///
    /// - Complexity: O(log *n*) at most.
    func section(of identifier: SectionID) -> Int?

    /// Whether both have the same sections in the same order, whatever these hold.
    ///
    /// - Complexity: O(*s*) for *s* sections at most.
    func hasSameSections(as other: Self) -> Bool

    /// Whether this is known to be the same list as another, a copy for instance. May be false for lists that are
    /// equal.
    ///
    /// - Complexity: O(1).
    func isIdentical(to other: Self) -> Bool

    /// The positions that a section covers; empty when the section is.
    ///
    /// - Parameter section: In `0..<numberOfSections`.
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

    /// The position of an item, or `nil` when the snapshot does not hold it, or does not know it yet.
    ///
    /// - Complexity: O(log *n*) at most.
    func position(of item: ItemID) -> Int?

    /// Whether `position(of:)` takes O(1). Otherwise an algorithm that searches for very many items makes a table of
    /// them first.
    static var findsInConstantTime: Bool { get }

    /// The identifiers in a range of positions in `0..<numberOfKnownItems`, in order.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* items, in a snapshot that implements it; see the default.
    func items(in range: Range<Int>) -> [ItemID]

    /// The sizes of the items in a range of positions in `0..<numberOfItems`; `ItemSize.unknown` for an item whose size
    /// the list does not state, or that is not known yet.
    ///
    /// A layout with a size per item asks for them, so that it needs no configured cells.
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

    /// Returns false: it is not known whether the lists are the same.
    public func isIdentical(to other: Self) -> Bool { false }

    /// Asks for one section after the other.
    ///
    /// - Complexity: *s* calls of `sectionIdentifier(at:)` for *s* sections.
    public var sectionIdentifiers: [SectionID] { (0..<numberOfSections).map(sectionIdentifier(at:)) }

    /// Asks for one section after the other.
    ///
    /// - Complexity: *s* calls of `range(ofSection:)` for *s* sections.
    public var sectionCounts: [Int] { (0..<numberOfSections).map(numberOfItems(inSection:)) }

    /// False: `position(of:)` may have to search.
    public static var findsInConstantTime: Bool { false }

    /// All items are known.
    public var numberOfKnownItems: Int { numberOfItems }

    /// Whether all items are known; see `numberOfKnownItems`.
    ///
    /// - Complexity: O(1).
    public var isWhole: Bool { numberOfKnownItems == numberOfItems }

    /// Asks for one item after the other.
    ///
    /// - Complexity: *k* calls of `item(at:)` for *k* items. Implement it where a range can be read at once.
    public func items(in range: Range<Int>) -> [ItemID] { range.map(item(at:)) }

    /// Returns `ItemSize.unknown` for each item.
    ///
    /// - Complexity: O(*k*) for *k* items.
    public func sizes(in range: Range<Int>) -> [ItemSize] { Array(repeating: .unknown, count: range.count) }

    /// Whether the snapshot holds no item; it may still have sections.
    ///
    /// - Complexity: O(1).
    public var isEmpty: Bool { numberOfItems == 0 }

    /// How many items a section holds.
    ///
    /// - Parameter section: In `0..<numberOfSections`.
    /// - Complexity: That of `range(ofSection:)`, O(log *s*) for *s* sections at most.
    @inlinable
    public func numberOfItems(inSection section: Int) -> Int { range(ofSection: section).count }

    /// The item at an index path, or `nil` when there is none, or it is not known yet. Any index path may be asked for.
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

    /// The index path of a position in `0..<numberOfItems`.
    ///
    /// - Complexity: O(log *s*) for *s* sections at most.
    @inlinable
    public func indexPath(at position: Int) -> ItemIndexPath {
        let section = section(at: position)
        return ItemIndexPath(section: section, item: position - range(ofSection: section).lowerBound)
    }

    /// The index path of an item, or `nil` when the snapshot does not hold it, or does not know it yet.
    ///
    /// - Complexity: O(log *n*) at most.
    @inlinable
    public func indexPath(of item: ItemID) -> ItemIndexPath? { position(of: item).map(indexPath(at:)) }
}
