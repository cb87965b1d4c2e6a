extension EntryTree {
    /// What is wrong with the tree's shape; empty when nothing is. For tests.
    ///
    /// - Complexity: O(*n*).
    package func violations() -> [String] {
        var found: [String] = []
        var depths = Set<Int>()
        func check(_ node: TreeNode, depth: Int) -> (count: Int, first: Entry?) {
            let children = node.children
            if children.count > Self.maximumChildren { found.append("a node has \(children.count) children") }
            let below: [(count: Int, first: Entry?)] = children.map { child in
                child.node.map { check($0, depth: depth + 1) } ?? (child.leaf.count, child.leaf.first)
            }
            if children.contains(where: { $0.node == nil }) {
                depths.insert(depth)
                if children.contains(where: { $0.node != nil }) { found.append("a node has leaves and nodes") }
            }
            if children.contains(where: { $0.leaf.count > Self.maximumLeaf }) { found.append("a leaf is too long") }
            if below.map(\.count) != children.map(\.count) { found.append("counts are not those of the children") }
            if below.map(\.first) != children.map(\.first) { found.append("firsts are not the children's") }
            if below.contains(where: { $0.count == 0 }) { found.append("a child is empty") }
            return (below.reduce(0) { $0 + $1.count }, below.first?.first)
        }
        let total = check(root, depth: 0).count
        if total != count { found.append("the tree counts \(count) entries and holds \(total)") }
        if depths.count > 1 { found.append("leaves lie at several depths: \(depths.sorted())") }
        return found
    }
}
