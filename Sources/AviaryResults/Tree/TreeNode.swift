/// A node of an `EntryTree`: leaves below the lowest nodes, nodes below all others.
///
/// `@unchecked Sendable`: it is written only while a single reference to it exists, which its tree checks before.
final class TreeNode: @unchecked Sendable {
    typealias Leaf = ContiguousArray<Entry>

    /// How many entries each child holds; none is empty.
    var counts: ContiguousArray<Int> = []
    /// The first entry of each child.
    var firsts: ContiguousArray<Entry> = []
    /// The children of a lowest node.
    var leaves: ContiguousArray<Leaf> = []
    /// The children of any other.
    var nodes: ContiguousArray<TreeNode> = []

    init() {}

    init(nodes: [TreeNode]) {
        self.nodes = ContiguousArray(nodes)
        counts = ContiguousArray(nodes.map { $0.counts.reduce(0, +) })
        firsts = ContiguousArray(nodes.map { $0.firsts[0] })
    }

    /// A whole tree of full nodes.
    convenience init(entries: [Entry]) {
        var level: [TreeNode] = stride(
            from: 0, to: entries.count, by: EntryTree.maximumLeaf * EntryTree.maximumChildren
        )
        .map { start in
            let node = TreeNode()
            let end = min(start + EntryTree.maximumLeaf * EntryTree.maximumChildren, entries.count)
            for first in stride(from: start, to: end, by: EntryTree.maximumLeaf) {
                node.append(Leaf(entries[first..<min(first + EntryTree.maximumLeaf, end)]))
            }
            return node
        }
        while level.count > EntryTree.maximumChildren {
            level = stride(from: 0, to: level.count, by: EntryTree.maximumChildren).map { start in
                TreeNode(nodes: Array(level[start..<min(start + EntryTree.maximumChildren, level.count)]))
            }
        }
        if level.count == 1 {
            self.init()
            (counts, firsts) = (level[0].counts, level[0].firsts)
            (leaves, nodes) = (level[0].leaves, level[0].nodes)
        } else {
            self.init(nodes: level)
        }
    }

    var childCount: Int { counts.count }

    /// The child of a node that has one only and is not a lowest node.
    var onlyNode: TreeNode? { nodes.count == 1 ? nodes[0] : nil }

    func copy() -> TreeNode {
        let copy = TreeNode()
        (copy.counts, copy.firsts, copy.leaves, copy.nodes) = (counts, firsts, leaves, nodes)
        return copy
    }

    private func append(_ leaf: Leaf) {
        counts.append(leaf.count)
        firsts.append(leaf[0])
        leaves.append(leaf)
    }
}

// MARK: - Reading

extension TreeNode {
    func entry(at position: Int) -> Entry {
        // The tree holds every node on the way: counting references would cost as much as the way itself.
        unowned(unsafe) var node = self
        var position = position
        while true {
            let child = node.child(at: &position)
            if node.nodes.isEmpty { return node.leaves[child][position] }
            node = node.nodes[child]
        }
    }

    /// The child that holds a position, which becomes the position inside it.
    private func child(at position: inout Int) -> Int {
        counts.withUnsafeBufferPointer { counts in
            var child = 0
            while position >= counts[child] {
                position -= counts[child]
                child += 1
            }
            return child
        }
    }

    func last(where predicate: (Entry) -> Bool, from start: Int) -> (position: Int, entry: Entry)? {
        unowned(unsafe) var node = self
        var start = start
        while true {
            let child = partitionPoint(of: node.firsts, predicate) - 1
            guard child >= 0 else { return nil }
            for earlier in 0..<child { start += node.counts[earlier] }
            if node.nodes.isEmpty {
                let place = partitionPoint(of: node.leaves[child], predicate) - 1
                return (start + place, node.leaves[child][place])
            }
            node = node.nodes[child]
        }
    }

    func forEach(in range: Range<Int>, _ body: (Entry) -> Void) {
        var start = 0
        for child in counts.indices where start < range.upperBound {
            let end = start + counts[child]
            if end > range.lowerBound {
                let inside = max(range.lowerBound - start, 0)..<(min(range.upperBound, end) - start)
                if nodes.isEmpty {
                    for entry in leaves[child][inside] { body(entry) }
                } else {
                    nodes[child].forEach(in: inside, body)
                }
            }
            start = end
        }
    }
}

/// How many entries at the beginning satisfy a predicate that no entry after them does.
@inline(__always)
private func partitionPoint(of entries: ContiguousArray<Entry>, _ predicate: (Entry) -> Bool) -> Int {
    entries.withUnsafeBufferPointer { entries in
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if predicate(entries[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
