extension EntryTree {
    /// Inserts an entry at a position.
    ///
    /// - Complexity: O(log *n*); O(*n*) for the first rowid that needs more than 32 bits.
    package mutating func insert(_ entry: Entry, at position: Int) {
        precondition(position >= 0 && position <= count, "A position is within the tree or at its end")
        // This may rebuild the tree. A rebuilt tree may have narrow rowids instead of wide ones, so `idSize` is read
        // afterwards.
        beginEdit()
        if idSize == TreePage.narrow, !Self.isNarrow(entry.id) {
            var entries = entries
            entries.insert(entry, at: position)
            self = EntryTree(entries)
            return
        }
        if root.isFull {
            let above = newPage(level: root.level + 1)
            above.append(child: root)
            root = above
        }
        insert(entry, at: position, into: root)
    }

    /// Removes the entry at a position.
    ///
    /// - Complexity: O(log *n*).
    package mutating func remove(at position: Int) {
        precondition(position >= 0 && position < count, "A position is within the tree")
        beginEdit()
        remove(at: position, from: root)
        while !root.isLeaf, root.count <= 1 {
            let only = root.count == 1 ? root.children[0] : newPage(level: 0)
            version.discard(root)
            root = only
        }
    }

    // MARK: Pages

    /// Makes the root writable. The edit then writes only pages of this tree's version.
    private mutating func beginEdit() {
        if TreeVersion.beginEdit(of: &version) { root = version.writable(root) } else { self = EntryTree(entries) }
    }

    private var entries: [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(count + 1)
        forEach(in: 0..<count) { entries.append($0) }
        return entries
    }

    private func newPage(level: Int) -> TreePage {
        let page = version.page()
        page.setUpEntries(level: level, idSize: idSize, version: version.number)
        return page
    }

    /// Makes a child of a writable page writable, and returns it.
    private func edit(_ child: Int, of page: TreePage) -> TreePage {
        page.children[child] = version.writable(page.children[child])
        return page.children[child]
    }

    // MARK: Inserting

    /// - Parameter page: A writable page that is not full.
    private func insert(_ entry: Entry, at position: Int, into page: TreePage) {
        var (page, position) = (page, position)
        while !page.isLeaf {
            var child = page.child(endingAtOrAfter: position)
            if edit(child, of: page).isFull {
                split(child, of: page, before: position)
                child = page.child(endingAtOrAfter: position)
                if page.children[child].isFull { child += 1 }
            }
            for later in child..<page.count { page.ends[later] += 1 }
            position -= page.start(of: child)
            if position == 0 { page.firsts[child] = entry }
            page = page.children[child]
        }
        page.insert(entry, at: position)
    }

    /// Splits a full child in two, so that the child at the position has room.
    private func split(_ child: Int, of page: TreePage, before position: Int) {
        let left = page.children[child]
        let right = newPage(level: left.level)
        // If a list grows at one end, the page on the other side of the cut stays full.
        let edge = left.isLeaf ? 0 : 1
        let cut =
            switch position - page.start(of: child) {
            case left.total: left.count - edge
            case 0: edge
            default: left.count / 2
            }
        right.append(left, from: cut)
        left.removeLast(left.count - cut)
        page.shift(from: child, by: 1)
        page.children[child + 1] = right
        if right.count > 0 { page.firsts[child + 1] = right.first }
        page.ends[child] = page.ends[child + 1] - UInt32(right.total)
    }

    // MARK: Removing

    /// - Parameter page: A writable page.
    private func remove(at position: Int, from page: TreePage) {
        if page.isLeaf { return page.shift(from: position + 1, by: -1) }
        let child = page.child(at: position)
        let inside = position - page.start(of: child)
        let below = edit(child, of: page)
        remove(at: inside, from: below)
        for later in child..<page.count { page.ends[later] -= 1 }
        if below.count == 0 {
            version.discard(below)
            page.shift(from: child + 1, by: -1)
        } else {
            page.firsts[child] = below.first
            if below.count < below.capacity / 4 { merge(child, of: page) }
        }
    }

    /// Merges a child with a neighbour, if a quarter of the page stays free.
    private func merge(_ child: Int, of page: TreePage) {
        for left in [child - 1, child] where left >= 0 && left + 1 < page.count {
            let right = page.children[left + 1]
            guard page.children[left].count + right.count <= right.capacity * 3 / 4 else { continue }
            edit(left, of: page).append(right)
            version.discard(right)
            page.ends[left] = page.ends[left + 1]
            page.shift(from: left + 2, by: -1)
            return
        }
    }
}
