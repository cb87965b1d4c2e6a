import AviarySnapshots
import AviaryTesting

/// Sections and items that change at random, a little most of the time, each item with a content that changes too.
struct RandomWalk {
    /// How many items have moved out of a section that went or into one that came.
    private(set) var movesAcrossChangedSections = 0
    private var generator: SeededGenerator
    private var sections: Sections
    private var contents: [Int: Int] = [:]
    private var nextItem = 100

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        sections = Sections.random(sections: 4, items: 12, &generator)
    }

    var entries: [[BatchUpdatingTests.Entry]] {
        sections.items.map { $0.map { .init(id: $0, content: contents[$0, default: 0]) } }
    }

    /// Takes a step, and tells what changed and what is there now.
    mutating func step() throws -> (Changeset<Int>, [[BatchUpdatingTests.Entry]]) {
        let old = try sections.list
        if generator.chance(20) {
            sections = Sections.random(sections: 5, items: 12, &generator)
        } else {
            for _ in 0..<generator.skewed(upTo: 5) { edit() }
        }
        let new = try sections.list
        var updated: [Int: ColumnSet] = [:]
        for item in sections.items.joined() where generator.chance(15) {
            contents[item, default: 0] += 1
            if old.position(of: item) != nil { updated[item] = .all }
        }
        let changeset = Changeset(from: old, to: new, updated: updated)
        movesAcrossChangedSections +=
            changeset.moved.count {
                changeset.deletedSections.contains($0.from.section)
                    || changeset.insertedSections.contains($0.to.section)
            }
        return (changeset, entries)
    }

    private mutating func edit() {
        var list = sections.sections
        let section = list.indices.randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
            // A section comes, or one is emptied into another.
            let names = ["A", "B", "C", "D", "E"].filter { name in !list.contains { $0.name == name } }
            guard let name = names.randomElement(using: &generator) else { break }
            list.insert((name, []), at: Int.random(in: 0...list.count, using: &generator))
        case 1 where list.count > 1:
            let gone = list.remove(at: section)
            list[Int.random(in: list.indices, using: &generator)].items += gone.items
        case 2 where list.count > 1: list.shuffle(using: &generator)
        case 3 where !list.isEmpty:
            let position = Int.random(in: 0...list[section].items.count, using: &generator)
            list[section].items.insert(nextItem, at: position)
            nextItem += 1
        case 4 where !list.isEmpty && !list[section].items.isEmpty:
            list[section].items.remove(at: Int.random(in: list[section].items.indices, using: &generator))
        default:
            guard !list.isEmpty, !list[section].items.isEmpty else { break }
            let item = list[section].items.remove(at: Int.random(in: list[section].items.indices, using: &generator))
            let target = Int.random(in: list.indices, using: &generator)
            list[target].items.insert(item, at: Int.random(in: 0...list[target].items.count, using: &generator))
        }
        sections.sections = list
    }
}
