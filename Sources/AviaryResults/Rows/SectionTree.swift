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

/// One section of a `SectionTree`, with the sections before and after it in its subtree.
private final class SectionNode: Sendable {
    let section: RowsSection
    let rows: Int
    let left: SectionNode?
    let right: SectionNode?
    /// How many sections the subtree has, and how many of them come before this one.
    let count: Int
    let before: Int
    /// How many rows the sections of the subtree have, and how many of them come before this section's rows.
    let rowsBelow: Int
    let rowsBefore: Int

    init(_ left: SectionNode?, _ section: RowsSection, rows: Int, _ right: SectionNode?) {
        (self.section, self.rows, self.left, self.right) = (section, rows, left, right)
        (before, rowsBefore) = (left.count, left.rowsBelow)
        count = before + 1 + right.count
        rowsBelow = rowsBefore + rows + right.rowsBelow
    }

    /// Creates a copy with more rows, in the section itself or in a subtree. This reads nothing from the subtrees.
    private init(
        _ node: SectionNode, left: SectionNode?, right: SectionNode?, more: (before: Int, here: Int, behind: Int)
    ) {
        (self.left, section, rows, self.right) = (left, node.section, node.rows + more.here, right)
        (count, before) = (node.count, node.before)
        rowsBelow = node.rowsBelow + more.before + more.here + more.behind
        rowsBefore = node.rowsBefore + more.before
    }

    // MARK: Reading

    // Each step reads one node. A loop would change a reference count at each step, so these functions are recursive
    // instead.

    /// Finds the section with a number.
    ///
    /// - Parameters:
    ///   - sections: How many sections come before the subtree.
    ///   - rows: How many rows come before the subtree.
    func entry(numbered number: Int, behind sections: Int, _ rows: Int) -> SectionTree.Entry? {
        let here = sections + before
        if number < here { return left?.entry(numbered: number, behind: sections, rows) }
        let start = rows + rowsBefore
        if number > here { return right?.entry(numbered: number, behind: here + 1, start + self.rows) }
        return SectionTree.Entry(number: here, section: section, rows: start..<start + self.rows)
    }

    /// Finds the section that covers a position.
    ///
    /// - Parameters:
    ///   - sections: How many sections come before the subtree.
    ///   - rows: How many rows come before the subtree.
    func entry(at position: Int, behind sections: Int, _ rows: Int) -> SectionTree.Entry? {
        let start = rows + rowsBefore
        if position < start { return left?.entry(at: position, behind: sections, rows) }
        let (here, end) = (sections + before, start + self.rows)
        if position >= end { return right?.entry(at: position, behind: here + 1, end) }
        return SectionTree.Entry(number: here, section: section, rows: start..<end)
    }

    // MARK: Editing

    func removing(at number: Int) -> SectionNode? {
        if number < before { return between(left?.removing(at: number), right) }
        if number > before { return between(left, right?.removing(at: number - before - 1)) }
        guard let left else { return right }
        guard let right else { return left }
        return right.first.between(left, right.removing(at: 0))
    }

    func adding(_ more: Int, at number: Int) -> SectionNode {
        if number < before {
            return SectionNode(self, left: left?.adding(more, at: number), right: right, more: (more, 0, 0))
        }
        if number == before { return SectionNode(self, left: left, right: right, more: (0, more, 0)) }
        let behind = right?.adding(more, at: number - before - 1)
        return SectionNode(self, left: left, right: behind, more: (0, 0, more))
    }

    private var first: SectionNode {
        var node = self
        while let left = node.left { node = left }
        return node
    }

    // MARK: Balance

    fileprivate var weight: Int { count + 1 }

    /// `true` when no side weighs more than three times as much as the other.
    var isBalanced: Bool { left.weight <= 3 * right.weight && right.weight <= 3 * left.weight }

    /// Joins this section and two subtrees. One of them has got or lost one section, so they are rotated if necessary.
    func between(_ left: SectionNode?, _ right: SectionNode?) -> SectionNode {
        if let right, right.weight > 3 * left.weight {
            if let inner = right.left, inner.weight >= 2 * right.right.weight {
                return inner.joining(joining(left, inner.left), right.joining(inner.right, right.right))
            }
            return right.joining(joining(left, right.left), right.right)
        }
        if let left, left.weight > 3 * right.weight {
            if let inner = left.right, inner.weight >= 2 * left.left.weight {
                return inner.joining(left.joining(left.left, inner.left), joining(inner.right, right))
            }
            return left.joining(left.left, joining(left.right, right))
        }
        return joining(left, right)
    }

    private func joining(_ left: SectionNode?, _ right: SectionNode?) -> SectionNode {
        SectionNode(left, section, rows: rows, right)
    }
}

extension SectionNode? {
    fileprivate var count: Int { self?.count ?? 0 }
    fileprivate var rowsBelow: Int { self?.rowsBelow ?? 0 }
    fileprivate var weight: Int { count + 1 }

    fileprivate func inserting(_ section: RowsSection, rows: Int, at number: Int) -> SectionNode {
        guard let node = self else { return SectionNode(nil, section, rows: rows, nil) }
        if number <= node.before {
            return node.between(node.left.inserting(section, rows: rows, at: number), node.right)
        }
        let below = node.right.inserting(section, rows: rows, at: number - node.before - 1)
        return node.between(node.left, below)
    }
}
