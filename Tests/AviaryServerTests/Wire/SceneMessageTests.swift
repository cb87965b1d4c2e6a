import AviaryText
import AviaryViews
import Foundation
import Testing

@testable import AviaryServer

/// The packets of `Tests/Golden/wire/scene.json`, which the client's tests read, too.
///
/// `AVIARY_RECORD=1` writes them anew; such a run fails, so that nobody forgets to look at the difference.
struct SceneMessageTests {
    struct Golden: Codable, Equatable {
        var name: String
        var packet: String
    }

    static let tile = CollectionChange.Tile(
        id: "17", isSelected: true, template: 1,
        values: [.color(DisplayColor(red: 255, green: 136, blue: 0)), .text("a \"b\"\n"), nil])
    static let lattice = FlowLayout(columns: .fixed(3), minimumLineSpacing: 2).lattice(width: 400, sections: [5_000])

    static let sectioned = FlowLayout(
        columns: .fixed(3), sectionInset: (horizontal: 0, vertical: 8), headerHeight: 44, emptySectionHeight: 60
    ).lattice(width: 300, sections: [1, 0, 0, 0, 12])

    static let loose = {
        var layout = FlowLayout(columns: .fixed(3), headerHeight: 44)
        layout.pinsHeaders = false
        return layout.lattice(width: 300, sections: [0])
    }()

    static let footed = FlowLayout(columns: .fixed(3), headerHeight: 44, footerHeight: 28).lattice(
        width: 300, sections: [0])

    static let wide = FlowLayout(
        columns: .fixed(2), sectionInset: (horizontal: 8, vertical: 4), scrollDirection: .horizontal
    ).lattice(width: 208, count: 0, sections: [])

    static let wideAndFooted = FlowLayout(
        columns: .fixed(2), headerHeight: 44, footerHeight: 28, scrollDirection: .horizontal
    ).lattice(width: 200, sections: [0])

    static let noHeaders = CollectionChange.Headers(first: 0, list: [])

