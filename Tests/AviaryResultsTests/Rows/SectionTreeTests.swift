import AviaryResults
import AviaryTesting
import Testing

struct SectionTreeTests {
    private typealias Model = [(section: RowsSection, rows: Int)]

    @Test(arguments: [UInt64(1), 2, 3])
    func agreesWithAnArray(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var model: Model = (0..<generator.skewed(upTo: 2_000)).map { (RowsSection(Int64($0)), 1 + $0 % 5) }
        var tree = SectionTree(model)
        var kept: [(SectionTree, Model)] = []
        for step in 0..<6_000 {
            // Phases of growth and of shrinking, at the ends and in the middle.
            let shrinks = (step / 1_000) % 2 == 1
            func number(upTo end: Int) -> Int {
                [0, end, Int.random(in: 0...end, using: &generator)].randomElement(using: &generator) ?? 0
            }
            switch Int.random(in: 0..<3, using: &generator) {
            case 0 where !model.isEmpty:
                let (number, rows) = (number(upTo: model.count - 1), generator.skewed(upTo: 9))
                model[number].rows += rows
                tree.add(rows, toSectionAt: number)
            case 1 where !model.isEmpty && (shrinks || generator.chance(30)):
                let number = number(upTo: model.count - 1)
                model.remove(at: number)
                tree.remove(at: number)
            default:
                let (number, rows) = (number(upTo: model.count), 1 + step % 7)
                model.insert((RowsSection(Int64(10_000 + step)), rows), at: number)
                tree.insert(RowsSection(Int64(10_000 + step)), rows: rows, at: number)
            }
            if step % 600 == 0 { kept.append((tree, model)) }
        }
        kept.append((tree, model))
        for (tree, model) in kept { check(tree, model, "seed \(seed)") }
    }

    private func check(_ tree: SectionTree, _ model: Model, _ comment: Comment) {
        #expect(tree.violations() == [], comment)
        #expect(tree.count == model.count, comment)
        var found: Model = []
        tree.forEach { found.append(($0, $1)) }
        #expect(found.map(\.section) == model.map(\.section) && found.map(\.rows) == model.map(\.rows), comment)
        var end = 0
        for (number, (section, rows)) in model.enumerated() {
            #expect(tree[number].section == section && tree[number].rows == end..<end + rows, comment)
            for position in [end, end + rows - 1] { #expect(tree.entry(at: position)?.number == number, comment) }
            end += rows
        }
        #expect(tree.rowCount == end, comment)
        #expect(tree.entry(at: end) == nil, comment)
    }

    /// What an edit makes anew is one path, whatever comes and goes.
    @Test func anEditMakesOnePath() {
        let most = [1_000, 100_000].map { count -> Int in
            var generator = SeededGenerator(seed: 5)
            var tree = SectionTree((0..<count).map { (RowsSection(Int64($0)), 10) })
            return (0..<5).map { step in
                let (number, before) = (Int.random(in: 0..<count, using: &generator), tree)
                switch step % 3 {
                case 0: tree.add(1, toSectionAt: number)
                case 1: tree.insert(RowsSection(Int64(count + step)), rows: 1, at: number)
                default: tree.remove(at: number)
                }
                return tree.numberOfNodes(notIn: before)
            }.max() ?? 0
        }
        #expect(most[0] <= 14 && most[1] <= 21, "\(most): the height of a balanced tree, and a rotation")
    }
}
