/// A list of entries as a persistent tree: copies share all pages, and an edit copies one path of them at most.
///
///     node   ends 63 126 …    up to 36 children, each with the position where it ends
///     leaf   e0 e1 e2 …       up to 63 entries
///
/// A page that nobody else has is edited in place, so a transaction of many rows copies each page once. The tree knows
/// positions only; whoever keeps it in an order searches it with a predicate. A copy that is edited after the original
/// was is made anew as a whole, in O(*n*).
package struct EntryTree: Sendable {
    var owner: Owner
    var root: TreePage

    /// Holds the pages of one version, as long as there is somebody to read it.
    final class Owner: Sendable {
        let pages: TreePages
        let version: UInt64

        init(pages: TreePages, version: UInt64) { (self.pages, self.version) = (pages, version) }

        deinit { pages.end(version) }
    }

    package init() { self.init([]) }

    /// - Parameter entries: In order.
    /// - Complexity: O(*n*).
    package init(_ entries: [Entry]) {
        let pages = TreePages()
        owner = Owner(pages: pages, version: 1)
        // Some room in each page, so that the first edits split none.
        func level(
            _ number: Int, of count: Int, capacity: Int, fill: (TreePage, Range<Int>) -> Void
        ) -> [TreePage] {
            stride(from: 0, to: count, by: capacity * 7 / 8).map { start in
                let page = pages.page(level: number, for: 1)
                fill(page, start..<min(start + capacity * 7 / 8, count))
                return page
            }
        }
        var top = level(0, of: entries.count, capacity: TreePage.leafCapacity) { $0.append(entries[$1]) }
        while top.count > 1 {
            let below = top
            top = level(below[0].level + 1, of: below.count, capacity: TreePage.nodeCapacity) { page, range in
                for child in below[range] { page.append(child: child) }
            }
        }
        root = top.first ?? pages.page(level: 0, for: 1)
    }

    package var count: Int { root.total }

    /// Whether this is a copy of another tree, edited no more than that.
    func isIdentical(to other: EntryTree) -> Bool { owner === other.owner }
}

// MARK: - Reading

// No page is counted on the way, so the owner must be held until the end of it.
extension EntryTree {
    /// - Complexity: O(log *n*).
    package subscript(position: Int) -> Entry {
        withExtendedLifetime(owner) {
            precondition(position >= 0 && position < root.total, "A position is within the tree")
            var (page, position) = (root, position)
            while !page.isLeaf {
                let child = page.child(at: position)
                position -= page.start(of: child)
                page = page.children[child]
            }
            return page.entries[position]
        }
    }

    /// The last entry for which a predicate holds, and its position.
    ///
    /// - Parameter predicate: True for a beginning of the list and false for the rest.
    /// - Complexity: O(log *n*).
    package func last(where predicate: (Entry) -> Bool) -> (position: Int, entry: Entry)? {
        withExtendedLifetime(owner) {
            var (page, start) = (root, 0)
            while !page.isLeaf {
                let child = partitionPoint(page.count) { predicate(page.firsts[$0]) } - 1
                guard child >= 0 else { return nil }
                start += page.start(of: child)
                page = page.children[child]
            }
            let index = partitionPoint(page.count) { predicate(page.entries[$0]) } - 1
            return index < 0 ? nil : (start + index, page.entries[index])
        }
    }

    /// Calls `body` with each entry in a range, in order.
    ///
    /// - Complexity: O(log *n* + *k*).
    package func forEach(in range: Range<Int>, _ body: (Entry) -> Void) {
        func walk(_ page: TreePage, _ range: Range<Int>) {
            if page.isLeaf { return UnsafeBufferPointer(start: page.entries, count: page.count)[range].forEach(body) }
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
        withExtendedLifetime(owner) {
            precondition(range.lowerBound >= 0 && range.upperBound <= root.total, "A range is within the tree")
            if !range.isEmpty { walk(root, range) }
        }
    }
}
