import AviaryTesting
import Testing

@testable import AviaryResults

struct NumberListTests {
    @Test(arguments: 0..<20) func itHoldsWhatAnArrayHolds(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let size = seed < 4 ? 60_000 : Int.random(in: 0...3_000, using: &random)
        var model = (0..<size).map { _ in Float.random(in: 0...1, using: &random) }
        var list = NumberList(model)
        var copies: [(NumberList, [Float])] = []
        // Waves of inserts and removals, at random positions and at one, so that chunks are split and joined.
        for wave in 0..<8 {
            let (isGrowing, place) = (wave % 2 == 0, Int.random(in: 0...model.count, using: &random))
            for _ in 0..<(seed < 4 ? 400 : 1_500) {
                let position = Bool.random(using: &random) ? place : Int.random(in: 0...model.count, using: &random)
                if isGrowing || model.isEmpty {
                    let number = Float.random(in: 0...1, using: &random)
                    list.insert(number, at: min(position, model.count))
                    model.insert(number, at: min(position, model.count))
                } else {
                    list.remove(at: min(position, model.count - 1))
                    model.remove(at: min(position, model.count - 1))
                }
            }
            #expect(list.count == model.count, "seed \(seed)")
            #expect(list[0..<model.count] == model, "seed \(seed)")
            for _ in 0..<20 {
                let start = Int.random(in: 0...model.count, using: &random)
                let end = Int.random(in: start...model.count, using: &random)
                #expect(list[start..<end] == Array(model[start..<end]), "seed \(seed)")
            }
            copies.append((list, model))
        }
        for (copy, model) in copies { #expect(copy[0..<model.count] == model, "seed \(seed): a copy was edited") }
    }
}
