import HashTreeCollections

/// The sections of a list of rows, in order, and which rows each covers. Copies are free.
///
/// One commit that touches *k* rows costs O(*k* log *s*) for *s* sections.
struct RowSections: Sendable {
    private(set) var tree = SectionTree()
    /// One row of each section: the section stands where that row does.
    private var members: TreeDictionary<RowsSection, Int64> = [:]
    /// The number of each section, where the rows are not known.
    private var numbers: [RowsSection: Int]?

    /// How many rows each section has, in order.
    typealias Counts = [(section: RowsSection, rows: Int)]

    /// - Parameter rows: Those that are counted.
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

    /// The sections of rows that are not known. They cannot be edited.
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

    /// - Parameter rows: Those that the sections are of.
    /// - Complexity: O(log *n*).
    func number(of section: RowsSection, in rows: RowList) -> Int? {
        if let numbers { return numbers[section] }
        return members[section].flatMap(rows.position(of:)).flatMap(tree.entry(at:))?.number
    }

    // MARK: Editing

    /// Takes a row out of its section.
    ///
    /// - Parameters:
    ///   - position: Where the row was.
    ///   - rows: Those that are left.
    /// - Returns: The section, when that was its last row.
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

    /// Puts a row into its section, which begins with it when it is not there.
    ///
    /// The rows that are there stand where they belong, so a section that they tear apart is torn apart by the commit.
    ///
    /// - Parameter position: Where the row comes to stand.
    /// - Returns: Whether the section begins with the row.
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
    /// What is wrong inside; empty when nothing is. For tests.
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
