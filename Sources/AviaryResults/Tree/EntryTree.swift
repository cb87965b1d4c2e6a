import AviarySnapshots

/// One row in a tree: the first eight bytes of its sort key, and its rowid.
package struct Entry: Hashable, Sendable {
    package var prefix: UInt64
    package var id: Int64

    package init(prefix: UInt64, id: Int64) {
        self.prefix = prefix
        self.id = id
    }
}

/// A list of entries as a persistent tree. Copies share all pages, and an edit copies at most one path of pages.
///
///     node   ends 84 168 …    up to 36 children, each with the position where it ends
///     leaf   e0 e1 e2 …       up to 84 entries; up to 63 if a rowid of the tree needs more than 32 bits
///
/// A page that belongs to this tree alone is edited in place, so a transaction of many rows copies each page once.
///
/// The tree knows positions, but no sort order. A caller that keeps the entries sorted searches them with a predicate.
/// After one of two copies was edited, the first edit of the other copy costs O(*n*).
package struct EntryTree: Sendable {
    private var version: TreeVersion
    private var root: TreePage
    /// How many bytes a rowid takes in a leaf.
    let idSize: Int

    package init() { self.init([]) }

    /// Creates a tree of entries.
    ///
    /// - Parameter entries: The entries in order.
    /// - Complexity: O(*n*).
    package init(_ entries: [Entry]) {
        let version = TreeVersion(pages: TreePages())
        let idSize = entries.allSatisfy { Self.isNarrow($0.id) } ? TreePage.narrow : TreePage.wide
        (self.version, self.idSize) = (version, idSize)
        // Pages begin with unused capacity, so that the first edits do not split them.
        func level(
            _ number: Int, of count: Int, capacity: Int, fill: (TreePage, Range<Int>) -> Void
        ) -> [TreePage] {
            stride(from: 0, to: count, by: capacity * 15 / 16).map { start in
                let page = version.page()
                page.setUpEntries(level: number, idSize: idSize, version: version.number)
                fill(page, start..<min(start + capacity * 15 / 16, count))
                return page
            }
        }
        var top = level(0, of: max(entries.count, 1), capacity: TreePage.leafCapacity(idSize: idSize)) {
            $0.append(entries[$1.clamped(to: entries.indices)])
        }
        while top.count > 1 {
            let below = top
            top = level(below[0].level + 1, of: below.count, capacity: TreePage.nodeCapacity) { page, range in
                for child in below[range] { page.append(child: child) }
            }
        }
        root = top[0]
    }

    /// Returns whether a rowid fits into four bytes.
    static func isNarrow(_ id: Int64) -> Bool { UInt32(exactly: id) != nil }

    package var count: Int { withExtendedLifetime(version) { root.total } }

    /// Returns whether this is an unedited copy of another tree.
    func isIdentical(to other: EntryTree) -> Bool { version === other.version }

    /// How many pages this tree and its copies use. For tests.
    var numberOfPages: Int { version.pages.numberInUse }
}

// MARK: - Reading

// Reading does not retain the pages on its way, so the version must be kept alive until the end.
extension EntryTree {
    /// The entry at a position.
    ///
    /// - Complexity: O(log *n*).
    package subscript(position: Int) -> Entry {
        withExtendedLifetime(version) {
            precondition(position >= 0 && position < root.total, "A position is within the tree")
            var (page, position) = (root, position)
            while !page.isLeaf {
                let child = page.child(at: position)
                position -= page.start(of: child)
                page = page.children[child]
            }
            return page.entry(position)
        }
    }

    /// Returns the last entry for which a predicate holds, and its position.
    ///
    /// - Parameter predicate: Must be `true` for the first entries and `false` for all others.
    /// - Complexity: O(log *n*).
    package func last(where predicate: (Entry) -> Bool) -> (position: Int, entry: Entry)? {
        withExtendedLifetime(version) {
            var (page, start) = (root, 0)
            page.prefetch()
            while !page.isLeaf {
                let child = partitionPoint(page.count) { predicate(page.firsts[$0]) } - 1
                guard child >= 0 else { return nil }
                start += page.start(of: child)
                page = page.children[child]
                page.prefetch()
            }
            let index = partitionPoint(page.count) { predicate(page.entry($0)) } - 1
            return index < 0 ? nil : (start + index, page.entry(index))
        }
    }

    /// Calls `body` with each entry in a range, in order.
    ///
    /// - Complexity: O(log *n* + *k*).
    package func forEach(in range: Range<Int>, _ body: (Entry) -> Void) {
        func walk(_ page: TreePage, _ range: Range<Int>) {
            if page.isLeaf {
                for index in range { body(page.entry(index)) }
                return
            }
            var child = page.child(at: range.lowerBound)
            var start = page.start(of: child)
            while start < range.upperBound {
                let end = page.start(of: child + 1)
                walk(
                    page.children[child],
                    max(range.lowerBound, start) - start..<min(range.upperBound, end) - start)
                (child, start) = (child + 1, end)
            }
        }
        withExtendedLifetime(version) {
            precondition(range.lowerBound >= 0 && range.upperBound <= root.total, "A range is within the tree")
            if !range.isEmpty { walk(root, range) }
        }
    }
}

// MARK: - Editing

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

// MARK: - Invariants

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
