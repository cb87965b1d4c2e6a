import AviaryServer
import AviaryServerTesting
import Dice
import Testing

/// An app that is built without our compiler settings is as safe as one that has them.
struct DiceTests {
    /// Its async methods leave their caller's actor by their type, and change what the delegate reads.
    @Test func anActionRunsInItsScenesIsolation() async throws {
        let tab = try await FakeBrowser(makeDice())
        try await tab.perform("throw", fields: ["count": "1"])
        async let thrown: Void = tab.perform("throw", fields: ["count": "999"])
        var taps = 0
        while await tab.collection("dice").count < 1_000, taps < 100_000 {
            await tab.tap("1", in: "dice")
            await #expect(tab.outlets["check"] == "\"\"")
            taps += 1
        }
        try await thrown
        await tab.wait { $0.collection("dice").count == 1_000 }
        #expect(taps > 0)
        #expect(await tab.outlets["check"] == "\"\"")
        #expect(await tab.faults == [])
        await tab.close()
    }
}
