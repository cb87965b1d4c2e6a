/// A list of entries as a persistent tree: copies share all nodes, and an edit copies one path at most.
///
///     node   96 entries from e0, 128 from e96, …     up to 16 children, with what is below each counted
///     leaf   e0 e1 e2 … e95                          up to 512 entries
///
/// Leaves are long and nodes are small, since to copy a node is to count a reference to each of its children, wherever
/// they are, and a leaf is copied in one go. A node that nobody else holds is edited in place, so a transaction of many
/// rows copies each node once. The tree knows positions only; whoever keeps it in an order searches it with a predicate.
package struct EntryTree: Sendable {
    package static let maximumLeaf = 512
    package static let maximumChildren = 16

    private(set) var root = TreeNode()
    package private(set) var count = 0

    package init() {}

    /// - Parameter entries: In order.
    /// - Complexity: O(*n*).
    package init(_ entries: [Entry]) {
        count = entries.count
        root = TreeNode(entries: entries)
    }

    /// - Complexity: O(log *n*).
    package subscript(position: Int) -> Entry {
        precondition(position >= 0 && position < count, "A position is within the tree")
        return root.entry(at: position)
    }

    /// The last entry for which a predicate holds, and its position.
    ///
    /// - Parameter predicate: True for a beginning of the list and false for the rest.
    /// - Complexity: O(log *n*).
    package func last(where predicate: (Entry) -> Bool) -> (position: Int, entry: Entry)? {
        root.last(where: predicate, from: 0)
    }

    /// Calls `body` with each entry in a range, in order.
    ///
    /// - Complexity: O(log *n* + *k*).
    package func forEach(in range: Range<Int>, _ body: (Entry) -> Void) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "A range is within the tree")
        root.forEach(in: range, body)
    }

    /// - Complexity: O(log *n*).
    package mutating func insert(_ entry: Entry, at position: Int) {
        precondition(position >= 0 && position <= count, "A position is within the tree or at its end")
        if !isKnownUniquelyReferenced(&root) { root = root.copy() }
        root.insert(entry, at: position)
        count += 1
        if root.children.count > Self.maximumChildren {
            let right = root.split(at: root.children.count / 2)
            root = TreeNode([TreeNode.Child(root), TreeNode.Child(right)])
        }
    }

    /// - Complexity: O(log *n*).
    package mutating func remove(at position: Int) {
        precondition(position >= 0 && position < count, "A position is within the tree")
        if !isKnownUniquelyReferenced(&root) { root = root.copy() }
        root.remove(at: position)
        count -= 1
        while let only = root.onlyNode { root = only }
    }
}
