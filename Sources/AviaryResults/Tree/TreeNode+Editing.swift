// Every method here is called on a node that has one reference, and passes that on to the child it edits.
extension TreeNode {
    /// Inserts below this node, which may have one child too many afterwards.
    func insert(_ entry: Entry, at position: Int) {
        guard childCount > 0 else {
            (counts, firsts, leaves) = ([1], [entry], [[entry]])
            return
        }
        var inside = position
        var child = 0
        while inside > counts[child] {
            inside -= counts[child]
            child += 1
        }
        counts[child] += 1
        if inside == 0 { firsts[child] = entry }
        if nodes.isEmpty {
            insert(entry, at: inside, ofLeaf: child)
        } else {
            if !isKnownUniquelyReferenced(&nodes[child]) { nodes[child] = nodes[child].copy() }
            nodes[child].insert(entry, at: inside)
            let count = nodes[child].childCount
            if count > EntryTree.maximumChildren {
                // Lists that grow at an end keep full nodes behind them.
                let isLast = inside == counts[child] - 1
                insertNode(nodes[child].split(at: isLast ? count - 1 : inside == 0 ? 1 : count / 2), after: child)
            }
        }
    }

    private func insert(_ entry: Entry, at place: Int, ofLeaf child: Int) {
        let count = leaves[child].count
        guard count == EntryTree.maximumLeaf else {
            if count == leaves[child].capacity {
                // Room for a few more: doubling would cost half the memory of the index.
                leaves[child] = grown(leaves[child], by: 16)
            }
            leaves[child].insert(entry, at: place)
            return
        }
        let middle = place == count ? count : place == 0 ? 0 : count / 2
        var left = grown(leaves[child][..<middle], by: 8)
        var right = grown(leaves[child][middle...], by: 8)
        if place < middle || middle == 0 {
            left.insert(entry, at: place)
        } else {
            right.insert(entry, at: place - middle)
        }
        leaves[child] = left
        leaves.insert(right, at: child + 1)
        counts[child] = left.count
        counts.insert(right.count, at: child + 1)
        firsts[child] = left[0]
        firsts.insert(right[0], at: child + 1)
    }

    private func grown(_ entries: some Collection<Entry>, by room: Int) -> Leaf {
        var leaf = Leaf()
        leaf.reserveCapacity(entries.count + room)
        leaf.append(contentsOf: entries)
        return leaf
    }

    private func insertNode(_ node: TreeNode, after child: Int) {
        let moved = node.counts.reduce(0, +)
        counts[child] -= moved
        counts.insert(moved, at: child + 1)
        firsts.insert(node.firsts[0], at: child + 1)
        nodes.insert(node, at: child + 1)
    }

    /// Cuts the node in two and returns the second half.
    func split(at child: Int) -> TreeNode {
        let right = TreeNode()
        right.counts = ContiguousArray(counts[child...])
        right.firsts = ContiguousArray(firsts[child...])
        counts.removeSubrange(child...)
        firsts.removeSubrange(child...)
        if nodes.isEmpty {
            right.leaves = ContiguousArray(leaves[child...])
            leaves.removeSubrange(child...)
        } else {
            right.nodes = ContiguousArray(nodes[child...])
            nodes.removeSubrange(child...)
        }
        return right
    }

    func remove(at position: Int) {
        var inside = position
        var child = 0
        while inside >= counts[child] {
            inside -= counts[child]
            child += 1
        }
        counts[child] -= 1
        if counts[child] == 0 {
            removeChild(child)
        } else if nodes.isEmpty {
            leaves[child].remove(at: inside)
            firsts[child] = leaves[child][0]
            if counts[child] < EntryTree.maximumLeaf / 4 { mergeLeaf(child) }
        } else {
            if !isKnownUniquelyReferenced(&nodes[child]) { nodes[child] = nodes[child].copy() }
            nodes[child].remove(at: inside)
            firsts[child] = nodes[child].firsts[0]
            if nodes[child].childCount < EntryTree.maximumChildren / 4 { mergeNode(child) }
        }
    }

    private func removeChild(_ child: Int) {
        counts.remove(at: child)
        firsts.remove(at: child)
        if nodes.isEmpty { leaves.remove(at: child) } else { nodes.remove(at: child) }
    }

    /// Joins a small leaf with a neighbour, when both fit into one with room to spare.
    private func mergeLeaf(_ child: Int) {
        for left in [child - 1, child] where left >= 0 && left + 1 < childCount {
            guard counts[left] + counts[left + 1] <= EntryTree.maximumLeaf * 3 / 4 else { continue }
            leaves[left].append(contentsOf: leaves[left + 1])
            counts[left] += counts[left + 1]
            return removeChild(left + 1)
        }
    }

    private func mergeNode(_ child: Int) {
        for left in [child - 1, child] where left >= 0 && left + 1 < childCount {
            let (first, second) = (nodes[left], nodes[left + 1])
            guard first.childCount + second.childCount <= EntryTree.maximumChildren * 3 / 4 else { continue }
            let joined = TreeNode()
            joined.counts = first.counts + second.counts
            joined.firsts = first.firsts + second.firsts
            joined.leaves = first.leaves + second.leaves
            joined.nodes = first.nodes + second.nodes
            nodes[left] = joined
            counts[left] += counts[left + 1]
            return removeChild(left + 1)
        }
    }
}
