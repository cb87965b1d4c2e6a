// Every method here is called on a node that has one reference, and passes that on to the child it edits.
extension TreeNode {
    /// Inserts below this node, which may have one child too many afterwards.
    func insert(_ entry: Entry, at position: Int) {
        guard !children.isEmpty else {
            children = [Child([entry])]
            return
        }
        var inside = position
        var child = 0
        while inside > children[child].count {
            inside -= children[child].count
            child += 1
        }
        children[child].count += 1
        if inside == 0 { children[child].first = entry }
        guard children[child].node != nil else { return insert(entry, at: inside, ofLeaf: child) }
        let node = edit(child)
        node.insert(entry, at: inside)
        let count = node.children.count
        if count > EntryTree.maximumChildren {
            // Lists that grow at an end keep full nodes behind them.
            let isLast = inside == children[child].count - 1
            let right = Child(node.split(at: isLast ? count - 1 : inside == 0 ? 1 : count / 2))
            children[child].count -= right.count
            children.insert(right, at: child + 1)
        }
    }

    /// The node of a child, which may be written afterwards.
    private func edit(_ child: Int) -> TreeNode {
        var node = children[child].node.take() ?? TreeNode()
        if !isKnownUniquelyReferenced(&node) { node = node.copy() }
        children[child].node = node
        return node
    }

    private func insert(_ entry: Entry, at place: Int, ofLeaf child: Int) {
        let count = children[child].leaf.count
        guard count == EntryTree.maximumLeaf else {
            if count == children[child].leaf.capacity {
                // Room for a few more: doubling would cost half the memory of the index.
                children[child].leaf = grown(children[child].leaf, by: 16)
            }
            children[child].leaf.insert(entry, at: place)
            return
        }
        let middle = place == count ? count : place == 0 ? 0 : count / 2
        var left = grown(children[child].leaf[..<middle], by: 8)
        var right = grown(children[child].leaf[middle...], by: 8)
        if place < middle || middle == 0 {
            left.insert(entry, at: place)
        } else {
            right.insert(entry, at: place - middle)
        }
        children[child] = Child(left)
        children.insert(Child(right), at: child + 1)
    }

    private func grown(_ entries: some Collection<Entry>, by room: Int) -> Leaf {
        var leaf = Leaf()
        leaf.reserveCapacity(entries.count + room)
        leaf.append(contentsOf: entries)
        return leaf
    }

    /// Cuts the node in two and returns the second half.
    func split(at child: Int) -> TreeNode {
        let right = TreeNode(children[child...])
        children.removeSubrange(child...)
        return right
    }

    func remove(at position: Int) {
        var inside = position
        let child = child(at: &inside)
        guard children[child].count > 1 else {
            children.remove(at: child)
            return
        }
        children[child].count -= 1
        if children[child].node == nil {
            children[child].leaf.remove(at: inside)
            children[child].first = children[child].leaf[0]
            if children[child].count < EntryTree.maximumLeaf / 4 { mergeLeaf(child) }
        } else {
            let node = edit(child)
            node.remove(at: inside)
            children[child].first = node.children[0].first
            if node.children.count < EntryTree.maximumChildren / 4 { mergeNode(child) }
        }
    }

    /// Joins a small leaf with a neighbour, when both fit into one with room to spare.
    private func mergeLeaf(_ child: Int) {
        for left in [child - 1, child] where left >= 0 && left + 1 < children.count {
            guard children[left].count + children[left + 1].count <= EntryTree.maximumLeaf * 3 / 4 else { continue }
            children[left].leaf.append(contentsOf: children[left + 1].leaf)
            children[left].count += children[left + 1].count
            children.remove(at: left + 1)
            return
        }
    }

    private func mergeNode(_ child: Int) {
        for left in [child - 1, child] where left >= 0 && left + 1 < children.count {
            guard let first = children[left].node, let second = children[left + 1].node,
                first.children.count + second.children.count <= EntryTree.maximumChildren * 3 / 4
            else { continue }
            children[left] = Child(TreeNode(first.children + second.children))
            children.remove(at: left + 1)
            return
        }
    }
}
