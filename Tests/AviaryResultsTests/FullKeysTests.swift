import AviaryTesting
import Testing

@testable import AviaryResults

struct FullKeysTests {
    @Test(arguments: 0..<20) func theyHoldWhatADictionaryHolds(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        // Rowids that follow each other, lie far apart, or are the least and the greatest.
        let ids: [Int64] =
            Array(-20...400) + [.min, .min + 1, .max, .max - 1]
            + (0..<40).map { _ in Int64.random(in: .min ... .max, using: &random) }
        var keys = FullKeys()
        var model: [Int64: FullKey] = [:]
        var copies: [(keys: FullKeys, model: [Int64: FullKey])] = []
        for step in 0..<4_000 {
            let id = ids.randomElement(using: &random) ?? 0
            let key = Int.random(in: 0..<3, using: &random) == 0 ? nil : Self.key(using: &random)
            keys[id] = key
            model[id] = key
            if step % 500 == 0 { copies.append((keys, model)) }
        }
        for (keys, model) in copies + [(keys, model)] {
            #expect(ids.allSatisfy { keys[$0] == model[$0] }, "seed \(seed)")
            #expect(keys.ids.count == model.count && Set(keys.ids) == Set(model.keys), "seed \(seed)")
            #expect(keys.isEmpty == model.isEmpty)
        }
        for id in ids { keys[id] = nil }
        #expect(keys.isEmpty && keys.ids.isEmpty)
    }

    /// Empty, short, or longer than a length of one byte can say.
    private static func key(using random: inout SeededGenerator) -> FullKey {
        let lengths = [0, 1, 11, 40, 300, 70_000]
        let length = lengths[Int.random(in: 0..<100, using: &random) == 0 ? 5 : Int.random(in: 0..<5, using: &random)]
        let byte = UInt8.random(in: .min ... .max, using: &random)
        return FullKey(Array(repeating: byte, count: length)[...])
    }
}
