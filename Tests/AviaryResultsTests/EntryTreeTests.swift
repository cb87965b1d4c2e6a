import AviaryResults
import AviaryTesting
import Testing

struct EntryTreeTests {
    @Test(arguments: [UInt64(1), 2, 3])
    func agreesWithAnArray(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var list = (0..<Int64(generator.skewed(upTo: 20_000))).map { Entry(prefix: UInt64($0) * 3, id: $0) }
        var tree = EntryTree(list)
        var kept: [(EntryTree, [Entry])] = []
        for step in 0..<30_000 {
            // Phases of growth and of shrinking, at the ends and in the middle.
            let shrinks = (step / 5000) % 2 == 1
            if list.isEmpty || !generator.chance(shrinks ? 80 : 20) {
                let place = [0, list.count, Int.random(in: 0...list.count, using: &generator)]
                    .randomElement(using: &generator)!
                let entry = Entry(prefix: generator.next(), id: Int64(step))
                list.insert(entry, at: place)
                tree.insert(entry, at: place)
            } else {
                let place = [0, list.count - 1, Int.random(in: 0..<list.count, using: &generator)]
                    .randomElement(using: &generator)!
                list.remove(at: place)
                tree.remove(at: place)
            }
            if step % 3000 == 0 {
                kept.append((tree, list))
                #expect(tree.violations() == [])
            }
        }
        kept.append((tree, list))
        for (tree, list) in kept {
            #expect(tree.violations() == [])
            #expect(list.indices.allSatisfy { tree[$0] == list[$0] })
            var found: [Entry] = []
            let range = list.count / 3..<list.count * 2 / 3
            tree.forEach(in: range) { found.append($0) }
            #expect(found == Array(list[range]))
        }
    }

    @Test func findsTheLastEntryOfABeginning() {
        let tree = EntryTree((0..<100_000).map { Entry(prefix: UInt64($0 / 7), id: Int64($0)) })
        #expect(tree.violations() == [])
        #expect(tree.last { _ in false } == nil)
        #expect(tree.last { $0.id < 70_000 }?.position == 69_999)
        #expect(tree.last { $0.prefix <= 3 }?.entry == Entry(prefix: 3, id: 27))
        #expect(tree.last { _ in true }?.position == 99_999)
        #expect(EntryTree().last { _ in true } == nil)
    }
}
