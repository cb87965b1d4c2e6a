import HashTreeCollections

/// The sections of a list of rows in order, with the range of rows of each section. A copy costs O(1).
///
/// A commit that touches *k* rows costs O(*k* log *s*) for *s* sections.
struct RowSections: Sendable {
    private(set) var tree = SectionTree()
    /// One row of each section. The position of this row tells where the section is.
    private var members: TreeDictionary<RowsSection, Int64> = [:]
    /// The number of each section, if the rows are not known; otherwise `nil`.
    private var numbers: [RowsSection: Int]?

    /// How many rows each section has, in order.
    typealias Counts = [(section: RowsSection, rows: Int)]

    /// Creates the sections of known rows.
    ///
    /// - Parameters:
    ///   - counts: The sections in the order of the rows, with the number of rows of each.
    ///   - rows: The rows that were counted.
    /// - Throws: `ResultsError.scatteredSection`.
    /// - Complexity: O(*s* log *n*) for *s* sections.
    init(_ counts: Counts, of rows: RowList) throws {
        var position = 0
        for entry in counts {
            guard members.updateValue(rows[position], forKey: entry.section) == nil else {
                throw ResultsError.scatteredSection(entry.section.title)
            }
            position += entry.rows
        }
        tree = SectionTree(counts)
    }

    /// Creates the sections of rows that are not known yet. They cannot be edited.
    ///
    /// - Throws: `ResultsError.scatteredSection`.
    init(ofUnknownRows counts: Counts) throws {
        var numbers: [RowsSection: Int] = [:]
        for (number, entry) in counts.enumerated()
        where numbers.updateValue(number, forKey: entry.section) != nil {
            throw ResultsError.scatteredSection(entry.section.title)
        }
        tree = SectionTree(counts)
        self.numbers = numbers
    }

    var count: Int { tree.count }
    var rowCount: Int { tree.rowCount }

    /// Returns the number of a section; `nil` when it does not exist.
    ///
    /// - Parameter rows: The rows of these sections.
    /// - Complexity: O(log *n*).
    func number(of section: RowsSection, in rows: RowList) -> Int? {
        if let numbers { return numbers[section] }
        return members[section].flatMap(rows.position(of:)).flatMap(tree.entry(at:))?.number
    }

    // MARK: Editing

    /// Removes a row from its section.
    ///
    /// - Parameters:
    ///   - position: The former position of the row.
    ///   - rows: The remaining rows.
    /// - Returns: The section if it has lost its last row; otherwise `nil`.
    /// - Throws: `RowsDisorder` when no section has the position.
    mutating func remove(_ id: Int64, at position: Int, leaving rows: RowList) throws -> RowsSection? {
        guard let entry = tree.entry(at: position) else { throw RowsDisorder() }
        if entry.rows.count == 1 {
            tree.remove(at: entry.number)
            members[entry.section] = nil
            return entry.section
        }
        tree.add(-1, toSectionAt: entry.number)
        if members[entry.section] == id { members[entry.section] = rows[entry.rows.lowerBound] }
        return nil
    }

    /// Inserts a row into its section. Creates the section if the row is its first one.
    ///
    /// The rows of the list are in their final order. So if the new row splits another section, that section stays
    /// split, and the insertion fails.
    ///
    /// - Parameter position: The position of the new row.
    /// - Returns: `true` when the section is new.
    /// - Throws: `ResultsError.scatteredSection`.
    mutating func insert(_ id: Int64, into section: RowsSection, at position: Int) throws -> Bool {
        let before = position > 0 ? tree.entry(at: position - 1) : nil
        if let before, before.section == section {
            tree.add(1, toSectionAt: before.number)
            return false
        }
        let behind = tree.entry(at: position)
        if let behind, behind.section == section {
            tree.add(1, toSectionAt: behind.number)
            return false
        }
        if let behind, behind.rows.lowerBound < position {
            throw ResultsError.scatteredSection(behind.section.title)
        }
        guard members[section] == nil else { throw ResultsError.scatteredSection(section.title) }
        tree.insert(section, rows: 1, at: before.map { $0.number + 1 } ?? 0)
        members[section] = id
        return true
    }
}

// MARK: - Invariants

extension RowSections {
    /// The violated invariants; empty when there are none. For tests.
    ///
    /// - Complexity: O(*n* log *n*).
    func violations(of rows: RowList) -> [String] {
        var found = tree.violations()
        if rowCount != rows.count { found.append("sections end elsewhere than the rows") }
        if members.count != count { found.append("\(members.count) sections have a member") }
        for number in 0..<count where self.number(of: tree[number].section, in: rows) != number {
            found.append("section \(number) is not found by its member")
        }
        return found
    }
}
