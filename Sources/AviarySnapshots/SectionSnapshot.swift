/// The items of one section as an outline: parents and children to any depth, like
/// `NSDiffableDataSourceSectionSnapshot`.
///
///     var files = SectionSnapshot<File.ID>()
///     try files.append([music, texts])
///     try files.append([song], to: music)
///     files.expand([music])
///     try list.apply(files, to: .files)
///
/// `ListSnapshot.apply(_:to:)` puts the visible items into a section. A new item is collapsed. An edit that cannot be
/// done throws an error, and the snapshot stays unchanged then.
public struct SectionSnapshot<ItemID: Hashable & Sendable>: Sendable, Equatable {
    private struct Node: Equatable, Sendable {
        var parent: ItemID?
        var children: [ItemID] = []
        var isExpanded = false
    }

    private var nodes: [ItemID: Node] = [:]
    /// The items without a parent, in order.
    public private(set) var rootItems: [ItemID] = []

    /// A section without items.
    public init() {}

    // MARK: Reading

    /// How many items there are, visible or not.
    ///
    /// - Complexity: O(1).
    public var count: Int { nodes.count }

    /// All items, visible or not. Each parent is directly before its children.
    ///
    /// - Complexity: O(*n*).
    public var items: [ItemID] { walk(rootItems) { _ in true } }

    /// The items whose ancestors are all expanded, in the order of a list.
    ///
    /// - Complexity: O(*v*) for *v* visible items.
    public var visibleItems: [ItemID] { walk(rootItems) { $0.isExpanded } }

    /// Returns whether the section has an item, visible or not.
    ///
    /// - Complexity: O(1) on average.
    public func contains(_ item: ItemID) -> Bool { nodes[item] != nil }

    /// The children of an item in order, visible or not; none when there is no such item.
    ///
    /// - Complexity: O(1) on average.
    public func children(of item: ItemID) -> [ItemID] { nodes[item]?.children ?? [] }

    /// The parent of an item; `nil` for a root, and when there is no such item.
    ///
    /// - Complexity: O(1) on average.
    public func parent(of item: ItemID) -> ItemID? { nodes[item]?.parent }

    /// How many ancestors an item has; 0 for a root, `nil` when there is no such item.
    ///
    /// - Complexity: O(*d*) for *d* ancestors.
    public func level(of item: ItemID) -> Int? { contains(item) ? ancestors(of: item).count : nil }

    /// The position of an item among the children of its parent, or among the roots; `nil` when there is no such item.
    ///
    /// - Complexity: O(*k*) for *k* siblings.
    public func index(of item: ItemID) -> Int? {
        guard let node = nodes[item] else { return nil }
        return siblings(under: node.parent).firstIndex(of: item)
    }

    /// Returns whether an item was expanded. An item without children can be expanded as well.
    ///
    /// - Complexity: O(1) on average.
    public func isExpanded(_ item: ItemID) -> Bool { nodes[item]?.isExpanded ?? false }

    /// Returns whether all ancestors of an item are expanded; `false` when there is no such item.
    ///
    /// - Complexity: O(*d*) for *d* ancestors.
    public func isVisible(_ item: ItemID) -> Bool { contains(item) && ancestors(of: item).allSatisfy(isExpanded) }

    /// The descendants of an item as an outline of its own; empty when there is no such item.
    ///
    /// - Parameters:
    ///   - parent: The item.
    ///   - includingParent: `true` for an outline with the item as its only root. Otherwise its children are the roots.
    /// - Complexity: O(*k*) for *k* descendants.
    public func snapshot(of parent: ItemID, includingParent: Bool = false) -> SectionSnapshot {
        guard contains(parent) else { return SectionSnapshot() }
        var part = SectionSnapshot()
        part.rootItems = includingParent ? [parent] : children(of: parent)
        for item in walk(part.rootItems, into: { _ in true }) { part.nodes[item] = nodes[item] }
        for root in part.rootItems { part.nodes[root]?.parent = nil }
        return part
    }

    // MARK: Editing

    /// Adds items as the last children of a parent, or as the last roots.
    ///
    /// - Throws: `SnapshotError.unknownIdentifier` when there is no such parent. `SnapshotError.duplicateIdentifiers`
    ///   when an item exists already, or is listed twice.
    /// - Complexity: O(*k*) on average for *k* items.
    public mutating func append(_ items: [ItemID], to parent: ItemID? = nil) throws(SnapshotError) {
        if let parent { try require(parent) }
        try insert(items, at: siblings(under: parent).count, under: parent)
    }