    static let examples: [(name: String, messages: [SceneMessage])] = [
        ("nothing", []),
        (
            "a reload",
            [.collection(name: "grid", .reload(geometry: .lattice(lattice), count: 5_000, base: 12, tiles: [tile]))]
        ),
        (
            "a splice",
            [
                .collection(
                    name: "grid",
                    .splice(count: 9, base: 0, steps: [.keep(2), .drop(1), .move("4"), .insert(tile), .keep(1)]))
            ]
        ),
        (
            "a splice after an update",
            [
                .collection(
                    name: "grid",
                    .splice(
                        count: 8, base: 0, steps: [.drop(1), .keep(2), .insert(tile)],
                        elsewhere: [.init(id: "17", position: 3), .init(id: "4", position: 7)]))
            ]
        ),
        (
            "a splice that nobody sees moving",
            [
                .collection(
                    name: "grid",
                    .splice(count: 8, base: 0, steps: [.drop(1), .keep(2)], elsewhere: [], isStill: true))
            ]
        ),
        (
            "a reload with sections",
            [
                .collection(
                    name: "grid",
                    .reload(
                        geometry: .lattice(sectioned), count: 13, base: 0, tiles: [tile], sections: [1, 0, 0, 0, 12],
                        headers: .init(first: 0, list: [.init(id: "tea", values: [.text("Tea"), nil])])))
            ]
        ),
        (
            "a reload with frames",
            [
                .collection(
                    name: "grid",
                    .reload(
                        geometry: .frames(
                            .init(width: 400, hasHeaders: true, version: 2),
                            .init(
                                first: 3,
                                steps: [
                                    .insert([
                                        ContentRect(x: 0, y: 1_040, width: 100, height: 150),
                                        ContentRect(x: 104, y: 1_040, width: 296, height: 150),
                                        ContentRect(x: 0, y: 1_194, width: 200, height: 90),
                                        ContentRect(x: 204, y: 1_199, width: 150, height: 80),
                                    ])
                                ], contentHeight: 9_000, firstSection: 1,
                                sections: [.init(y: 1_000, end: 1_300, header: 40)])),
                        count: 13, base: 3, tiles: [tile], sections: [3, 4, 6],
                        headers: .init(first: 1, list: [.init(id: "tea", values: [.text("Tea"), nil])])))
            ]
        ),
        (
            "a splice that moves frames",
            [
                .collection(
                    name: "grid",
                    .splice(
                        count: 13, base: 4, steps: [.drop(1), .insert(tile)],
                        frames: .init(
                            first: 4,
                            steps: [
                                .drop(1), .keep(1, down: 0), .keep(1, down: -12),
                                .insert([ContentRect(x: 0, y: 1_290, width: 400, height: 90)]), .drop(1),
                            ], contentHeight: 8_988)))
            ]
        ),
        (
            "layouts whose headers scroll away",
            [
                .collection(
                    name: "grid",
                    .reload(geometry: .lattice(loose), count: 0, base: 0, tiles: [], sections: [0], headers: noHeaders)),
                .collection(
                    name: "grid",
                    .reload(
                        geometry: .frames(
                            .init(width: 400, hasHeaders: true, version: 3, pinsHeaders: false),
                            .init(first: 0, steps: [], contentHeight: 40)), count: 0, base: 0, tiles: [], sections: [0],
                        headers: noHeaders)
                ),
            ]
        ),
        (
            "layouts with footers, in one of which they are pinned",
            [
                .collection(
                    name: "grid",
                    .reload(
                        geometry: .lattice(footed), count: 0, base: 0, tiles: [], sections: [0],
                        headers: .init(
                            first: 0, list: [.init(id: "tea", values: [.text("Tea")]), .init(id: "tea", values: [nil])])
                    )),
                .collection(
                    name: "grid",
                    .splice(
                        count: 0, base: 0, steps: [], elsewhere: [], sections: [],
                        headers: .init(
                            first: 0, list: [.init(id: "tea", values: nil), .init(id: "tea", values: [.text("None")])]))
                ),
                .collection(
                    name: "grid",
                    .reload(
                        geometry: .frames(
                            .init(width: 400, hasHeaders: true, version: 4, hasFooters: true, pinsFooters: true),
                            .init(
                                first: 0, steps: [], contentHeight: 70,
                                sections: [.init(y: 0, end: 70, header: 40, footer: 30)])), count: 0, base: 0,
                        tiles: [], sections: [0], headers: noHeaders)
                ),
            ]
        ),
        (
            "a list whose cells are measured",
            [
                .collection(
                    name: "grid",
                    .reload(
                        geometry: .frames(
                            .init(width: 400, hasHeaders: false, version: 5, isSelfSizing: true),
                            .init(
                                first: 0, steps: [.insert([ContentRect(x: 12, y: 0, width: 376, height: 60)])],
                                contentHeight: 60)), count: 1, base: 0, tiles: []))
            ]
        ),
        (
            "layouts that scroll to the right",
            [
                .collection(name: "grid", .reload(geometry: .lattice(wide), count: 0, base: 0, tiles: [])),
                .collection(
                    name: "grid",
                    .reload(
                        geometry: .lattice(wideAndFooted), count: 0, base: 0, tiles: [], sections: [0],
                        headers: noHeaders)),
                .collection(
                    name: "grid",
                    .reload(
                        geometry: .frames(
                            .init(width: 120, hasHeaders: false, version: 5, scrollDirection: .horizontal),
                            .init(
                                first: 0, steps: [.insert([ContentRect(x: 4, y: 8, width: 96, height: 60)])],
                                contentHeight: 76)), count: 1, base: 0, tiles: [tile])
                ),
            ]
        ),
        (
            "frames with how their items stand in them",
            [
                .collection(
                    name: "grid",
                    .splice(
                        count: 2, base: 0, steps: [.keep(2)],
                        frames: .init(
                            first: 0, steps: [.keep(2, down: 0)], contentHeight: 90,
                            appearances: [1: ItemAppearance(opacity: 0.5, zIndex: 2, rotation: -8, scale: 0.9)])))
            ]
        ),
        (
            "a reload in another layout",
            [
                .collection(
                    name: "grid",
                    .reload(geometry: .lattice(lattice), count: 5_000, base: 12, tiles: [tile], isRelaid: true))
            ]
        ),
        (
            "a splice that changes sections and headers",
            [
                .collection(
                    name: "grid",
                    .splice(
                        count: 14, base: 0, steps: [.keep(1), .insert(tile)], elsewhere: [],
                        sections: [.keep(3), .drop(1), .insert(1, count: 2), .insert(2, count: 0)],
                        headers: .init(
                            first: 0,
                            list: [
                                .init(id: "tea", values: nil), .init(id: "mate", values: [.text("Mate"), .flag(true)]),
                            ])
                    ))
            ]
        ),
        (
            "a splice that changes a section out of sight, and one that brings headers",
            [
                .collection(
                    name: "grid",
                    .splice(
                        count: 14, base: 0, steps: [.keep(1)], elsewhere: [],
                        sections: [.drop(1), .insert(1, count: 2)])),
                .collection(
                    name: "grid",
                    .splice(
                        count: 14, base: 0, steps: [.keep(1)], sections: [],
                        headers: .init(first: 1, list: [.init(id: "mate", values: nil)]))),
            ]
        ),
        (
            "a cell",
            [
                .collection(
                    name: "grid",
                    .cell(
                        item: "17",
                        values: [
                            2: CellValue?.none, 0: .number(0.5), 1: .flag(true), 3: .url("/a?b=1"),
                            4: .text("é ☃ \u{1}"),
                        ])
                )
            ]
        ),
        ("a selection", [.collection(name: "grid", .selected(on: ["1", "2"], off: ["3"]))]),
        ("an item that was being edited is gone", [.collection(name: "list", .gone(item: "17"))]),
        (
            "how a person may select, in edit mode and outside of it",
            [
                .collection(name: "grid", .mode(limit: .several)),
                .collection(name: "grid", .mode(limit: .one, isEditing: true)),
                .collection(name: "grid", .mode(limit: .none, canSearch: true)),
            ]
        ),
        (
            "an item that letters lead to, and none",
            [
                .collection(name: "grid", .found(number: 3, position: 999)),
                .collection(name: "grid", .found(number: 4, position: nil)),
            ]
        ),
        (
            "so many items are lifted, and one that stays",
            [
                .collection(name: "grid", .lifted(item: "17", count: 12)),
                .collection(name: "grid", .lifted(item: "18", count: 0, sentence: "This can't be moved.")),
            ]
        ),
        ("items can be moved", [.collection(name: "grid", .moves(isOn: true))]),
        ("something can be dropped", [.collection(name: "grid", .moves(isOn: false, takesDrops: true))]),
        (
            "scrolled to an item, as little as needed to another, and to where it stood",
            [
                .collection(name: "grid", .scrollTo(y: 1_200, height: 90, share: 0.5, isAnimated: false)),
                .collection(name: "grid", .scrollTo(y: 0, height: 44, share: nil, isAnimated: true)),
                .collection(name: "grid", .scrollTo(y: 1_230, height: nil, share: 0, isAnimated: false)),
            ]
        ),
        (
            "what sections are called",
            [
                .collection(
                    name: "grid",
                    .labels(labels: [
                        .init(top: 0, end: 1_200, text: "May"), .init(top: 1_200, end: 1_244, text: "\"June\""),
                    ]))
            ]
        ),
        ("a page of another version", [.upgrade(version: "1xk2")]),
        ("there are menus", [.collection(name: "list", .menus(shortcuts: ["Delete", "Mod+X"]))]),
        (
            "the parent of an item, and none",
            [
                .collection(name: "list", .found(number: 4, position: 2, isParent: true)),
                .collection(name: "list", .found(number: 5, position: nil, isParent: true)),
            ]
        ),
        ("there are swipes", [.collection(name: "list", .menus(shortcuts: [], hasSwipes: true))]),
        (
            "the actions of a swipe",
            [
                .swiped(
                    number: 4, leading: nil,
                    trailing: SwipeActions(
                        MenuItem("Delete", action: "delete", shortcut: "Delete", isDestructive: true),
                        MenuItem("Move", action: "move", fields: ["to": "7"]))),
                .swiped(
                    number: 5,
                    leading: SwipeActions(
                        MenuItem("Mark", action: "mark"), performsFirstActionWithFullSwipe: false),
                    trailing: SwipeActions(
                        MenuItem("Move", action: "move", isDisabled: true), MenuItem("Copy", action: "copy"))),
            ]
        ),
        (
            "a menu",
            [
                .menu(
                    number: 3,
                    groups: Menu(
                        [
                            MenuItem("Cut", action: "cut", shortcut: "Mod+X"),
                            MenuItem("Paste \"all\"", action: "paste", isDisabled: true),
                        ], [], [MenuItem("Delete", action: "delete", shortcut: "Delete", isDestructive: true)]
                    ).groups)
            ]
        ),
        (
            "a menu of settings",
            [
                .menu(
                    number: 5,
                    groups: [
                        [
                            MenuItem("By title", action: "sort", fields: ["by": "title", "down": "1"], isOn: true),
                            MenuItem("By age", action: "sort", fields: ["by": "age"], isOn: false, shortcut: "Mod+A"),
                            MenuItem("Names", action: "names", isOn: true, isDisabled: true),
                        ]
                    ])
            ]
        ),
        (
            "a submenu",
            [
                .menu(
                    number: 6,
                    groups: [[MenuItem("Copy as", children: [MenuItem("hex", action: "copy", fields: ["as": "hex"])])]])
            ]
        ),
        ("no menu", [.menu(number: 4, groups: [])]),
        ("something to read out", [.announce(sentence: "Tomato, #ff6347")]),
        ("something to copy", [.copy(number: 7, text: "#ff8800\n<b>")]),
        (
            "an outlet",
            [
                .outlet(outlet: "remove", value: .text("Clear all")),
                .outlet(outlet: "removeDisabled", value: .flag(false)),
                .outlet(outlet: "x", value: nil),
            ]
        ),
        (
            "the rows of a control",
            [
                .choices(
                    list: "shelf",
                    steps: [
                        .insert(.init(id: "1", isSelected: false, template: 0, values: [.text("Tea \"</option>\"")])),
                        .insert(.init(id: "2", isSelected: false, template: 0, values: [.text("Ink"), .flag(true)])),
                    ], chosen: ["1"],
                    groups: [.init(title: "East", count: 1), .init(title: "West", count: 1)], isNew: true),
                .choices(list: "shelf", steps: [.drop(1), .keep(1), .move("1")], chosen: []),
            ]
        ),
        ("a title", [.title(title: "Tomato \"soup\" – Aviary")]),
        (
            "another page",
            [.show(address: Address(path: ["tags", "R&B/ä"], query: [.init("sort", "a b")]).description)]
        ),
        ("another page in place of this one", [.show(address: "/albums", sentence: "The album “Trips” was deleted.")]),
        ("a page of the web", [.show(address: "https://www.swift.org/blog/?q=a%20b")]),
        ("nothing at the address", [.notFound(sentence: "There is no photo at this address.")]),
        (
            "what stands over the page",
            [
                .present(
                    sheet: "sheet1", style: .sheet, html: "<h2 data-outlet=\"sheet1/name\"></h2>", address: "/note/5",
                    isNew: true, version: "5f0c"),
                .present(
                    sheet: "sheet2", style: .alert, html: "<h2>Delete?</h2>", address: nil, isNew: false,
                    version: "e3b0"),
            ]
        ),
        ("a sheet is closed", [.dismiss(sheet: "sheet1")]),
        ("receipts", [.done(number: 7), .failed(number: 8, sentence: "The disk is full.")]),
        ("an action that takes long", [.working(number: 7, sentence: "Working…", title: "Stop")]),
        ("sentences", [.say(kind: .error, sentence: "No."), .say(kind: .notice, sentence: "")]),
        ("an offer", [.offer(sentence: "9 colors removed", title: "Undo", action: "undo")]),
        ("a keepsake", [.keepsake(keepsake: #"{"grid":[["17","19",3]]}"#)]),
        ("a refusal", [.refused(reason: "the packet is not JSON")]),
        ("an answer to a ping", [.pong]),
        ("a packet that something waits for", [.display(number: 7)]),
    ]

    static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Golden/wire/scene.json").standardized

    @Test func packetsAreAsTheGoldenFilesHaveThem() throws {
        let packets = Self.examples.map { Golden(name: $0.name, packet: SceneMessage.packet($0.messages)) }
        if ProcessInfo.processInfo.environment["AVIARY_RECORD"] != nil {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes, .sortedKeys]
            try (encoder.encode(packets) + Data("\n".utf8)).write(to: Self.file)
            Issue.record("Recorded \(Self.file.path); look at the difference, then run without AVIARY_RECORD.")
            return
        }
        let golden = try JSONDecoder().decode([Golden].self, from: Data(contentsOf: Self.file))
        #expect(packets == golden)
    }

    @Test func everyFrameIsJSON() {
        for example in Self.examples { #expect(JSON(parsing: SceneMessage.packet(example.messages)) != nil) }
    }
}
