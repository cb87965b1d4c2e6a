import AviaryServer
import AviaryServerTesting
import Foundation
import Testing

@testable import Plans

/// The example `Examples/Plans`, driven as two browsers would drive it.
struct PlansTests {
    let path = FileManager.default.temporaryDirectory.appending(path: "plans-\(UUID().uuidString).sqlite").path

    /// The title of each visible plan, with its level and its mark.
    private func rows(_ tab: FakeBrowser) async -> [String] {
        await tab.collection("list").tiles.map { tile in
            let (level, isOpen, title) = (tile.values[1], tile.values[2], tile.values[3].filter { $0 != "\"" })
            return level + (isOpen == "true" ? "-" : isOpen == "false" ? "+" : " ") + title
        }
    }

    private func add(_ titles: [String], below item: String? = nil, _ tab: FakeBrowser) async throws {
        if let item { await tab.tap(item, in: "list") }
        for title in titles { try await tab.perform("add", fields: ["title": title]) }
        if let item { await tab.tap(item, in: "list") }
    }

    /// 1 (4 (6), 5), 2, 3
    private func fill(_ tab: FakeBrowser) async throws {
        try await add(["House", "Holiday", "Taxes"], tab)
        await tab.wait { $0.collection("list").items.count == 3 }
        try await add(["Roof", "Garden"], below: "1", tab)
        await tab.wait { $0.collection("list").items.count == 5 }
        try await add(["Tiles"], below: "4", tab)
        await tab.wait { $0.collection("list").items.count == 6 }
    }

    @Test func eachWindowExpandsItsOwnPlans() async throws {
        let app = try await makePlansApp(path: path)
        let (one, other) = (try await FakeBrowser(app), try await FakeBrowser(app))
        try await fill(one)
        #expect(await rows(one) == ["0-House", "1-Roof", "2 Tiles", "1 Garden", "0 Holiday", "0 Taxes"])
        await other.wait { $0.collection("list").items.count == 3 }
        #expect(await rows(other) == ["0+House", "0 Holiday", "0 Taxes"])

        await other.setExpanded(true, "1", in: "list")
        await other.wait { $0.collection("list").items.count == 5 }
        #expect(await rows(other) == ["0-House", "1+Roof", "1 Garden", "0 Holiday", "0 Taxes"])
        await one.setExpanded(false, "1", in: "list")
        await one.wait { $0.collection("list").items.count == 3 }
        #expect(await other.collection("list").items.count == 5)
        await other.ascend(from: "4", in: "list")
        #expect(await other.collection("list").found == 0)
        await other.ascend(from: "1", in: "list")
        #expect(await other.collection("list").found == nil)
        await other.setExpanded(true, "99", in: "list")
        #expect(await other.refusals == [])
        #expect(await other.faults == [])
        await one.close()
        await other.close()
    }

    @Test func aDeletedPlanTakesThePlansBelowItAndUndoBringsThemBack() async throws {
        let tab = try await FakeBrowser(makePlansApp(path: path))
        try await fill(tab)
        await tab.swipe("1", in: "list")
        #expect(await tab.trailingSwipeActions == ["Delete"])
        try await tab.perform("delete", item: "1")
        await tab.wait { $0.collection("list").items == ["2", "3"] }
        try await tab.perform("undo/undo")
        await tab.wait { $0.collection("list").items.count == 6 }
        #expect(await rows(tab) == ["0-House", "1-Roof", "2 Tiles", "1 Garden", "0 Holiday", "0 Taxes"])
        try await tab.perform("toggle", item: "6")
        await tab.wait { $0.collection("list").tiles.contains { $0.id == "6" && $0.values[0] == "true" } }
        await tab.close()
    }

    @Test func plansMoveIntoParentsAndOutOfThem() async throws {
        let tab = try await FakeBrowser(makePlansApp(path: path))
        try await fill(tab)
        try await tab.move("3", "before", "5", in: "list")
        await tab.wait { $0.collection("list").items == ["1", "4", "6", "3", "5", "2"] }
        #expect(await rows(tab) == ["0-House", "1-Roof", "2 Tiles", "1 Taxes", "1 Garden", "0 Holiday"])
        try await tab.move("2", "section", "3", in: "list")
        await tab.wait { $0.collection("list").items == ["1", "4", "6", "3", "2", "5"] }
        #expect(await rows(tab) == ["0-House", "1-Roof", "2 Tiles", "1-Taxes", "2 Holiday", "1 Garden"])
        // Beside itself: out of its parent, and below the sibling above it.
        try await tab.move("3", "behind", "3", in: "list")
        await tab.wait { $0.collection("list").items == ["1", "4", "6", "5", "3", "2"] }
        #expect(await rows(tab) == ["0-House", "1-Roof", "2 Tiles", "1 Garden", "0-Taxes", "1 Holiday"])
        try await tab.move("5", "section", "5", in: "list")
        await tab.wait { $0.collection("list").items == ["1", "4", "6", "5", "3", "2"] }
        await tab.wait { $0.collection("list").tiles[3].values[1] == "2" }
        try await tab.move("2", "before", "4", in: "list")
        await tab.wait { $0.collection("list").items == ["1", "2", "4", "6", "5", "3"] }
        for (side, other) in [("section", "6"), ("before", "6"), ("behind", "5"), ("section", "4")] {
            await #expect(throws: (any Error).self) { try await tab.move("1", side, other, in: "list") }
        }
        #expect(await rows(tab) == ["0-House", "1 Holiday", "1-Roof", "2 Tiles", "2 Garden", "0 Taxes"])
        try await tab.move("1", "before", "3", in: "list")
        await #expect(throws: (any Error).self) { try await tab.move("1", "section", "1", in: "list") }
        await #expect(throws: (any Error).self) { try await tab.move("1", "behind", "1", in: "list") }
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aPageComesBackWithItsExpandedPlans() async throws {
        let app = try await makePlansApp(path: path)
        let tab = try await FakeBrowser(app)
        try await fill(tab)
        await tab.setExpanded(false, "4", in: "list")
        await tab.wait { $0.collection("list").items.count == 5 }
        try await tab.reconnect()
        #expect(await rows(tab) == ["0-House", "1+Roof", "1 Garden", "0 Holiday", "0 Taxes"])
        await tab.close()
    }
}
