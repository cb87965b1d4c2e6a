import AviarySnapshots
import AviaryTesting
import Testing

typealias List = ListSnapshot<String, Int>

/// A list as tests write it: sections by name, each with its items.
struct Sections: Equatable, ExpressibleByDictionaryLiteral, Sendable, CustomTestStringConvertible {
    var sections: [(name: String, items: [Int])]

    init(_ sections: KeyValuePairs<String, [Int]>) { self.sections = sections.map { ($0.key, $0.value) } }

    init(dictionaryLiteral sections: (String, [Int])...) { self.sections = sections.map { ($0.0, $0.1) } }

    init(_ list: List) {
        sections = (0..<list.numberOfSections).map {
            (list.sectionIdentifier(at: $0), list.items(in: list.range(ofSection: $0)))
        }
    }

    var list: List {
        get throws {
            var list = List()
            for (name, items) in sections {
                try list.appendSections([name])
                try list.appendItems(items, toSection: name)
            }
            return list
        }
    }

    var items: [[Int]] { sections.map(\.items) }

    /// Up to `sections` sections that share up to `items` items.
    static func random(sections: Int, items: Int, _ generator: inout SeededGenerator) -> Sections {
        let names = ["A", "B", "C", "D", "E"].shuffled(using: &generator).prefix(
            Int.random(in: 1...sections, using: &generator))
        var result = Sections([:])
        result.sections = names.map { ($0, []) }
        for item in (0..<items).shuffled(using: &generator) where generator.chance(70) {
            result.sections[Int.random(in: 0..<names.count, using: &generator)].items.append(item)
        }
        return result
    }

    var testDescription: String { sections.map { "\($0.name)\($0.items)" }.joined(separator: " ") }

    static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.sections.map(\.name) == rhs.sections.map(\.name) && lhs.items == rhs.items
    }
}
