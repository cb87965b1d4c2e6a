import AviaryTesting
import Testing

/// Undo is exact, or says that it is not: histories that were drawn are compared with copies of all rows.
struct UndoModelTests {
    @Test(arguments: 0..<UInt64(draws(15, long: 20_000)))
    func everyRowIsAsItWasOrLeftAloneAndCounted(seed: UInt64) async throws {
        let model = try UndoModel(seed: seed)
        defer { model.remove() }
        try await model.run(steps: 60)
    }

    @Test func drawnHistoriesReachWhatTheyTest() async throws {
        var (reverted, exact, lossy, beside) = (0, 0, 0, 0)
        for seed in 1_000..<1_030 as Range<UInt64> {
            let model = try UndoModel(seed: seed)
            defer { model.remove() }
            try await model.run(steps: 60)
            reverted += model.reverted
            exact += model.exact
            lossy += model.lossy
            beside += model.beside
        }
        #expect(reverted > 50 && exact > 20 && lossy > 5)
        #expect(beside > 0)
    }
}
