public import OrderedCollections

/// A snapshot that is built by hand, section by section, as for a diffable data source.
///
///     var list = ListSnapshot<Day, Photo.ID>()
///     try list.appendSections([.today])
///     try list.appendItems([1, 2, 3], toSection: .today)
///
/// An identifier that would be there twice is refused with all the culprits named, and the snapshot stays as it was.
public struct ListSnapshot<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
    @usableFromInline var sections: OrderedSet<SectionID> = []
    /// Where each section ends in the list of items.
    @usableFromInline var ends: [Int] = []
    @usableFromInline var items: OrderedSet<ItemID> = []
    /// The sizes of some of the items. It is compiled where identifiers have a type, so it costs no generic call an item.
    @usableFromInline var measure: (@Sendable (_ items: [ItemID], _ range: Range<Int>) -> [ItemSize])?

    @inlinable
    public init() {}

    /// The same list with a size for each item, which a layout may ask for.
    ///
    /// - Parameter size: Must say the same of an item as long as the list is shown. An item whose size has changed is among
    ///   those that are updated in the next list.
    @inlinable
    public func sized(by size: @escaping @Sendable (ItemID) -> ItemSize) -> ListSnapshot {
        var list = self
        list.measure = { items, range in range.map { size(items[$0]) } }
        return list
    }

    /// Sections with their items, all known to be unique.
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
    @inlinable public var numberOfSections: Int { sections.count }
    @inlinable public var numberOfItems: Int { items.count }

    @inlinable public func sectionIdentifier(at section: Int) -> SectionID { sections[section] }
    @inlinable public func section(of identifier: SectionID) -> Int? { sections.firstIndex(of: identifier) }
    @inlinable public func range(ofSection section: Int) -> Range<Int> {
        (section == 0 ? 0 : ends[section - 1])..<ends[section]
    }

    /// - Complexity: O(1) for copies of one list whose sections nobody edited.
    @inlinable public func hasSameSections(as other: ListSnapshot) -> Bool {
        sections.elements == other.sections.elements
    }

    @inlinable public func section(at position: Int) -> Int {
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    @inlinable public static var findsInConstantTime: Bool { true }
    @inlinable public func item(at position: Int) -> ItemID { items[position] }
    @inlinable public func position(of item: ItemID) -> Int? { items.firstIndex(of: item) }
    @inlinable public func items(in range: Range<Int>) -> [ItemID] {
        // The whole list is shared, not copied.
        range == 0..<items.count ? items.elements : Array(items.elements[range])
    }

    public func sizes(in range: Range<Int>) -> [ItemSize] {
        measure?(items.elements, range) ?? Array(repeating: .unknown, count: range.count)
    }
}

extension ListSnapshot: Equatable {
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.sections == rhs.sections && lhs.ends == rhs.ends && lhs.items == rhs.items
    }
}

// MARK: - Editing

extension ListSnapshot {
    public mutating func appendSections(_ identifiers: [SectionID]) throws(SnapshotError) {
        try refuseDuplicates(in: identifiers, known: sections, of: "section")
        sections.append(contentsOf: identifiers)
        ends.append(contentsOf: repeatElement(items.count, count: identifiers.count))
    }

    /// Adds items at the end of a section.
    ///
    /// - Complexity: O(*k*) in the last section; O(*n*) in another.
    public mutating func appendItems(_ identifiers: [ItemID], toSection section: SectionID) throws(SnapshotError) {
        let index = try index(of: section)
        try insert(identifiers, at: ends[index], in: index)
    }

    /// Adds items in front of another, in its section.
    ///
    /// - Complexity: O(*n*).
    public mutating func insertItems(_ identifiers: [ItemID], beforeItem item: ItemID) throws(SnapshotError) {
        let position = try knownPosition(of: item)
        try insert(identifiers, at: position, in: self.section(at: position))
    }

    /// Adds items behind another, in its section.
    ///
    /// - Complexity: O(*n*).
    public mutating func insertItems(_ identifiers: [ItemID], afterItem item: ItemID) throws(SnapshotError) {
        let position = try knownPosition(of: item)
        try insert(identifiers, at: position + 1, in: self.section(at: position))
    }

    /// Takes items out; those that are not there are passed over.
    ///
    /// - Complexity: O(*n*).
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

    /// Takes sections out, with their items.
    ///
    /// - Complexity: O(*n*).
    public mutating func deleteSections(_ identifiers: [SectionID]) {
        for identifier in identifiers {
            guard let index = sections.firstIndex(of: identifier) else { continue }
            let range = range(ofSection: index)
            items.removeSubrange(range)
            sections.remove(at: index)
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
