import Testing

@testable import AviaryServer

struct WorkBudgetTests {
    private let start = ContinuousClock.now

    @Test func aPersonWhoScrollsIsNeverInDebt() {
        var budget = WorkBudget()
        // Twenty times a second the window goes on by 200 cells, for a minute.
        for step in 0..<1_200 { budget.spend(200, at: start + .milliseconds(50 * step)) }
        #expect(!budget.isSpent)
    }

    @Test func whoAsksForMoreIsInDebtUntilItHasBeenQuiet() {
        var budget = WorkBudget()
        for _ in 0..<100 { budget.spend(4_096, at: start) }
        #expect(budget.isSpent)
        budget.spend(0, at: start + .milliseconds(900))
        #expect(budget.isSpent)
        budget.spend(0, at: start + .milliseconds(1_100))
        #expect(!budget.isSpent, "no debt is for good")
    }

    @Test func nothingIsGivenBack() {
        var budget = WorkBudget()
        for _ in 0..<3 { budget.spend(4_096, at: start) }
        budget.spend(-100_000, at: start)
        #expect(budget.isSpent)
    }

    @Test func workInTheLaneHasALowerPriority() async {
        let lane = SlowLane()
        let (isHere, priority) = await lane.run { (SlowLane.isHere, Task.currentPriority) }
        #expect(isHere && priority == .utility)
        #expect(!SlowLane.isHere)
    }
}
