/// One section of a `SectionTree`, with the sections before and after it in its subtree.
final class SectionNode: Sendable {
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
    var count: Int { self?.count ?? 0 }
    var rowsBelow: Int { self?.rowsBelow ?? 0 }
    fileprivate var weight: Int { count + 1 }

    func inserting(_ section: RowsSection, rows: Int, at number: Int) -> SectionNode {
        guard let node = self else { return SectionNode(nil, section, rows: rows, nil) }
        if number <= node.before {
            return node.between(node.left.inserting(section, rows: rows, at: number), node.right)
        }
        let below = node.right.inserting(section, rows: rows, at: number - node.before - 1)
        return node.between(node.left, below)
    }
}
