import AviarySnapshots

/// The number of items, lines and non-empty sections before each section. A formula computes the top of a section from
/// these numbers.
///
/// - Complexity: O(*s*) to make for *s* sections, O(1) to copy.
package struct SectionTable: Hashable, Sendable {
    /// The number of items before each section; the last entry counts all items.
    let starts: [Int]
    /// The number of lines before each section.
    let lines: [Int]
    /// The number of non-empty sections before each section.
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

    /// The last section that satisfies a predicate, which must hold for a prefix of the sections only; the first
    /// section if none satisfies it.
    func last(where isSo: (Int) -> Bool) -> Int {
        max(0, partitionPoint(count, isSo) - 1)
    }
}
