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
/// be empty.
public protocol Snapshot<ItemID>: Sendable {
    associatedtype SectionID: Hashable & Sendable
    associatedtype ItemID: Hashable & Sendable

    var numberOfSections: Int { get }
    var numberOfItems: Int { get }

    /// How many items are known, counted from the first.
    ///
    /// All of them, except in a list that shows its first items while the others are still being read. Such a snapshot
    /// knows its sections and all counts. It may come to know more items, never fewer, and never others.
    var numberOfKnownItems: Int { get }

    /// The identifier of a section.
    ///
    /// - Parameter section: In `0..<numberOfSections`.
    func sectionIdentifier(at section: Int) -> SectionID

    /// The identifiers of all sections, in order.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    var sectionIdentifiers: [SectionID] { get }

    /// How many items each section holds, in order: what batch updates are counted against.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    var sectionCounts: [Int] { get }

    /// The section with this identifier, or `nil`.
    func section(of identifier: SectionID) -> Int?

    /// Whether both have the same sections in the same order, whatever these hold.
    ///
    /// - Complexity: O(*s*) for *s* sections at most.
    func hasSameSections(as other: Self) -> Bool

    /// Whether this is known to be the same list as another; may be false for lists that are equal.
    ///
    /// - Complexity: O(1).
    func isIdentical(to other: Self) -> Bool

    /// The positions a section covers; empty when the section is.
    func range(ofSection section: Int) -> Range<Int>

    /// The section that covers a position in `0..<numberOfItems`.
    ///
    /// - Complexity: O(log *s*) for *s* sections.
    func section(at position: Int) -> Int

    /// The identifier at a position in `0..<numberOfKnownItems`.
    ///
    /// - Complexity: O(log *n*) at most.
    func item(at position: Int) -> ItemID

    /// The position of an item, or `nil` when the snapshot does not hold it, or does not know it yet.
    ///
    /// - Complexity: O(log *n*) at most.
    func position(of item: ItemID) -> Int?

    /// Whether `position(of:)` takes O(1). Otherwise a table is made by whoever looks for very many items.
    static var findsInConstantTime: Bool { get }

    /// The identifiers in a range of positions in `0..<numberOfKnownItems`, in order.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* items.
    func items(in range: Range<Int>) -> [ItemID]

    /// How large the items in a range of positions are; `ItemSize.unknown` where a list does not say, or does not know the
    /// item yet.
    ///
    /// A layout with a size per item asks for them, so that no cell is configured to lay out.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* items.
    func sizes(in range: Range<Int>) -> [ItemSize]
}

extension Snapshot {
    public func hasSameSections(as other: Self) -> Bool {
        numberOfSections == other.numberOfSections
            && (0..<numberOfSections).allSatisfy { sectionIdentifier(at: $0) == other.sectionIdentifier(at: $0) }
    }

    public func isIdentical(to other: Self) -> Bool { false }

    public var sectionIdentifiers: [SectionID] { (0..<numberOfSections).map(sectionIdentifier(at:)) }

    public var sectionCounts: [Int] { (0..<numberOfSections).map(numberOfItems(inSection:)) }

    public static var findsInConstantTime: Bool { false }

    public var numberOfKnownItems: Int { numberOfItems }

    /// Whether all items are known.
    public var isWhole: Bool { numberOfKnownItems == numberOfItems }

    public func items(in range: Range<Int>) -> [ItemID] { range.map(item(at:)) }

    public func sizes(in range: Range<Int>) -> [ItemSize] { Array(repeating: .unknown, count: range.count) }

    /// Whether the snapshot holds no item; it may still have sections.
    public var isEmpty: Bool { numberOfItems == 0 }

    @inlinable
    public func numberOfItems(inSection section: Int) -> Int { range(ofSection: section).count }

    /// The item at an index path, or `nil` when there is none, or it is not known yet.
    @inlinable
    public func item(at path: ItemIndexPath) -> ItemID? {
        guard (0..<numberOfSections).contains(path.section) else { return nil }
        let range = range(ofSection: path.section)
        guard (0..<range.count).contains(path.item) else { return nil }
        let position = range.lowerBound + path.item
        return position < numberOfKnownItems ? item(at: position) : nil
    }

    @inlinable
    public func indexPath(at position: Int) -> ItemIndexPath {
        let section = section(at: position)
        return ItemIndexPath(section: section, item: position - range(ofSection: section).lowerBound)
    }

    @inlinable
    public func indexPath(of item: ItemID) -> ItemIndexPath? { position(of: item).map(indexPath(at:)) }
}
