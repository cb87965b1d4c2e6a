import Testing

@testable import AviaryServer

struct AskerTests {
    private let start = ContinuousClock.now
    private let asker = Asker()

    /// Whether the account has such a debt that a free packet is deferred.
    private func isInDebt(at now: ContinuousClock.Instant) -> Bool {
        asker.charge(Price(units: 0), at: now) > .ordinary
    }

    @Test func aPersonWhoScrollsIsNeverInDebt() {
        // Twenty times a second the window goes on by 200 cells, for a minute.
        for step in 0..<1_200 {
            let price = asker.charge(Price(units: 200), at: start + .milliseconds(50 * step))
            #expect(price <= .ordinary)
        }
    }

    @Test func whoAsksForMoreIsInDebtUntilItHasBeenQuiet() {
        for _ in 0..<100 { asker.charge(Price(units: 4_096), at: start) }
        #expect(isInDebt(at: start))
        #expect(isInDebt(at: start + .milliseconds(900)))
        #expect(!isInDebt(at: start + .milliseconds(1_100)), "no debt is for good")
    }

    @Test func nothingIsGivenBack() {
        for _ in 0..<3 { asker.charge(Price(units: 4_096), at: start) }
        asker.charge(Price(units: -100_000), at: start)
        #expect(isInDebt(at: start))
    }

    @Test func anotherConnectionBeginsWithoutDebt() {
        for _ in 0..<3 { asker.charge(Price(units: 4_096), at: start) }
        asker.arrive(from: nil)
        #expect(!isInDebt(at: start))
    }
}
