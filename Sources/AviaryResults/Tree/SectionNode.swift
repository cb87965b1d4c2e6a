/// One section of a `SectionTree`, and the sections before and behind it in its subtree.
final class SectionNode: Sendable {
    let section: RowsSection
    let rows: Int
    let left: SectionNode?
    let right: SectionNode?
    /// How many sections the subtree has.
    let count: Int
    /// How many rows they have.
    let rowsBelow: Int

    init(_ left: SectionNode?, _ section: RowsSection, rows: Int, _ right: SectionNode?) {
        (self.section, self.rows, self.left, self.right) = (section, rows, left, right)
        count = left.count + 1 + right.count
        rowsBelow = left.rowsBelow + rows + right.rowsBelow
    }

    // MARK: Editing

    func removing(at number: Int) -> SectionNode? {
        if number < left.count { return between(left?.removing(at: number), right) }
        if number > left.count { return between(left, right?.removing(at: number - left.count - 1)) }
        guard let left else { return right }
        guard let right else { return left }
        return right.first.between(left, right.removing(at: 0))
    }

    func adding(_ more: Int, at number: Int) -> SectionNode {
        if number < left.count { return SectionNode(left?.adding(more, at: number), section, rows: rows, right) }
        if number == left.count { return SectionNode(left, section, rows: rows + more, right) }
        return SectionNode(left, section, rows: rows, right?.adding(more, at: number - left.count - 1))
    }

    private var first: SectionNode {
        var node = self
        while let left = node.left { node = left }
        return node
    }

    // MARK: Balance

    fileprivate var weight: Int { count + 1 }

    /// Whether neither side is more than three times as heavy as the other.
    var isBalanced: Bool { left.weight <= 3 * right.weight && right.weight <= 3 * left.weight }

    /// This section between two subtrees, of which an edit has changed one by one section.
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
        if number <= node.left.count {
            return node.between(node.left.inserting(section, rows: rows, at: number), node.right)
        }
        let below = node.right.inserting(section, rows: rows, at: number - node.left.count - 1)
        return node.between(node.left, below)
    }
}
