import AviaryViews
import Testing

@testable import AviaryServer

/// Messages that many windows get alike are encoded once. Each window gets the same bytes as if it were alone.
struct SharedPacketsTests {
    private let packets = SharedPackets()

    /// The messages for a window about a row that was added above or below its visible rows.
    private static func addition(_ count: Int, showing shown: Int) -> [SceneMessage] {
        [
            .collection(name: "grid", .splice(count: count, base: 0, steps: [.keep(shown)], elsewhere: [])),
            .outlet(outlet: "status", value: .text("\(count) colors")),
            .outlet(outlet: "removeDisabled", value: .flag(false)),
        ]
    }

    private static let tile = CollectionChange.Tile(
        id: "7", isSelected: false, template: 0, values: [.text("seven"), .color(.white), nil])

    private func expectOwnText(_ messages: [SceneMessage]) {
        #expect(packets.text(of: messages) == SceneMessage.packet(messages))
    }

    @Test func aCommitIsEncodedOnceForAllThatShowTheSame() {
        for count in 1...20 {
            for _ in 0..<100 {
                for shown in [12, 36, 80] { expectOwnText(Self.addition(count, showing: shown)) }
            }
            #expect(packets.encoded == 3 * count)
        }
    }

    @Test func tilesAndOutletsOfTilesAreEncodedOnce() {
        let messages: [SceneMessage] = [
            .collection(
                name: "grid",
                .splice(
                    count: 8, base: 0, steps: [.insert(Self.tile), .keep(7), .move("3")], elsewhere: [])),
            .collection(name: "grid", .cell(item: "3", values: [0: .number(2), 2: nil])),
        ]
        for _ in 0..<10 { expectOwnText(messages) }
        #expect(packets.encoded == 1)
    }

    /// The sign for kelvin equals the letter K, and an accent of its own equals the letter that has one.
    @Test(arguments: [("273 K", "273 \u{212A}"), ("caf\u{E9}", "cafe\u{301}")])
    func equalTextsKeepTheirBytes(one: String, other: String) {
        #expect(one == other)
        for text in [one, other, one, other] {
            let packet = packets.text(of: [.outlet(outlet: "status", value: .text(text))])
            #expect(packet.utf8.elementsEqual("[[\"outlet\",\"status\",\"\(text)\"]]".utf8))
            var tile = Self.tile
            tile.values[0] = .text(text)
            let splice = packets.text(of: [
                .collection(name: "grid", .splice(count: 1, base: 0, steps: [.insert(tile)], elsewhere: []))
            ])
            let expected = "[[\"splice\",\"grid\",1,0,[[\"7\",0,\"\(text)\",\"#ffffff\",null]],[]]]"
            #expect(splice.utf8.elementsEqual(expected.utf8))
        }
    }

    @Test func whatIsSaidToOneWindowIsNotHeld() {
        let own: [[SceneMessage]] = [
            [.collection(name: "grid", .splice(count: 1, base: 0, steps: [.insert(Self.tile)]))],
            [.done(number: 1)], [.keepsake(keepsake: "secret")], [.copy(number: 1, text: "secret")],
            Self.addition(5, showing: 3) + [.done(number: 2)],
        ]
        for messages in own + own { expectOwnText(messages) }
        #expect(packets.encoded == 0)
    }

    @Test func windowsThatEncodeTheSameAtOnceKeepItOnce() {
        for count in 1...7 { expectOwnText(Self.addition(count, showing: 3)) }
        let last = Self.addition(8, showing: 3)
        for _ in 0..<4 { packets.store(SceneMessage.packet(last), of: last) }
        let encoded = packets.encoded
        for count in 1...8 { expectOwnText(Self.addition(count, showing: 3)) }
        #expect(packets.encoded == encoded, "none had to give way")
    }

    @Test func longPacketsAndAllButTheLastAreForgotten() {
        let long = [SceneMessage.outlet(outlet: "status", value: .text(String(repeating: "x", count: 5_000)))]
        for _ in 0..<2 { expectOwnText(long) }
        #expect(packets.encoded == 2)
        for count in 1...9 { expectOwnText(Self.addition(count, showing: 3)) }
        #expect(packets.encoded == 11)
        expectOwnText(Self.addition(9, showing: 3))
        expectOwnText(Self.addition(2, showing: 3))
        #expect(packets.encoded == 11)
        expectOwnText(Self.addition(1, showing: 3))
        #expect(packets.encoded == 12)
    }
}
