import AviaryTesting
import Testing

@testable import AviaryResults

struct RowWordsTests {
    /// Rowids that follow each other, lie far apart, or are the least and the greatest.
    private static func ids(_ random: inout SeededGenerator) -> [Int64] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: Array(1...3000)
        case 1: Array(1_000_000_000_000...1_000_000_002_000)
        case 2: Array(0...500) + (0..<20).map { _ in Int64.random(in: 0 ... .max, using: &random) }
        default: Array(-20...400) + [.min, .max, .max - 1]
        }
    }

    @Test(arguments: 0..<24) func theyHoldWhatADictionaryHolds(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let ids = Self.ids(&random)
        var model: [Int64: UInt64] = [:]
        if seed % 2 == 0 { for id in ids.prefix(200) { model[id] = random.next() } }
        var words = RowWords(model.map { Entry(prefix: $0.value, id: $0.key) })
        var copies: [(words: RowWords, model: [Int64: UInt64])] = []
        for step in 0..<6_000 {
            // Phases of growth and of shrinking.
            let shrinks = (step / 1500) % 2 == 1
            let id = ids.randomElement(using: &random) ?? 0
            if model[id] != nil, random.chance(shrinks ? 90 : 50) {
                words.remove(id)
                model[id] = nil
            } else if model[id] == nil, !random.chance(shrinks ? 90 : 10) {
                let word = random.next()
                words.insert(word, for: id)
                model[id] = word
            }
            if step % 500 == 0 {
                copies.append((words, model))
                // An older copy can be edited, too.
                if step % 1000 == 0, let copy = copies.randomElement(using: &random) { (words, model) = copy }
            }
        }
        for (words, model) in copies + [(words, model)] {
            #expect(ids.allSatisfy { words[$0] == model[$0] }, "seed \(seed)")
            #expect(words.count == model.count)
            var found: [Int64] = []
            words.forEach { id, word in
                #expect(model[id] == word)
                found.append(id)
            }
            #expect(found == model.keys.sorted(), "seed \(seed)")
        }
        for id in ids where model[id] != nil { words.remove(id) }
        #expect(words.count == 0 && ids.allSatisfy { words[$0] == nil })
        words.insert(7, for: 3)
        #expect(words[3] == 7 && words[4] == nil && words[-1] == nil && words[.max] == nil)
    }

    /// What a row costs: the pages of both kinds of trees have 1,024 bytes.
    @Test func pagesFollowTheRowsAndNotTheirNumbers() {
        func pages(_ ids: some Sequence<Int64>) -> Int { RowWords(ids.map { Entry(prefix: 1, id: $0) }).numberOfPages }
        #expect(pages(0..<124_000) == 1000 + 9 + 1)
        #expect(pages((0..<124_000).map { $0 + 1 << 40 }) <= 1024)
        #expect(pages((0..<10_000).map { $0 * 1_000_000_007 }) < 10_000 / 50)
        #expect(pages([0, .max]) <= 2)
    }
}
