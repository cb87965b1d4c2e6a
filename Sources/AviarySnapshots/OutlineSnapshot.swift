/// A snapshot whose items have parents and children, to any depth. The list has the visible items only.
///
///     item       level   parent
///     Fruit      0       –         expanded
///       Apple    1       Fruit
///       Pear     1       Fruit
///     Bread      0       –         collapsed
///
/// An item is visible when all its ancestors are expanded. A collapsed item has no visible descendants. Expanding an
/// item does not expand its children, but children that were expanded before still are.
public protocol OutlineSnapshot<ItemID>: Snapshot {
    /// `true` when an item may have a parent. Otherwise each item is at level 0.
    var hasLevels: Bool { get }

    /// How many items there are in all, visible or not.
    ///
    /// - Complexity: O(1), or O(*s*) for *s* sections with outlines.
    var numberOfRows: Int { get }

    /// How many ancestors an item has; 0 for a root. `nil` when there is no such item, or no root leads to it.
    ///
    /// - Complexity: O(*d* log *n*) for *d* ancestors.
    func level(of item: ItemID) -> Int?

    /// The parent of an item; `nil` for a root, and when there is no such item or parent.
    ///
    /// - Complexity: O(log *n*) at most.
    func parent(of item: ItemID) -> ItemID?

    /// Returns whether the children of an item are shown when the item itself is visible. An item without children can
    /// be expanded as well.
    ///
    /// - Complexity: O(log *n*) at most.
    func isExpanded(_ item: ItemID) -> Bool

    /// Returns whether an item has children, visible or not.
    ///
    /// - Complexity: O(log *n*) at most.
    func hasChildren(_ item: ItemID) -> Bool

    /// Returns the same outline with an item expanded or collapsed; `nil` when this changes nothing, or when there is
    /// no such item.
    ///
    /// - Complexity: O(*k* log *n*) for *k* descendants that come into view or leave it, and O(*n*) at most.
    func settingExpanded(_ isExpanded: Bool, _ item: ItemID) -> Self?
}

extension OutlineSnapshot {
    /// What a screen shows of the place of an item in the outline.
    package func disclosure(of item: ItemID) -> ItemDisclosure {
        ItemDisclosure(
            level: level(of: item) ?? 0, isExpanded: hasChildren(item) ? isExpanded(item) : nil)
    }
}

/// What a screen shows of the place of an item in an outline.
package struct ItemDisclosure: Hashable, Sendable {
    /// How many ancestors the item has.
    package var level: Int
    /// Whether the children are shown; `nil` for an item without children.
    package var isExpanded: Bool?
}