    /// Adds items directly before another item, with the same parent.
    ///
    /// - Throws: As `append(_:to:)`.
    /// - Complexity: O(*k* + *s*) on average for *k* items among *s* siblings.
    public mutating func insert(_ items: [ItemID], before item: ItemID) throws(SnapshotError) {
        try require(item)
        try insert(items, at: index(of: item) ?? 0, under: parent(of: item))
    }

    /// Adds items directly after another item and its descendants, with the same parent.
    ///
    /// - Throws: As `append(_:to:)`.
    /// - Complexity: O(*k* + *s*) on average for *k* items among *s* siblings.
    public mutating func insert(_ items: [ItemID], after item: ItemID) throws(SnapshotError) {
        try require(item)
        try insert(items, at: (index(of: item) ?? 0) + 1, under: parent(of: item))
    }

    /// Deletes items with all their descendants. Unknown items are ignored.
    ///
    /// - Complexity: O(*k* + *s*) for *k* items with their descendants, and the *s* siblings of the items.
    public mutating func delete(_ items: [ItemID]) {
        let gone = Set(items).filter(contains)
        for parent in Set(gone.map(parent(of:))) {
            if let parent {
                nodes[parent]?.children.removeAll(where: gone.contains)
            } else {
                rootItems.removeAll(where: gone.contains)
            }
        }
        for item in gone { for descendant in walk([item], into: { _ in true }) { nodes[descendant] = nil } }
    }

    /// Deletes all items.
    public mutating func deleteAll() { self = SectionSnapshot() }

    /// Replaces all descendants of an item by another outline, whose roots become the item's children.
    ///
    /// - Throws: As `append(_:to:)`. Items of the former descendants may be in the new outline.
    /// - Complexity: O(*k*) on average for *k* former and new descendants.
    public mutating func replace(
        childrenOf parent: ItemID, using outline: SectionSnapshot
    ) throws(SnapshotError) {
        try require(parent)
        var edited = self
        edited.delete(children(of: parent))
        try edited.refuseDuplicates(in: outline.items)
        edited.nodes.merge(outline.nodes) { $1 }
        for root in outline.rootItems { edited.nodes[root]?.parent = parent }
        edited.nodes[parent]?.children = outline.rootItems
        self = edited
    }

    /// Shows the children of items. Unknown items are ignored.
    ///
    /// - Complexity: O(*k*) on average for *k* items.
    public mutating func expand(_ items: [ItemID]) { for item in items { nodes[item]?.isExpanded = true } }

    /// Hides the descendants of items. Unknown items are ignored.
    ///
    /// - Complexity: O(*k*) on average for *k* items.
    public mutating func collapse(_ items: [ItemID]) { for item in items { nodes[item]?.isExpanded = false } }

    // MARK: Helpers

    private func siblings(under parent: ItemID?) -> [ItemID] { parent.map(children(of:)) ?? rootItems }

    /// The ancestors of an item, its parent first.
    private func ancestors(of item: ItemID) -> [ItemID] { Array(sequence(first: item, next: parent(of:)).dropFirst()) }

    /// Items, each followed by its descendants. A loop, because an outline may be deeper than a stack.
    private func walk(_ items: [ItemID], into isEntered: (Node) -> Bool) -> [ItemID] {
        var walked: [ItemID] = []
        var waiting = [items[...]]
        while let item = waiting.last?.first {
            waiting[waiting.count - 1].removeFirst()
            if waiting[waiting.count - 1].isEmpty { waiting.removeLast() }
            walked.append(item)
            guard let node = nodes[item], isEntered(node), !node.children.isEmpty else { continue }
            waiting.append(node.children[...])
        }
        return walked
    }

    private mutating func insert(_ items: [ItemID], at index: Int, under parent: ItemID?) throws(SnapshotError) {
        try refuseDuplicates(in: items)
        for item in items { nodes[item] = Node(parent: parent) }
        if let parent {
            nodes[parent]?.children.insert(contentsOf: items, at: index)
        } else {
            rootItems.insert(contentsOf: items, at: index)
        }
    }

    private func require(_ item: ItemID) throws(SnapshotError) {
        guard contains(item) else { throw .unknownIdentifier("item", "\(item)") }
    }

    private func refuseDuplicates(in items: [ItemID]) throws(SnapshotError) {
        var seen = Set<ItemID>()
        let culprits = items.filter { contains($0) || !seen.insert($0).inserted }
        guard culprits.isEmpty else { throw .duplicateIdentifiers("item", culprits.map { "\($0)" }) }
    }
}
