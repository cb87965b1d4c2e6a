import AviarySnapshots
import AviaryTesting
import Foundation
import Testing

/// Lists and their changes as JSON, and what a reader makes of them.
struct ListMessageTests {
    private typealias Message = ListMessage<String, Int>

    @Test func theFormIsThatOfTheArticle() throws {
        let old = try Sections(["June": [1, 2, 3], "July": [4]]).list
        let new = try Sections(["May": [5], "June": [3, 1]]).list
        let update = SnapshotUpdate(
            from: old, to: new,
            changeset: Changeset(from: old, to: new, updated: [1: ColumnSet(column: 2), 3: .all]))
        #expect(
            try text(Message.list(old))
                == #"{"list":{"sections":[{"id":"June","items":[1,2,3]},{"id":"July","items":[4]}]}}"#)
        #expect(
            try text(Message(update)) == #"""
                {"changes":{"deleted":[{"id":2,"path":[0,1]},{"id":4,"path":[1,0]}],"deletedSections":[1],\#
                "inserted":[{"id":5,"path":[0,0]}],"insertedSections":[0],\#
                "moved":[{"from":[0,2],"id":3,"to":[1,0]}],\#
                "updated":[{"columns":[2],"from":[0,0],"id":1,"to":[1,1]},{"columns":"all","from":[0,2],"id":3,"to":[1,0]}]},\#
                "count":3,"sections":["May"]}
                """#)
    }

    @Test(arguments: 0..<UInt64(draws(300, long: 20_000)))
    func aReaderHasTheSameListAfterEachMessage(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var reader = try Sections.random(sections: 4, items: 12, &generator).list
        for _ in 0..<10 {
            let new = try Sections.random(sections: 5, items: 12, &generator).list
            let kept = new.items(in: 0..<new.numberOfItems).filter { reader.position(of: $0) != nil }
            let updated = Dictionary(
                uniqueKeysWithValues: kept.filter { _ in generator.chance(30) }.map {
                    ($0, ColumnSet(rawValue: generator.next()))
                })
            let update = SnapshotUpdate(
                from: reader, to: new, changeset: Changeset(from: reader, to: new, updated: updated))
            let message = try decoded(text(Message(update)))
            #expect(message == Message(update))
            let read = try reader.applying(message)
            #expect(read.new == new)
            if !update.changeset.isEmpty { #expect(read.changeset == update.changeset) }
            reader = read.new
        }
    }

    /// Every number of a message is replaced, one list is doubled, or a part is cut out.
    @Test(arguments: 0..<UInt64(draws(300, long: 20_000)))
    func noMessageLeadsToAWrongListOrTraps(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let old = try Sections.random(sections: 4, items: 12, &generator).list
        let new = try Sections.random(sections: 5, items: 12, &generator).list
        let message = try text(Message(SnapshotUpdate(from: old, to: new, changeset: Changeset(from: old, to: new))))
        for _ in 0..<20 {
            let hostile = mutated(message, &generator)
            guard let message = try? decoded(hostile), let read = try? old.applying(message) else { continue }
            let items = read.new.items(in: 0..<read.new.numberOfItems)
            #expect(Set(items).count == items.count, "\(hostile)")
            if case .changes(let changes, _, _) = message {
                #expect(try replay(changes, on: Sections(old).items) == Sections(read.new).items, "\(hostile)")
            }
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"changes":{}}"#, #"{"changes":{},"count":1e99}"#, #"{"changes":{},"count":null}"#,
        #"{"changes":{"deletedSections":[-1]},"count":4}"#, #"{"changes":{"insertedSections":[1,1]},"count":4}"#,
        #"{"changes":{"deleted":[{"id":1,"path":[0,-1]}]},"count":3}"#,
        #"{"changes":{"deleted":[{"id":1,"path":[0]}]},"count":3}"#,
        #"{"changes":{"deleted":[{"id":1,"path":[0,0,0]}]},"count":3}"#,
        #"{"changes":{"deleted":[{"id":1,"path":[0,99999999999999999999]}]},"count":3}"#,
        #"{"changes":{"deleted":[{"id":1,"path":[0,0]},{"id":1,"path":[0,0]}]},"count":2}"#,
        #"{"changes":{"updated":[{"id":1,"from":[0,0],"to":[0,0],"columns":[64]}]},"count":4}"#,
        #"{"changes":{"updated":[{"id":1,"from":[0,0],"to":[0,0],"columns":"some"}]},"count":4}"#,
        #"{"list":{"sections":[{"id":"A","items":[1]},{"id":"A","items":[2]}]}}"#,
        #"{"list":{"sections":[{"id":"A","items":[1]},{"id":"B","items":[1]}]}}"#,
        #"{"list":[]}"#, "[]", "",
    ])
    func badJSONIsRefusedByTheDecoder(json: String) {
        #expect(throws: DecodingError.self) { try decoded(json) }
    }

    private static let list = #"{"list":{"sections":[{"id":"A","items":[1,2,3]},{"id":"B","items":[4]}]}}"#

    @Test(
        arguments: [
            (#"{"deleted":[{"id":2,"path":[0,0]}]},"count":3"#, .otherItem("2", ItemIndexPath(item: 0))),
            (
                #"{"deleted":[{"id":1,"path":[9223372036854775807,9223372036854775807]}]},"count":3"#,
                .otherItem("1", ItemIndexPath(section: .max, item: .max))
            ),
            (
                #"{"deleted":[{"id":1,"path":[0,0]}],"moved":[{"id":1,"from":[0,0],"to":[0,2]}]},"count":4"#,
                .itemChangedTwice(ItemIndexPath(item: 0))
            ),
            (#"{"inserted":[{"id":9,"path":[0,4]}]},"count":5"#, .noPlaceForItem(ItemIndexPath(item: 4))),
            (#"{"inserted":[{"id":9,"path":[2,0]}]},"count":5"#, .noPlaceForItem(ItemIndexPath(section: 2, item: 0))),
            (
                #"{"inserted":[{"id":9,"path":[0,0]}],"moved":[{"id":3,"from":[0,2],"to":[0,0]}]},"count":5"#,
                .noPlaceForItem(ItemIndexPath(item: 0))
            ),
            (#"{"deletedSections":[1]},"count":4"#, .sectionStays(1)),
            (#"{"deletedSections":[9223372036854775807]},"count":4"#, .sectionStays(.max)),
            (#"{"insertedSections":[3]},"sections":["C"],"count":4"#, .noPlaceForSection(3)),
            (#"{"insertedSections":[0]},"count":4"#, .noPlaceForSection(0)),
            (#"{"insertedSections":[0]},"sections":["A"],"count":4"#, .duplicateIdentifier("section", "A")),
            (#"{"inserted":[{"id":4,"path":[0,0]}]},"count":5"#, .duplicateIdentifier("item", "4")),
            (
                #"{"updated":[{"id":1,"from":[0,0],"to":[0,1],"columns":"all"}]},"count":4"#,
                .otherItem("1", ItemIndexPath(item: 1))
            ),
            (#"{"deleted":[{"id":1,"path":[0,0]}]},"count":4"#, .numberOfItems(3, expected: 4)),
        ] as [(String, ListMessageError)])
    func aMessageForAnotherListIsRefused(changes: String, reason: ListMessageError) throws {
        let list = try decoded(Self.list)
        let reader = try List().applying(list).new
        let message = try decoded(#"{"changes":\#(changes)}"#)
        #expect(throws: reason) { try reader.applying(message) }
        #expect("\(reason)".hasSuffix("."))
    }

    @Test func aWholeListUpdatesEachItem() throws {
        let reader = try Sections(["A": [1, 2]]).list
        let update = try reader.applying(decoded(Self.list))
        #expect(update.changeset.updated.map(\.id) == [1, 2])
        #expect(update.changeset.inserted.map(\.id) == [3, 4])
        #expect(Sections(update.new) == ["A": [1, 2, 3], "B": [4]])
    }

    private func text(_ message: Message) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(message), as: UTF8.self)
    }

    private func decoded(_ json: String) throws -> Message {
        try JSONDecoder().decode(Message.self, from: Data(json.utf8))
    }

    private func mutated(_ json: String, _ generator: inout SeededGenerator) -> String {
        var parts = json.split(separator: /(?=[\[\],{}])/).map(String.init)
        let at = Int.random(in: parts.indices, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: parts.insert(parts[at], at: at)
        case 1: parts.remove(at: at)
        case 2: parts.swapAt(at, Int.random(in: parts.indices, using: &generator))
        default:
            let numbers = ["-1", "0", "1", "2", "3", "7", "\(Int.max)", "\(Int.min)", "1e300", "0.5", "null", "\"A\""]
            let number = numbers.randomElement(using: &generator) ?? "0"
            parts[at] = parts[at].replacing(/-?\d+/, with: number)
        }
        return parts.joined()
    }
}
