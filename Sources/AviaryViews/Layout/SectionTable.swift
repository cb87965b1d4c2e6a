import AviarySnapshots

/// How many items each section has, and how many lines and non-empty sections lie before it: where it begins is one
/// formula away.
///
/// - Complexity: O(*s*) to make for *s* sections, O(1) to copy.
package struct SectionTable: Hashable, Sendable {
    /// How many items lie before each section; behind the last, all.
    let starts: [Int]
    /// How many lines.
    let lines: [Int]
    /// How many sections that are not empty.
    let filled: [Int]

    package init(counts: [Int], columns: Int) {
        var (starts, lines, filled) = ([0], [0], [0])
        starts.reserveCapacity(counts.count + 1)
        lines.reserveCapacity(counts.count + 1)
        filled.reserveCapacity(counts.count + 1)
        for (section, count) in counts.enumerated() {
            starts.append(starts[section] + count)
            lines.append(lines[section] + (count + columns - 1) / columns)
            filled.append(filled[section] + (count > 0 ? 1 : 0))
        }
        (self.starts, self.lines, self.filled) = (starts, lines, filled)
    }

    package var count: Int { starts.count - 1 }

    package func items(in section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

    /// The section that covers a position.
    func section(at position: Int) -> Int { last { starts[$0] <= position } }

    /// The last section that satisfies a predicate, which must hold for a prefix of the sections only; the first section
    /// when none satisfies it.
    func last(where isSo: (Int) -> Bool) -> Int {
        max(0, partitionPoint(count, isSo) - 1)
    }

    package var counts: [Int] { (0..<count).map { starts[$0 + 1] - starts[$0] } }
}
