extension EntryTree {
    /// What is wrong with the tree's shape; empty when nothing is. For tests.
    ///
    /// - Complexity: O(*n*).
    package func violations() -> [String] {
        var found: [String] = []
        var depths = Set<Int>()
        func check(_ node: TreeNode, depth: Int) -> (count: Int, first: Entry?) {
            if node.childCount > Self.maximumChildren { found.append("a node has \(node.childCount) children") }
            if !node.leaves.isEmpty, !node.nodes.isEmpty { found.append("a node has leaves and nodes") }
            let children =
                node.leaves.map { (count: $0.count, first: $0.first) }
                + node.nodes.map { check($0, depth: depth + 1) }
            if node.nodes.isEmpty { depths.insert(depth) }
            if node.leaves.contains(where: { $0.count > Self.maximumLeaf }) { found.append("a leaf is too long") }
            if children.map(\.count) != Array(node.counts) { found.append("counts are not those of the children") }
            if children.map(\.first) != node.firsts.map(Optional.some) { found.append("firsts are not the children's") }
            if children.contains(where: { $0.count == 0 }) { found.append("a child is empty") }
            return (children.reduce(0) { $0 + $1.count }, children.first?.first)
        }
        let total = check(root, depth: 0).count
        if total != count { found.append("the tree counts \(count) entries and holds \(total)") }
        if depths.count > 1 { found.append("leaves lie at several depths: \(depths.sorted())") }
        return found
    }
}
