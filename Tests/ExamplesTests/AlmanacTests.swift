import AviaryServer
import AviaryServerTesting
import AviaryTesting
import Logging
import Testing

@testable import Workbench

/// Dates, and settings in menus.
struct AlmanacTests {
    private func open(_ log: CollectedLog = CollectedLog(level: .error), height: Double = 700) async throws
        -> FakeBrowser
    {
        let app = LiveApp(
            name: "Almanac", rooms: [Route("/", title: "Almanac") { AlmanacController() }],
            logger: Logger(label: "test") { _ in log })
        return try await FakeBrowser(app, height: height)
    }

    @Test func aDateCrossesTheWireAsMilliseconds() async throws {
        let tab = try await open()
        #expect(await tab.outlets["now"] == "1795390200000")
        #expect(
            await tab.collection("days").tiles.map(\.values) == [
                ["1795390200000", "1795390200000"], ["1795476600000", "1795390200000"],
                ["1795563000000", "1795390200000"],
            ])
        try await tab.perform("forget", menu: "days")
        #expect(await tab.outlets["now"] == "null")
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func severalMenuItemsShareAnAction() async throws {
        let tab = try await open()
        await tab.openMenu(in: "days", at: "1")
        #expect(await tab.menu == ["This year", "Next year", "Forget", "Earlier", "Last year", "The year before"])
        try await tab.perform("put", fields: ["shift": "year"], item: "1", menu: "days")
        #expect(await tab.outlets["now"] == "1826926200000")
        try await tab.perform("put", fields: ["shift": "none"], menu: "days")
        #expect(await tab.outlets["now"] == "1795390200000")
        // Keys have the fields of their item, whatever the tab says.
        try await tab.press("Mod+Y", in: "days", fields: ["shift": "none"])
        #expect(await tab.outlets["now"] == "1826926200000")
        try await tab.press("Mod+L", in: "days")
        #expect(await tab.outlets["now"] == "1763854200000")
        #expect(await tab.faults == [])
        await tab.close()
    }
}
