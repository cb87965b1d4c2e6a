import AviarySnapshots

/// The declared sections without rows, and their positions among the sections with rows.
///
///     declared                 A  B  C  D
///     sections with rows          B     D  U
///     shown                    A  B  C  D  U
///
/// A section without rows comes before the first later declared section that has rows, or else at the end.
struct EmptySections: Sendable {
    /// The declared sections without rows, in order.
    let sections: [RowsSection]
    /// How many sections with rows come before each of `sections`. The numbers ascend.
    private let before: [Int]
    private let numbers: [RowsSection: Int]

    static let none = EmptySections(of: [], count: 0) { _ in nil }

    /// Finds the declared sections without rows.
    ///
    /// - Parameters:
    ///   - count: How many sections have rows.
    ///   - number: Returns the number of a section among the sections with rows; `nil` when it has none.
    /// - Complexity: O(*d*) for *d* declared sections, and as many calls of `number`.
    init(of declared: [RowsSection], count: Int, number: (RowsSection) -> Int?) {
        var found: [(section: RowsSection, before: Int)] = []
        var next = count
        for section in declared.reversed() {
            if let number = number(section) { next = min(next, number) } else { found.append((section, next)) }
        }
        found.reverse()
        sections = found.map(\.section)
        before = found.map(\.before)
        numbers = Dictionary(zip(sections, 0...)) { first, _ in first }
    }

    var count: Int { sections.count }

    /// Returns the number that a section with rows has among all sections.
    ///
    /// - Complexity: O(log *d*).
    func number(ofFilled number: Int) -> Int {
        sections.isEmpty ? number : number + partitionPoint(count) { before[$0] <= number }
    }

    /// Returns the number of a declared section without rows among all sections; `nil` for any other section.
    func number(of section: RowsSection) -> Int? { numbers[section].map { before[$0] + $0 } }

    enum Kind {
        /// A section with rows, and its number among the sections with rows.
        case filled(Int)
        /// A section without rows, and the number of sections with rows before it.
        case empty(RowsSection, before: Int)
    }

    /// The section at a number among all sections.
    ///
    /// - Complexity: O(log *d*).
    subscript(number: Int) -> Kind {
        if sections.isEmpty { return .filled(number) }
        let index = partitionPoint(count) { before[$0] + $0 < number }
        guard index < count, before[index] + index == number else { return .filled(number - index) }
        return .empty(sections[index], before: before[index])
    }

    /// Merges the values of sections with rows and of sections without rows, in order.
    func merged<Value>(_ filled: [Value], _ empty: (RowsSection) -> Value) -> [Value] {
        if sections.isEmpty { return filled }
        var merged: [Value] = []
        merged.reserveCapacity(filled.count + count)
        var taken = 0
        for (section, start) in zip(sections, before) {
            merged += filled[taken..<start]
            merged.append(empty(section))
            taken = start
        }
        return merged + filled[taken...]
    }
}
