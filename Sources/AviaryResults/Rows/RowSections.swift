import OrderedCollections

/// The sections of a list of rows, in order, and where each ends.
struct RowSections: Sendable {
    private(set) var identifiers: OrderedSet<RowsSection> = []
    private var ends: [Int] = []

    init() {}

    /// - Parameter rows: The section of each row, in order.
    /// - Throws: `ResultsError.scatteredSection`.
    init(of rows: [RowsSection]) throws {
        for section in rows {
            if identifiers.last == section {
                ends[ends.count - 1] += 1
            } else if identifiers.contains(section) {
                throw ResultsError.scatteredSection(section.title)
            } else {
                append(section, rows: 1)
            }
        }
    }

    var count: Int { ends.count }
    var rowCount: Int { ends.last ?? 0 }

    /// - Complexity: O(*s*) when the sections are others, O(1) otherwise.
    func hasSameIdentifiers(as other: RowSections) -> Bool { identifiers.elements == other.identifiers.elements }

    func range(of section: Int) -> Range<Int> { (section == 0 ? 0 : ends[section - 1])..<ends[section] }

    func section(at position: Int) -> Int {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Adds rows behind the last.
    mutating func append(_ section: RowsSection, rows: Int) {
        identifiers.append(section)
        ends.append((ends.last ?? 0) + rows)
    }

    /// The sections after some rows left and others arrived.
    ///
    /// One that keeps a row keeps its place among those that do, since what sections are sorted by is the same for all
    /// of a section's rows. One that has only rows that arrived stands where the first of these does.
    ///
    /// - Parameters:
    ///   - left: How many rows each section lost, by its number.
    ///   - arrived: How many rows came into each, and the positions of the first and the last of them, in the list as it
    ///     is now.
    /// - Throws: `ResultsError.scatteredSection`.
    /// - Complexity: O(*s* + *a* log *a*) for *s* sections and *a* into which rows arrived.
    func editing(left: [Int: Int], arrived: [RowsSection: Arrival]) throws -> RowSections {
        let result = placing(left: left, arrived: arrived)
        for (section, arrival) in arrived {
            guard let number = result.identifiers.firstIndex(of: section) else {
                throw ResultsError.scatteredSection(section.title)
            }
            let range = result.range(of: number)
            guard range.contains(arrival.first), range.contains(arrival.last) else {
                throw ResultsError.scatteredSection(section.title)
            }
        }
        return result
    }

    typealias Arrival = (rows: Int, first: Int, last: Int)

    private func placing(left: [Int: Int], arrived: [RowsSection: Arrival]) -> RowSections {
        var arrivals = arrived
        var counts: [Int] = []
        counts.reserveCapacity(count)
        var isSame = true
        for (section, identifier) in identifiers.elements.enumerated() {
            let stay = range(of: section).count - (left[section] ?? 0)
            // Whoever has none left is gone, or arrives somewhere else.
            if stay == 0 {
                isSame = false
            } else if let more = arrivals.removeValue(forKey: identifier) {
                counts.append(stay + more.rows)
                continue
            }
            counts.append(stay)
        }
        var result = RowSections()
        if isSame, arrivals.isEmpty {
            result.identifiers = identifiers
            var end = 0
            result.ends = counts.map { rows in
                end += rows
                return end
            }
            return result
        }
        var movers = arrivals.sorted { $0.value.first < $1.value.first }[...]
        func placeMovers() {
            while let next = movers.first, next.value.first == result.ends.last ?? 0 {
                result.append(next.key, rows: next.value.rows)
                movers.removeFirst()
            }
        }
        for (section, rows) in counts.enumerated() where rows > 0 {
            placeMovers()
            result.append(identifiers[section], rows: rows)
        }
        placeMovers()
        return result
    }
}
