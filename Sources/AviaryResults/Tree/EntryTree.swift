import AviarySnapshots

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
    var version: TreeVersion
    var root: TreePage
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
