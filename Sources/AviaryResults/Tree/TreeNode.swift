/// A node of an `EntryTree`: leaves below the lowest nodes, nodes below all others.
///
/// `@unchecked Sendable`: it is written only while a single reference to it exists, which its tree checks before.
final class TreeNode: @unchecked Sendable {
    typealias Leaf = ContiguousArray<Entry>

    /// A leaf with its entries, or a node: what is asked of it on the way down lies beside it.
    struct Child {
        /// How many entries it holds; one at least.
        var count: Int
        var first: Entry
        /// Empty for a node.
        var leaf: Leaf = []
        var node: TreeNode?

        init(_ leaf: Leaf) { (count, first, self.leaf) = (leaf.count, leaf[0], leaf) }

        init(_ node: TreeNode) {
            count = node.children.reduce(0) { $0 + $1.count }
            first = node.children[0].first
            self.node = node
        }
    }

    var children: ContiguousArray<Child>

    init(_ children: some Sequence<Child> = []) { self.children = ContiguousArray(children) }

    /// A whole tree of full nodes.
    convenience init(entries: [Entry]) {
        var level = stride(from: 0, to: entries.count, by: EntryTree.maximumLeaf).map { start in
            Child(Leaf(entries[start..<min(start + EntryTree.maximumLeaf, entries.count)]))
        }
        while level.count > EntryTree.maximumChildren {
            level = stride(from: 0, to: level.count, by: EntryTree.maximumChildren).map { start in
                Child(TreeNode(level[start..<min(start + EntryTree.maximumChildren, level.count)]))
            }
        }
        self.init(level)
    }

    /// The child of a node that has one only and is not a lowest node.
    var onlyNode: TreeNode? { children.count == 1 ? children[0].node : nil }

    func copy() -> TreeNode { TreeNode(children) }
}

// MARK: - Reading

extension TreeNode {
    func entry(at position: Int) -> Entry {
        // The tree holds every node on the way: counting references would cost as much as the way itself.
        unowned(unsafe) var node = self
        var position = position
        while true {
            let child = node.child(at: &position)
            guard let next = node.children[child].node else { return node.children[child].leaf[position] }
            node = next
        }
    }

    /// The child that holds a position, which becomes the position inside it.
    func child(at position: inout Int) -> Int {
        children.withUnsafeBufferPointer { children in
            var child = 0
            while position >= children[child].count {
                position -= children[child].count
                child += 1
            }
            return child
        }
    }

    func last(where predicate: (Entry) -> Bool, from start: Int) -> (position: Int, entry: Entry)? {
        unowned(unsafe) var node = self
        var start = start
        while true {
            let child = node.children.withUnsafeBufferPointer { children in
                let child = partitionPoint(children.count) { predicate(children[$0].first) } - 1
                if child > 0 { start += children[..<child].reduce(0) { $0 + $1.count } }
                return child
            }
            guard child >= 0 else { return nil }
            guard let next = node.children[child].node else {
                return node.children[child].leaf.withUnsafeBufferPointer { leaf in
                    let place = partitionPoint(leaf.count) { predicate(leaf[$0]) } - 1
                    return (start + place, leaf[place])
                }
            }
            node = next
        }
    }

    func forEach(in range: Range<Int>, _ body: (Entry) -> Void) {
        var start = 0
        for child in children where start < range.upperBound {
            let end = start + child.count
            if end > range.lowerBound {
                let inside = max(range.lowerBound - start, 0)..<(min(range.upperBound, end) - start)
                if let node = child.node {
                    node.forEach(in: inside, body)
                } else {
                    for entry in child.leaf[inside] { body(entry) }
                }
            }
            start = end
        }
    }
}

/// How many places at the beginning satisfy a predicate that no place after them does.
@inline(__always)
private func partitionPoint(_ count: Int, _ predicate: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
        let middle = (low + high) / 2
        if predicate(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
