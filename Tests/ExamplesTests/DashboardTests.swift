import AviaryServer
import AviaryServerTesting
import Foundation
import GRDB
import Testing

@testable import Dashboard

/// The example `Examples/Dashboard`, over a small shop.
struct DashboardTests {
    let path = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID().uuidString).sqlite").path

    private func makeShop() throws -> DatabaseQueue {
        let shop = try DatabaseQueue(path: path)
        try shop.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer TEXT NOT NULL, state TEXT NOT NULL,
                        cents INTEGER NOT NULL, placed DATETIME NOT NULL);
                    INSERT INTO purchase VALUES
                        (1, '100% Ada', 'new', 900, '2026-01-01 10:00:00'), (2, 'Grace_H', 'sent', 100, '2026-01-02 10:00:00'),
                        (3, 'Linus', 'sent', 2000, '2026-01-03 10:00:00');
                    """)
        }
        return shop
    }

    @Test func eachWindowHasItsOwnFilters() async throws {
        _ = try makeShop()
        let app = try await makeDashboard(path: path)
        let (one, other) = (try await FakeBrowser(app), try await FakeBrowser(app))
        await one.wait { $0.collection("table").items == ["3", "2", "1"] }
        for (text, found) in [("%", ["1"]), ("_", ["2"]), ("LIN", ["3"]), ("nobody", [])] {
            try await one.perform("filter", fields: ["text": text])
            await one.wait { $0.collection("table").items == found }
        }
        try await one.perform("clear")
        try await one.perform("filter", fields: ["least": "9"])
        try await one.perform("filter", fields: ["order": "amount"])
        await one.wait { $0.collection("table").items == ["3", "1"] }
        #expect(await other.collection("table").items == ["3", "2", "1"])
        #expect(await one.faults == [])
        await one.close()
        await other.close()
    }

    @Test func aStateThatSomebodyElseWroteIsMadeSafe() {
        typealias Filters = DashboardController.Filters
        let filters = Filters.stored(
            #"{"text":"\#(String(repeating: "x", count: 9_000))","order":"no such","least":1e300}"#)
        #expect(filters?.least == nil && filters?.order == "placed" && filters?.text.count == 200)
        #expect(Filters.stored(#"{"text":"","order":"amount","least":7}"#)?.least == 7)
        for state in ["", "{}", "[1]", "\u{0}"] { #expect(Filters.stored(state) == nil) }
    }

    @Test func aCommitOfTheShopChangesCardsAndTable() async throws {
        let shop = try makeShop()
        let tab = try await FakeBrowser(makeDashboard(path: path))
        await tab.wait { $0.collection("cards").items == ["new", "sent"] }
        try await shop.write { db in
            try db.execute(sql: "UPDATE purchase SET state = 'lost <&>' WHERE id = 1")
        }
        await tab.wait { $0.collection("cards").items == ["lost <&>", "sent"] }
        await tab.close()
    }

    @Test func whatIsNoShopIsSaid() async throws {
        await #expect { try await makeDashboard(path: path) } throws: { "\($0)".contains("is no database of a shop") }
        #expect(!FileManager.default.fileExists(atPath: path))
        _ = try DatabaseQueue(path: path)
        await #expect(throws: NoShop.self) { try await makeDashboard(path: path) }
    }
}
