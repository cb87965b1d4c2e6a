import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryTesting
import Foundation
import GRDB
import Testing

@testable import Workbench

/// Controls that are filled with rows, typed fields, and sentences beside them.
struct FormTests {
    let path = FileManager.default.temporaryDirectory.appending(path: "form-\(UUID().uuidString).sqlite").path
    let good = [
        "title": "One", "shelf": "2", "due": "2026-02-28", "start": "07:30", "pages": "12", "weight": "2.5",
        "fill": "#3366cc", "mood": "lively", "tags/1": "true", "tags/3": "true",
    ]

    private func change(_ sql: String, _ arguments: StatementArguments = []) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in try db.execute(sql: sql, arguments: arguments) }
        try queue.close()
    }

    /// A tab on three shelves in two wings.
    private func open() async throws -> FakeBrowser {
        let app = try await makeWorkbench(path: path)
        try change(
            "INSERT INTO shelf (name, wing, position) VALUES ('Tea', 'East', 1), ('Ink', 'East', 2), ('Oil', 'West', 1)"
        )
        let tab = try await FakeBrowser(app, path: "/form")
        await tab.wait { $0.choices["shelves"]?.rows.count == 3 && $0.choices["mood"] != nil }
        return tab
    }

    @Test func theRowsAreThereInTheirGroups() async throws {
        let tab = try await open()
        let shelves = try #require(await tab.choices["shelves"])
        #expect(shelves.titles == ["Tea", "Ink", "Oil"])
        #expect(shelves.rows.map(\.id) == ["1", "2", "3"])
        #expect(shelves.groups.map(\.title) == ["East", "West"])
        #expect(shelves.groups.map(\.count) == [2, 1])
        let mood = try #require(await tab.choices["mood"])
        #expect(mood.titles == ["Calm", "Lively", "Stormy"])
        #expect(mood.rows.map(\.isDisabled) == [false, false, true])
        #expect(mood.chosen == ["calm"])
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func onlyChangedRowsAreSent() async throws {
        let tab = try await open()
        try change("UPDATE shelf SET name = 'Green tea' WHERE id = 1")
        await tab.wait { $0.choices["shelves"]?.titles == ["Green tea", "Ink", "Oil"] }
        #expect(await tab.choices["shelves"]?.rowsSent == 1)
        try change("UPDATE shelf SET wing = 'West', position = 9 WHERE id = 1")
        await tab.wait { $0.choices["shelves"]?.titles == ["Ink", "Oil", "Green tea"] }
        #expect(await tab.choices["shelves"]?.rowsSent == 1)
        #expect(await tab.choices["shelves"]?.groups.map(\.count) == [1, 2])
        try change("DELETE FROM shelf WHERE wing = 'East'")
        await tab.wait { $0.choices["shelves"]?.titles == ["Oil", "Green tea"] }
        #expect(await tab.choices["shelves"]?.groups.map(\.title) == ["West"])
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aRowThatIsChosenAndDeletedIsChosenNoMore() async throws {
        let tab = try await open()
        try await tab.perform("keep", fields: ["kept": "2"])
        #expect(await tab.choices["kept"]?.chosen == ["2"])
        try change("UPDATE shelf SET position = 7, name = 'Red ink' WHERE id = 2")
        await tab.wait { $0.choices["kept"]?.titles.contains("Red ink") == true }
        #expect(await tab.choices["kept"]?.chosen == ["2"])
        try change("DELETE FROM shelf WHERE id = 2")
        await tab.wait { $0.choices["kept"]?.rows.count == 2 }
        #expect(await tab.choices["kept"]?.chosen == [])
        await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.perform("keep", fields: ["kept": "2"]) }
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aTabThatReconnectsIsToldAll() async throws {
        let tab = try await open()
        try await tab.perform("keep", fields: ["kept": "3"])
        await tab.close()
        try change("INSERT INTO shelf (name, wing) VALUES ('New', 'East')")
        try change("DELETE FROM shelf WHERE id = 1")
        try await tab.reconnect()
        await tab.wait { $0.choices["shelves"]?.titles.sorted() == ["Ink", "New", "Oil"] }
        #expect(await tab.choices["kept"]?.chosen == ["3"])
        try change("UPDATE shelf SET name = 'Newer' WHERE name = 'New'")
        await tab.wait { $0.choices["shelves"]?.titles.sorted() == ["Ink", "Newer", "Oil"] }
        #expect(await tab.choices["shelves"]?.rowsSent == 1)
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func theFormIsReadAsTypedValues() async throws {
        let tab = try await open()
        try await tab.perform("add", fields: good)
        await tab.wait { $0.collection("list").items.count == 1 }
        #expect(
            await tab.collection("list").tiles.flatMap(\.values)
                == ["\"One 2 2026-02-28 07:30 12 2.5 #3366cc lively 1,3\""])
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test(arguments: [
        ("title", " ", "Fill this in."),
        ("title", "a\u{0}b", "This text has characters that cannot be kept. Type it again."),
        ("shelf", "", "Choose one."), ("shelf", "4", "Choose one."), ("shelf", "2' OR 1", "Choose one."),
        ("due", "2026-02-30", "Type a date of the calendar, in the years 1 to 9999."),
        ("due", "275760-09-13", "Type a date of the calendar, in the years 1 to 9999."),
        ("due", "2026-02-28T00:00+02:00", "Type a date of the calendar, in the years 1 to 9999."),
        ("due", "2027-01-01", "The most is 2026-12-31."), ("start", "24:00", "Type a time of day, such as 07:30."),
        ("pages", "Infinity", "Type a number, such as 12.5."), ("pages", "1e999", "Type a number, such as 12.5."),
        ("pages", "-0", "The least is 1."), ("mood", "</script>", "Choose one."),
    ])
    func aHostileValueIsASentenceBesideItsField(field: String, text: String, sentence: String) async throws {
        let tab = try await open()
        var fields = good
        fields[field] = text
        await #expect(throws: FakeBrowser.ActionFailure(sentence: "")) { try await tab.perform("add", fields: fields) }
        #expect(await tab.fault(of: field) == sentence)
        #expect(await tab.outlets["\(field)-invalid"] == "true")
        try await tab.perform("add", fields: good)
        #expect(await tab.fault(of: field) == nil)
        #expect(await tab.outlets["\(field)-invalid"] == "null")
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func aFaultWithoutAPlaceIsSaid() async throws {
        let tab = try await open()
        var fields = good
        (fields["weight"], fields["title"]) = ("11", "")
        await #expect(throws: FakeBrowser.ActionFailure(sentence: "The most is 10.")) {
            try await tab.perform("add", fields: fields)
        }
        #expect(await tab.fault(of: "title") == "Fill this in.")
        await tab.close()
    }

    @Test func aFaultIsThereAgainAfterAReconnect() async throws {
        let tab = try await open()
        try await tab.perform("add", fields: good)
        await #expect(throws: FakeBrowser.ActionFailure(sentence: "")) {
            try await tab.perform("check", fields: ["title": "One"])
        }
        try await tab.reconnect()
        #expect(await tab.fault(of: "title") == "There is an entry “One” already.")
        try await tab.perform("check", fields: ["title": "Two"])
        #expect(await tab.fault(of: "title") == nil)
        await tab.close()
    }

    @Test func aSetIsChangedByItsCheckboxes() async throws {
        let tab = try await open()
        try await tab.perform("tag", fields: ["lastingTags/2": "true", "lastingTags/2.was": "false"])
        try await tab.perform("tag", fields: ["lastingTags/3": "true"])
        try await tab.perform("tag", fields: ["lastingTags/2": "false"])
        #expect(await tab.choices["tags"]?.chosen == ["3"])
        await #expect(throws: FakeBrowser.ActionFailure.self) {
            try await tab.perform("tag", fields: ["lastingTags/99": "true"])
        }
        await tab.close()
    }

    @Test func tenThousandRowsAreOneMessage() async throws {
        let app = try await makeWorkbench(path: path)
        try change(
            """
            WITH RECURSIVE row (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM row WHERE id < 10000)
            INSERT INTO shelf (id, name, wing, position) SELECT id, 'Shelf ' || id, 'Wing ' || (id % 7), id FROM row
            """)
        let tab = try await FakeBrowser(app, path: "/form")
        let lists = ["shelves", "kept", "tags", "titles"]
        await tab.wait { tab in lists.allSatisfy { tab.choices[$0]?.rows.count == 10_000 } }
        let (frames, bytes) = (await tab.framesReceived, await tab.bytesReceived)
        try change("UPDATE shelf SET name = 'Another' WHERE id = 5000")
        await tab.wait { tab in
            lists.allSatisfy { tab.choices[$0]?.titles.contains("Another") == true }
        }
        #expect(await tab.framesReceived - frames <= 4)
        #expect(await tab.bytesReceived - bytes < 1_000)
        #expect(await tab.faults == [])
        await tab.close()
    }

    /// Rows come, go, move and are chosen in any order. The tab has what a slow model has.
    @Test(arguments: UInt64(0)..<8) func aHistoryIsFollowed(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let tab = try await open()
        let queue = try DatabaseQueue(path: path)
        var chosen: Int64?
        for _ in 0..<60 {
            let ids = try await queue.read { db in try Int64.fetchAll(db, sql: "SELECT id FROM shelf ORDER BY id") }
            let some = ids.randomElement(using: &random) ?? 0
            let wing = ["East", "North", "West"].randomElement(using: &random) ?? ""
            let position = Int.random(in: 0..<9, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3:
                try await queue.write { db in
                    try db.execute(
                        sql: "INSERT INTO shelf (name, wing, position) VALUES (?, ?, ?)",
                        arguments: ["Row \(position)", wing, position])
                }
            case 3..<5:
                try await queue.write { db in try db.execute(sql: "DELETE FROM shelf WHERE id = ?", arguments: [some]) }
                if chosen == some { chosen = nil }
            case 5..<7:
                try await queue.write { db in
                    try db.execute(
                        sql: "UPDATE shelf SET wing = ?, position = ?, name = name || '*' WHERE id = ?",
                        arguments: [wing, position, some])
                }
            case 7:
                try await queue.write { db in
                    try db.execute(
                        sql: "UPDATE shelf SET position = 9 - position WHERE id % 2 = ?", arguments: [position % 2])
                    try db.execute(sql: "DELETE FROM shelf WHERE id % 5 = ? AND id != ?", arguments: [position, some])
                }
                if let known = chosen, known % 5 == position, known != some { chosen = nil }
            case 8:
                try await tab.reconnect()
            default:
                // A row that another program has just deleted may still be taken; its deletion follows.
                if ids.contains(some), (try? await tab.perform("keep", fields: ["kept": "\(some)"])) != nil {
                    chosen = some
                }
            }
            let names = try await queue.read { db in
                try String.fetchAll(db, sql: "SELECT name FROM shelf ORDER BY wing, position, id")
            }
            let wings = try await queue.read { db in
                try String.fetchAll(db, sql: "SELECT DISTINCT wing FROM shelf ORDER BY wing")
            }
            let expected = chosen.map { ["\($0)"] } ?? []
            await tab.wait { tab in
                ["shelves", "kept"].allSatisfy { tab.choices[$0]?.titles == names }
                    && tab.choices["shelves"]?.groups.map(\.title) == wings && tab.choices["kept"]?.chosen == expected
            }
            let faults = await tab.faults
            try #require(faults == [])
        }
        try queue.close()
        await tab.close()
    }
}
