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
                let position = [0, list.count, Int.random(in: 0...list.count, using: &generator)]
                    .randomElement(using: &generator)!
                let entry = Entry(prefix: generator.next(), id: Int64(step))
                list.insert(entry, at: position)
                tree.insert(entry, at: position)
            } else {
                let position = [0, list.count - 1, Int.random(in: 0..<list.count, using: &generator)]
                    .randomElement(using: &generator)!
                list.remove(at: position)
                tree.remove(at: position)
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

    /// Copies come and go in any order, and any of them may be edited.
    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6])
    func copiesKeepWhatTheyHold(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let list = (0..<Int64([0, 60, 3000][Int(seed % 3)])).map { Entry(prefix: UInt64($0), id: $0) }
        var copies = [(tree: EntryTree(list), list: list)]
        for step in 0..<3000 {
            let number = Int.random(in: 0..<copies.count, using: &generator)
            if generator.chance(30), copies.count > 1 {
                copies.remove(at: number)
            } else if copies.count < 8 {
                copies.append(copies[number])
            }
            // Mostly the newest, as a live query does.
            let edited = generator.chance(70) ? copies.count - 1 : Int.random(in: 0..<copies.count, using: &generator)
            for _ in 0..<generator.skewed(upTo: 40) {
                let end = copies[edited].list.count
                let position = [0, end, Int.random(in: 0...end, using: &generator)].randomElement(using: &generator)!
                if generator.chance(50), position < copies[edited].list.count {
                    copies[edited].list.remove(at: position)
                    copies[edited].tree.remove(at: position)
                } else {
                    let entry = Entry(prefix: generator.next(), id: Int64(step))
                    copies[edited].list.insert(entry, at: position)
                    copies[edited].tree.insert(entry, at: position)
                }
            }
            #expect(EntryTree.pagesLost(by: copies.map(\.tree)) == 0, "seed \(seed), step \(step)")
            if step % 7 != 0 { continue }
            for (tree, list) in copies {
                var found: [Entry] = []
                tree.forEach(in: 0..<tree.count) { found.append($0) }
                #expect(found == list, "seed \(seed), step \(step)")
                #expect(tree.violations() == [], "seed \(seed), step \(step)")
            }
        }
    }

    /// A page that came and went between two trees is kept for neither.
    @Test func whoeverKeepsTheFirstKeepsNoOther() {
        let first = EntryTree((0..<10_000).map { Entry(prefix: UInt64($0), id: $0) })
        var tree = first
        for position in 0..<10_000 {
            let before = tree
            tree.remove(at: position)
            tree.insert(before[position], at: position)
        }
        #expect(EntryTree.pagesLost(by: [first, tree]) == 0)
    }

    /// Rowids below 2^32 take four bytes, until one needs more.
    @Test(arguments: [Int64(UInt32.max), Int64(UInt32.max) + 1, -1, .min, .max]) func takesAnyRowid(id: Int64) {
        let list = (0..<Int64(1000)).map { Entry(prefix: UInt64($0), id: $0) }
        let first = EntryTree(list)
        var tree = first
        tree.insert(Entry(prefix: 7, id: id), at: 500)
        tree.insert(Entry(prefix: 7, id: 1_000), at: 0)
        tree.remove(at: 1)
        #expect(tree.violations() == [] && first.violations() == [])
        #expect(tree[500] == Entry(prefix: 7, id: id) && tree[0].id == 1_000 && tree.count == 1001)
        #expect(list.indices.allSatisfy { first[$0] == list[$0] })
        #expect(EntryTree.pagesLost(by: [first, tree]) == 0)
        let wide = EntryTree(list + [Entry(prefix: 7, id: id)])
        #expect(wide.violations() == [] && wide[1000].id == id)
    }

    /// A tree that is made anew has narrow rowids when the wide ones are gone; the next one may be wide.
    @Test func aWideRowidGoesIntoATreeThatIsMadeAnew() {
        let wide = Entry(prefix: 9, id: 1 << 40 + 5)
        var tree = EntryTree([Entry(prefix: 1, id: 1), wide])
        tree.remove(at: 1)
        // The copy is edited after the original was, so it is made anew.
        var copy = tree
        tree.remove(at: 0)
        copy.insert(wide, at: 1)
        #expect(copy[1] == wide && copy.violations() == [] && tree.count == 0)

        // So is one of which most is free.
        let many = (0..<Int64(20_000)).map { Entry(prefix: UInt64($0), id: $0 + 1 << 40) }
        var list = EntryTree(many)
        while list.count > 0 { list.remove(at: list.count - 1) }
        let before = list
        list.insert(wide, at: 0)
        #expect(list[0] == wide && list.violations() == [] && before.count == 0)
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
