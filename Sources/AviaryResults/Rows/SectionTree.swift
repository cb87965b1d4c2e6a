/// The sections of a list in order, each with its number of rows, as a persistent tree.
///
/// Copies share all nodes, and an edit replaces the nodes on one path.
///
/// Each node counts the sections and the rows in its subtree. So a number or a position leads to its section in O(log
/// *s*) for *s* sections. The tree is weight-balanced (J. Nievergelt, E. Reingold, *Binary search trees of bounded
/// balance*, 1973), with the parameters of Y. Hirai and K. Yamamoto (*Balancing weight-balanced trees*, 2011).
package struct SectionTree: Sendable {
    private var root: SectionNode?

    package init() {}

    /// Creates a tree of sections with their numbers of rows, in order.
    ///
    /// - Complexity: O(*s*).
    package init(_ sections: [(section: RowsSection, rows: Int)]) {
        func subtree(_ range: Range<Int>) -> SectionNode? {
            guard !range.isEmpty else { return nil }
            let middle = (range.lowerBound + range.upperBound) / 2
            return SectionNode(
                subtree(range.lowerBound..<middle), sections[middle].section, rows: sections[middle].rows,
                subtree(middle + 1..<range.upperBound))
        }
        root = subtree(sections.indices)
    }

    package var count: Int { root.count }
    package var rowCount: Int { root.rowsBelow }

    /// Returns whether this is an unedited copy of another tree.
    func isIdentical(to other: SectionTree) -> Bool { root === other.root }

    // MARK: Reading

    /// The number of a section, and the range of its rows.
    package struct Entry {
        package let number: Int
        package let section: RowsSection
        package let rows: Range<Int>
    }

    /// The section with a number.
    ///
    /// - Complexity: O(log *s*).
    package subscript(number: Int) -> Entry {
        guard let entry = root?.entry(numbered: number, behind: 0, 0) else {
            preconditionFailure("A section's number is within the tree")
        }
        return entry
    }

    /// Returns the section that covers a position; `nil` for a position after all rows.
    ///
    /// - Complexity: O(log *s*).
    package func entry(at position: Int) -> Entry? { root?.entry(at: position, behind: 0, 0) }

    /// Calls `body` with each section and its number of rows, in order.
    ///
    /// - Complexity: O(*s*).
    package func forEach(_ body: (RowsSection, Int) -> Void) {
        func walk(_ node: SectionNode?) {
            guard let node else { return }
            walk(node.left)
            body(node.section, node.rows)
            walk(node.right)
        }
        walk(root)
    }

    // MARK: Editing

    /// Inserts a section before the section with a number, or at the end.
    ///
    /// - Complexity: O(log *s*).
    package mutating func insert(_ section: RowsSection, rows: Int, at number: Int) {
        precondition(number >= 0 && number <= count, "A number is within the tree or at its end")
        root = root.inserting(section, rows: rows, at: number)
    }

    /// Removes the section with a number.
    ///
    /// - Complexity: O(log *s*).
    package mutating func remove(at number: Int) {
        precondition(number >= 0 && number < count, "A number is within the tree")
        root = root?.removing(at: number)
    }

    /// Adds rows to a section. Removes rows if `rows` is negative.
    ///
    /// - Complexity: O(log *s*).
    package mutating func add(_ rows: Int, toSectionAt number: Int) {
        precondition(number >= 0 && number < count, "A number is within the tree")
        root = root?.adding(rows, at: number)
    }
}

// MARK: - For tests

extension SectionTree {
    /// The violated invariants of the tree; empty when there are none.
    ///
    /// - Complexity: O(*s*).
    package func violations() -> [String] {
        var found: [String] = []
        func check(_ node: SectionNode?) {
            guard let node else { return }
            if node.rows <= 0 { found.append("section \(node.section) has \(node.rows) rows") }
            if node.count != node.left.count + 1 + node.right.count { found.append("a count is wrong") }
            if node.before != node.left.count { found.append("a number of sections before one is wrong") }
            if node.rowsBelow != node.left.rowsBelow + node.rows + node.right.rowsBelow {
                found.append("a number of rows is wrong")
            }
            if node.rowsBefore != node.left.rowsBelow { found.append("a number of rows before a section is wrong") }
            if !node.isBalanced { found.append("\(node.left.count) sections stand beside \(node.right.count)") }
            check(node.left)
            check(node.right)
        }
        check(root)
        return found
    }

    /// Returns how many nodes another tree does not share. Edits have made these nodes.
    ///
    /// - Complexity: O(*s*).
    package func numberOfNodes(notIn other: SectionTree) -> Int {
        var known = Set<ObjectIdentifier>()
        func note(_ node: SectionNode?) {
            guard let node else { return }
            known.insert(ObjectIdentifier(node))
            note(node.left)
            note(node.right)
        }
        func strangers(_ node: SectionNode?) -> Int {
            guard let node, !known.contains(ObjectIdentifier(node)) else { return 0 }
            return 1 + strangers(node.left) + strangers(node.right)
        }
        note(other.root)
        return strangers(root)
    }
}
