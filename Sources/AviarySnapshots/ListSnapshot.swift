public import OrderedCollections

/// A snapshot that is built by hand, section by section, as for a diffable data source.
///
///     var list = ListSnapshot<Day, Photo.ID>()
///     try list.appendSections([.today])
///     try list.appendItems([1, 2, 3], toSection: .today)
///
/// An edit that would insert an identifier a second time throws an error that lists all duplicates. The snapshot stays
/// unchanged then. Two snapshots are equal when they have the same sections and items in the same order. Their sizes
/// are not compared.
public struct ListSnapshot<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
    @usableFromInline var sections: OrderedSet<SectionID> = []
    /// The end of each section in the list of items.
    @usableFromInline var ends: [Int] = []
    @usableFromInline var items: OrderedSet<ItemID> = []
    /// Returns the sizes of some items. The closure is made where the type of identifiers is known, so no item costs a
    /// generic call.
    @usableFromInline var measure: (@Sendable (_ items: [ItemID], _ range: Range<Int>) -> [ItemSize])?

    /// The outlines of sections; see `apply(_:to:)`.
    @usableFromInline var outlines: [SectionID: SectionSnapshot<ItemID>] = [:]

    /// A snapshot without sections.
    @inlinable
    public init() {}

    /// Returns the same list with a size for each item, which a layout may ask for.
    ///
    /// - Parameter size: Called for each item whenever a layout needs its size. It must return the same size for an
    ///   item as long as the list is shown. When the size of an item changes, list it among the updated items of the
    ///   next list.
    /// - Complexity: O(1); `sizes(in:)` then calls `size` once for each item.
    @inlinable
    public func sized(by size: @escaping @Sendable (ItemID) -> ItemSize) -> ListSnapshot {
        var list = self
        list.measure = { items, range in range.map { size(items[$0]) } }
        return list
    }

    /// Creates sections with their items. All identifiers must be unique.
    @inlinable
    package init(uniqueSections list: [(SectionID, [ItemID])]) {
        for (section, identifiers) in list {
            sections.append(section)
            items.append(contentsOf: identifiers)
            ends.append(items.count)
        }
    }
}

extension ListSnapshot: Snapshot {
    /// How many sections there are, including empty ones.
    ///
    /// - Complexity: O(1).
    @inlinable public var numberOfSections: Int { sections.count }
    /// How many items all sections have.
    ///
    /// - Complexity: O(1).
    @inlinable public var numberOfItems: Int { items.count }

    /// The identifier of a section in `0..<numberOfSections`.
    ///
    /// - Complexity: O(1).
    @inlinable public func sectionIdentifier(at section: Int) -> SectionID { sections[section] }

    /// The index of the section with this identifier; `nil` when there is none.
    ///
    /// - Complexity: O(1) on average, by hashing.
    @inlinable public func section(of identifier: SectionID) -> Int? { sections.firstIndex(of: identifier) }

    /// The positions that a section covers. An empty section has an empty range.
    ///
    /// - Complexity: O(1).
    @inlinable public func range(ofSection section: Int) -> Range<Int> {
        (section == 0 ? 0 : ends[section - 1])..<ends[section]
    }

    /// Returns whether both snapshots have the same sections in the same order. The items may differ.
    ///
    /// - Complexity: O(*s*) for *s* sections; O(1) for copies of one list whose sections were not edited.
    @inlinable public func hasSameSections(as other: ListSnapshot) -> Bool {
        sections.elements == other.sections.elements
    }

    /// The section that covers a position in `0..<numberOfItems`.
    ///
    /// - Complexity: O(log *s*) for *s* sections.
    @inlinable public func section(at position: Int) -> Int {
        partitionPoint(ends.count - 1) { ends[$0] <= position }
    }

    /// Always `true`, because items are found by hashing.
    @inlinable public static var findsInConstantTime: Bool { true }

    /// The identifier at a position in `0..<numberOfItems`.
    ///
    /// - Complexity: O(1).
    @inlinable public func item(at position: Int) -> ItemID { items[position] }

    /// The position of an item; `nil` when the snapshot does not have it.
    ///
    /// - Complexity: O(1) on average, by hashing.
    @inlinable public func position(of item: ItemID) -> Int? { items.firstIndex(of: item) }

    /// The identifiers in a range of positions, in order.
    ///
    /// - Complexity: O(*k*) for *k* items; O(1) for the whole list.
    @inlinable public func items(in range: Range<Int>) -> [ItemID] {
        // If the range is the whole list, the storage is shared, not copied.
        range == 0..<items.count ? items.elements : Array(items.elements[range])
    }

    /// The sizes from `sized(by:)` for a range of positions. `ItemSize.unknown` for each item of a list without sizes.
    ///
    /// - Complexity: O(*k*) for *k* items, plus the calls of the function that returns sizes.
    public func sizes(in range: Range<Int>) -> [ItemSize] {
        measure?(items.elements, range) ?? Array(repeating: .unknown, count: range.count)
    }
}

