import AviarySnapshots
import AviaryTesting
import Testing

struct ChangesetTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var old: Sections
        var new: Sections
        /// "-" deletes, "+" inserts, ">" moves; "s" is for sections.
        var changes: [String]
    }

    static let cases = [
        Case(testDescription: "nothing", old: ["A": [1, 2]], new: ["A": [1, 2]], changes: []),
        Case(testDescription: "first insert", old: ["A": []], new: ["A": [1]], changes: ["+1[0, 0]"]),
        Case(testDescription: "last delete", old: ["A": [1]], new: ["A": []], changes: ["-1[0, 0]"]),
        Case(
            testDescription: "deletes in the old list, inserts in the new", old: ["A": [1, 2, 3]],
            new: ["A": [9, 3, 8]], changes: ["-1[0, 0]", "-2[0, 1]", "+9[0, 0]", "+8[0, 2]"]),
        Case(
            testDescription: "one of two neighbours moves", old: ["A": [1, 2, 3]], new: ["A": [1, 3, 2]],
            changes: [">3[0, 2][0, 1]"]),
        Case(
            testDescription: "a move past a delete is none", old: ["A": [1, 2, 3]], new: ["A": [2, 3]],
            changes: ["-1[0, 0]"]),
        Case(
            testDescription: "across sections", old: ["A": [1, 2], "B": [3]], new: ["A": [1], "B": [2, 3]],
            changes: [">2[0, 1][1, 0]"]),
        Case(
            testDescription: "into a new section", old: ["A": [1, 2]], new: ["A": [1], "B": [2]],
            changes: ["+s1", ">2[0, 1][1, 0]"]),
        Case(
            testDescription: "the last of a section out", old: ["A": [1], "B": [2]], new: ["A": [1, 2]],
            changes: ["-s1", ">2[1, 0][0, 1]"]),
        Case(
            testDescription: "the only one moved across", old: ["A": [1], "B": [2]], new: ["A": [1], "C": [2]],
            changes: ["-s1", "+s1", ">2[1, 0][1, 0]"]),
        Case(testDescription: "an empty section comes", old: ["A": [1]], new: ["B": [], "A": [1]], changes: ["+s0"]),
    ]

    @Test(arguments: cases)
    func tellsWhatChanged(example: Case) throws {
        let changeset = Changeset(from: try example.old.list, to: try example.new.list)
        var told = changeset.deletedSections.map { "-s\($0)" } + changeset.insertedSections.map { "+s\($0)" }
        told += changeset.deleted.map { "-\($0.id)\($0.path)" } + changeset.inserted.map { "+\($0.id)\($0.path)" }
        told += changeset.moved.map { ">\($0.id)\($0.from)\($0.to)" }
        #expect(told == example.changes)
        #expect(try replay(changeset, on: example.old.items) == example.new.items)
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func leadsFromOneListToAnotherAndBack(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<3000 {
            let items = generator.skewed(upTo: 60)
            let one = Sections.random(sections: 4, items: items, &generator)
            let other = Sections.random(sections: 4, items: items, &generator)
            for (old, new) in [(one, other), (other, one)] {
                let changeset = Changeset(from: try old.list, to: try new.list)
                #expect(try replay(changeset, on: old.items) == new.items, "seed \(seed), round \(round)")
            }
        }
    }

    /// As many items stay as in the longest subsequence that a slow search finds.
    @Test(arguments: [UInt64(5), 6])
    func movesAsFewAsPossible(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let items = Array(0..<Int.random(in: 1...9, using: &generator))
            let shuffled = items.shuffled(using: &generator)
            let changeset = Changeset(from: try Sections(["A": items]).list, to: try Sections(["A": shuffled]).list)
            let stay = (0..<(1 << items.count)).map { mask in
                let kept = shuffled.filter { mask >> $0 & 1 == 1 }
                return kept == kept.sorted() ? kept.count : 0
            }.max()
            #expect(changeset.moved.count == items.count - (stay ?? 0))
        }
    }

    @Test(arguments: [UInt64(7), 8])
    func touchedItemsSuffice(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<3000 {
            let count = generator.skewed(upTo: 100)
            let before = Array(0..<count)
            var after = before
            var touched: [Int: ColumnSet] = [:]
            for _ in 0..<generator.skewed(upTo: count) {
                let position = Int.random(in: 0...after.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0:
                    let id = count + touched.count * 1000 + round
                    guard touched[id] == nil else { continue }
                    after.insert(id, at: position)
                    touched[id] = .all
                case 1 where position < after.count:
                    touched[after.remove(at: position)] = .all
                case 2 where position < after.count:
                    let id = after.remove(at: position)
                    after.insert(id, at: Int.random(in: 0...after.count, using: &generator))
                    touched[id, default: []].formUnion(ColumnSet(column: 1))
                case 3 where position < after.count:
                    touched[after[position], default: []].formUnion(ColumnSet(column: 2))
                default: continue
                }
            }
            let (old, new) = (try Sections(["A": before]).list, try Sections(["A": after]).list)
            for (first, second, items, wanted) in [(old, new, before, after), (new, old, after, before)] {
                let changeset = Changeset(from: first, to: second, touched: touched)
                #expect(try replay(changeset, on: items) == wanted, "seed \(seed), round \(round)")
                let updated = Set(changeset.updated.map(\.id))
                for id in touched.keys where touched[id] != [] && items.contains(id) && wanted.contains(id) {
                    #expect(updated.contains(id))
                }
            }
        }
    }

    @Test(arguments: [UInt64(9), 10])
    func mergedUpdatesLeadAllTheWay(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<1000 {
            var states = [Sections.random(sections: 3, items: 20, &generator)]
            for _ in 0..<4 { states.append(Sections.random(sections: 3, items: 20, &generator)) }
            let updates = try zip(states, states.dropFirst()).map { old, new in
                let (old, new) = (try old.list, try new.list)
                return SnapshotUpdate(from: old, to: new, changeset: Changeset(from: old, to: new, updated: [3: .all]))
            }
            let merged = updates.dropFirst().reduce(updates[0]) { $0.merged(with: $1) }
            #expect(
                try replay(merged.changeset, on: states[0].items) == states[4].items, "seed \(seed), round \(round)")
        }
    }
}
