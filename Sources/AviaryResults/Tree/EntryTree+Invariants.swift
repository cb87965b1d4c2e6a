extension EntryTree {
    /// The violated invariants of the tree; empty when there are none. For tests.
    ///
    /// - Complexity: O(*n*).
    package func violations() -> [String] {
        var found: [String] = []
        func check(_ page: TreePage) {
            if page.version == 0 || page.version > version.number {
                found.append("a page is of version \(page.version)")
            }
            if page.idSize != idSize { found.append("a page has rowids of \(page.idSize) bytes") }
            if page.count > page.capacity { found.append("a page is too long") }
            guard !page.isLeaf else { return }
            var end = 0
            for child in 0..<page.count {
                let below = page.children[child]
                if below.level != page.level - 1 { found.append("a child is at level \(below.level)") }
                if below.count == 0 { found.append("a child is empty") }
                end += below.total
                if end != page.ends[child] { found.append("a child ends at \(end), not at \(page.ends[child])") }
                if below.first != page.firsts[child] { found.append("a first is not the child's") }
                check(below)
            }
        }
        withExtendedLifetime(version) {
            if !root.isLeaf, root.count < 2 { found.append("the root has \(root.count) children") }
            check(root)
        }
        return found
    }

    /// How many pages are in use although no tree needs them; negative when a tree uses a free page.
    ///
    /// - Parameter trees: All trees that share memory with any of them.
    package static func pagesLost(by trees: [EntryTree]) -> Int {
        var reached: [ObjectIdentifier: (pages: TreePages, found: Set<UnsafeMutableRawPointer>)] = [:]
        func walk(_ page: TreePage, _ found: inout Set<UnsafeMutableRawPointer>) {
            guard page.version != 0, found.insert(page.address).inserted, !page.isLeaf else { return }
            for child in 0..<page.count { walk(page.children[child], &found) }
        }
        for tree in trees {
            let pages = tree.version.pages
            walk(tree.root, &reached[ObjectIdentifier(pages), default: (pages, [])].found)
        }
        return withExtendedLifetime(trees) {
            reached.values.reduce(0) { $0 + $1.pages.numberInUse - $1.found.count }
        }
    }
}