extension ListSnapshot: Equatable {
    /// Returns whether both snapshots have the same sections with the same items, in the same order.
    ///
    /// - Complexity: O(*n* + *s*) for *n* items in *s* sections.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.sections == rhs.sections && lhs.ends == rhs.ends && lhs.items == rhs.items
    }
}

// MARK: - Editing

extension ListSnapshot {
    /// Adds empty sections at the end, in this order.
    ///
    /// - Throws: `SnapshotError.duplicateIdentifiers` when a section exists already, or is listed twice. Then nothing
    ///   is added.
    /// - Complexity: O(*k*) on average for *k* sections.
    public mutating func appendSections(_ identifiers: [SectionID]) throws(SnapshotError) {
        try refuseDuplicates(in: identifiers, known: sections, of: "section")
        sections.append(contentsOf: identifiers)
        ends.append(contentsOf: repeatElement(items.count, count: identifiers.count))
    }

    /// Adds items at the end of a section.
    ///
    /// - Throws: `SnapshotError.unknownIdentifier` when there is no such section. `SnapshotError.duplicateIdentifiers`
    ///   when an item exists already, in any section, or is listed twice. Then nothing is added.
    /// - Complexity: O(*k*) on average for *k* items in the last section; O(*n* + *s*) in another, for *n* items and
    ///   *s* sections.
    public mutating func appendItems(_ identifiers: [ItemID], toSection section: SectionID) throws(SnapshotError) {
        let index = try index(of: section)
        try insert(identifiers, at: ends[index], in: index)
    }

    /// Adds items directly before another item, in its section.
    ///
    /// - Throws: `SnapshotError.unknownIdentifier` when there is no such item. `SnapshotError.duplicateIdentifiers`
    ///   when an item exists already, in any section, or is listed twice. Then nothing is added.
    /// - Complexity: O(*n* + *s*) for *n* items and *s* sections.
    public mutating func insertItems(_ identifiers: [ItemID], beforeItem item: ItemID) throws(SnapshotError) {
        let position = try knownPosition(of: item)
        try insert(identifiers, at: position, in: self.section(at: position))
    }

    /// Adds items directly after another item, in its section.
    ///
    /// - Throws: `SnapshotError.unknownIdentifier` when there is no such item. `SnapshotError.duplicateIdentifiers`
    ///   when an item exists already, in any section, or is listed twice. Then nothing is added.
    /// - Complexity: O(*n* + *s*) for *n* items and *s* sections.
    public mutating func insertItems(_ identifiers: [ItemID], afterItem item: ItemID) throws(SnapshotError) {
        let position = try knownPosition(of: item)
        try insert(identifiers, at: position + 1, in: self.section(at: position))
    }

    /// Deletes items. Their sections stay, even when they become empty. Unknown identifiers are ignored.
    ///
    /// - Complexity: O(*n* + *s* + *k* log *k*) for *n* items, *s* sections and *k* identifiers.
    public mutating func deleteItems(_ identifiers: [ItemID]) {
        let gone = Set(identifiers)
        let positions = gone.compactMap { items.firstIndex(of: $0) }.sorted()
        items.removeAll { gone.contains($0) }
        var passed = 0
        for section in ends.indices {
            while passed < positions.count, positions[passed] < ends[section] { passed += 1 }
            ends[section] -= passed
        }
    }

    /// Deletes sections with their items. Unknown identifiers are ignored.
    ///
    /// - Complexity: O(*n* + *s*) for each deleted section, for *n* items and *s* sections.
    public mutating func deleteSections(_ identifiers: [SectionID]) {
        for identifier in identifiers {
            guard let index = sections.firstIndex(of: identifier) else { continue }
            let range = range(ofSection: index)
            items.removeSubrange(range)
            sections.remove(at: index)
            outlines[identifier] = nil
            ends.remove(at: index)
            for later in index..<ends.count { ends[later] -= range.count }
        }
    }

    private mutating func insert(_ identifiers: [ItemID], at position: Int, in section: Int) throws(SnapshotError) {
        try refuseDuplicates(in: identifiers, known: items, of: "item")
        if position == items.count {
            items.append(contentsOf: identifiers)
        } else {
            items = OrderedSet(items[..<position] + identifiers + items[position...])
        }
        for later in section..<ends.count { ends[later] += identifiers.count }
    }

    private func index(of section: SectionID) throws(SnapshotError) -> Int {
        guard let index = sections.firstIndex(of: section) else { throw .unknownIdentifier("section", "\(section)") }
        return index
    }

    private func knownPosition(of item: ItemID) throws(SnapshotError) -> Int {
        guard let position = items.firstIndex(of: item) else { throw .unknownIdentifier("item", "\(item)") }
        return position
    }

    private func refuseDuplicates<ID: Hashable>(
        in identifiers: [ID], known: OrderedSet<ID>, of kind: String
    ) throws(SnapshotError) {
        var seen = Set<ID>()
        let culprits = identifiers.filter { known.contains($0) || !seen.insert($0).inserted }
        guard culprits.isEmpty else { throw .duplicateIdentifiers(kind, culprits.map { "\($0)" }) }
    }
}
