import AviaryText
import AviaryViews
import Foundation
import Testing

@testable import AviaryServer

/// The messages that a browser may send, and the handling of all others.
struct BrowserMessageTests {
    /// The packets of `Tests/Golden/wire/browser.json`, as the client writes them.
    @Test func packetsOfTheClientAreUnderstood() throws {
        let file = SceneMessageTests.file.deletingLastPathComponent().appending(path: "browser.json")
        let golden = try JSONDecoder().decode([SceneMessageTests.Golden].self, from: Data(contentsOf: file))
        let read = try golden.map { ($0.name, try BrowserMessage.read($0.packet)) }
        let expected: [(String, [BrowserMessage])] = [
            (
                "hello",
                [
                    .hello(
                        address: "/colors?a=1",
                        scrollPositions: [
                            "grid": ScrollPosition(ContentRect(x: 0, y: 120.5, width: 390, height: 700))
                        ])
                ]
            ),
            (
                "hello of a tab that comes back",
                [
                    .hello(
                        address: "/",
                        scrollPositions: [
                            "grid": ScrollPosition(
                                ContentRect(x: 0, y: 3000, width: 390, height: 700),
                                anchor: .init(item: "70", offset: -12))
                        ], tab: "1-2-3-4", keepsake: #"{"grid":[["17","19",3]]}"#)
                ]
            ),
            (
                "hello of a tab that comes back to the end of a list",
                [
                    .hello(
                        address: "/",
                        scrollPositions: [
                            "log": ScrollPosition(
                                ContentRect(x: 0, y: 3000, width: 390, height: 700), isAtEnd: true)
                        ])
                ]
            ),
            (
                "hello of a page that replaces another",
                [.hello(address: "/", scrollPositions: [:], tab: "5-6-7-8", keepsake: "", predecessor: "1-2-3-4")]
            ),
            (
                "hello of a page that says its version",
                [.hello(address: "/", scrollPositions: [:], tab: "5-6-7-8", keepsake: "", version: "1xk2")]
            ),
            (
                "hello of a page with a version that replaces another",
                [
                    .hello(
                        address: "/", scrollPositions: [:], tab: "5-6-7-8", keepsake: "", predecessor: "1-2-3-4",
                        version: "1xk2")
                ]
            ),
            (
                "hello of a page that has asked for something",
                [.hello(address: "/", scrollPositions: [:], tab: "5-6-7-8", keepsake: "", version: "1xk2", asked: 12)]
            ),
            (
                "half a surrogate pair in a field",
                [
                    .action(
                        number: CallNumber(9_007_199_254_740_991), action: "rename", fields: ["name": "a\u{FFFD} 😀"],
                        item: nil)
                ]
            ),
            ("a scroll", [.scroll(collection: "grid", rect: ContentRect(x: 0, y: 3000, width: 390, height: 700))]),
            (
                "a scroll that has ended",
                [.scroll(collection: "grid", rect: ContentRect(x: 0, y: 3000, width: 390, height: 700), hasEnded: true)]
            ),
            (
                "a scroll at the end of a list that stays there",
                [.scroll(collection: "log", rect: ContentRect(x: 0, y: 3000, width: 390, height: 700), isAtEnd: true)]
            ),
            ("a question whether the scene is there", [.ping]),
            ("a packet is displayed", [.displayed(number: 7)]),
            ("tap", [.tap(collection: "grid", item: "17")]),
            ("a range", [.range(collection: "grid", from: .item("17"), to: .item("40"), isOn: true)]),
            (
                "a range to what is not held, and a shorter one",
                [
                    .range(collection: "grid", from: .item("17"), to: .position(999_999), isOn: false),
                    .range(collection: "grid", from: .position(3), to: .item("17"), isOn: false),
                ]
            ),
            (
                "all, and none",
                [.selectAll(collection: "grid", isOn: true), .selectAll(collection: "grid", isOn: false)]
            ),
            (
                "a rubber band",
                [
                    .band(
                        collection: "grid", rect: ContentRect(x: 10, y: 120, width: 300, height: 80), step: .new,
                        number: 5),
                    .band(collection: "grid", rect: ContentRect(x: 10, y: 40, width: 300, height: 160), step: .on),
                    .band(
                        collection: "grid", rect: ContentRect(x: 10, y: 40, width: 300, height: 160), step: .drop,
                        number: 6),
                    .band(collection: "grid", rect: ContentRect(width: 1, height: 1), step: .add),
                ]
            ),
            ("letters that lead to an item", [.find(number: 3, collection: "grid", text: "te", from: 17)]),
            ("what sections are called", [.labels(collection: "grid", heights: [0, 1_200, 88_000])]),
            ("the height of a cell", [.measured(collection: "grid", version: 2, heights: ["17": 120])]),
            ("a tap with its number", [.tap(collection: "grid", item: "17", number: 5)]),
            ("an action", [.action(number: CallNumber(3), action: "add", fields: [:], item: nil)]),
            (
                "an action of a form in a cell",
                [.action(number: CallNumber(4), action: "rename", fields: ["name": "Tea \"leaf\""], item: "17")]
            ),
            (
                "text in a cell",
                [
                    .edit(collection: "list", items: ["17"]),
                    .action(
                        number: CallNumber(5), action: "rename", fields: ["name": "Tea", "name.was": "Te"], item: "17"),
                    .edit(collection: "list", items: []),
                ]
            ),
            (
                "menus",
                [
                    .menu(number: 1, collection: "list", item: "17"), .menu(number: 2, collection: "list", item: nil),
                    .action(number: CallNumber(6), action: "cut", fields: [:], item: "17", menu: "list"),
                    .press(number: 7, collection: "list", item: nil, shortcut: "Mod+V", fields: ["text": "#f80"]),
                ]
            ),
            (
                "an item that is expanded, and the way to its parent",
                [
                    .expand(collection: "list", item: "17", isExpanded: true),
                    .ascend(number: 4, collection: "list", item: "17"),
                ]
            ),
            ("a swipe", [.swipe(number: 3, collection: "list", item: "17")]),
            (
                "what was copied, and what was not",
                [.copied(number: 1, isDone: true), .copied(number: 2, isDone: false)]
            ),
            ("an action that is not wanted any more", [.stop(number: 7)]),
            (
                "an action of a header",
                [.action(number: CallNumber(5), action: "rename", fields: [:], item: nil, section: "tea")]
            ),
            (
                "an action that the page before asked for",
                [
                    .action(
                        number: CallNumber(1, receipt: "1-2-3-4/12"), action: "rename", fields: ["name": "Tea"],
                        item: "17")
                ]
            ),
            (
                "an action that receives files",
                [
                    .action(
                        number: CallNumber(6), action: "add", fields: ["note": "a"], item: nil,
                        uploads: ["photos/0123456789abcdef0123456789abcdef"])
                ]
            ),
            (
                "sheets",
                [
                    .dismissed(sheet: "sheet1", answer: nil, number: 8),
                    .dismissed(sheet: "sheet2", answer: 0, number: 9),
                    .sheets(sheets: [
                        ShownSheet(name: "sheet3"), ShownSheet(name: "sheet4", address: "/note/5", version: "5f0c"),
                    ]),
                ]
            ),
            (
                "moves",
                [
                    .move(number: 9, collection: "grid", item: "17", side: .before, end: .item("40")),
                    .move(number: 10, collection: "grid", item: "17", side: .behind, end: .position(999_999)),
                    .move(number: 11, collection: "grid", item: "17", side: .section, end: .item("tea")),
                ]
            ),
            ("a person lifts an item", [.lift(collection: "grid", item: "17")]),
            (
                "drops",
                [
                    .drop(
                        number: 12, collection: "grid", side: .before, end: .item("40"), text: "Tea",
                        items: ["7", "8"],
                        page: "/rack", origin: "list"),
                    .drop(
                        number: 13, collection: "grid", side: .section, end: .item(""), text: "a\nb", items: [],
                        page: "", origin: ""),
                    .drop(
                        number: 14, collection: "later", side: .before, end: .item("40"), text: "", items: ["7"],
                        page: "", origin: "today"),
                ]
            ),
            ("several", [.tap(collection: "grid", item: "1"), .tap(collection: "grid", item: "2")]),
        ]
        #expect(read.map(\.0) == expected.map(\.0))
        for (one, other) in zip(read, expected) { #expect(one.1 == other.1) }
    }

    @Test(
        arguments: [
            ("", "the packet is not JSON"), ("{", "the packet is not JSON"),
            ("{}", "the packet is not an array of messages"),
            ("null", "the packet is not an array of messages"),
            ("[1]", "a message is not an array that begins with its name"),
            ("[[]]", "a message is not an array that begins with its name"),
            ("[[1]]", "a message is not an array that begins with its name"),
            (#"[["fly"]]"#, "there is no message fly"), (#"[["tap","grid"]]"#, "tap has 1 parts, not 2"),
            (#"[["tap","grid",17]]"#, "part 2 of tap is not a string"),
            (#"[["range","grid","17","18"]]"#, "range has 3 parts, not 4"),
            (#"[["range","grid","17",null,true]]"#, "part 3 of range is not an identifier or a position"),
            (#"[["range","grid",1.5,"17",true]]"#, "part 2 of range is not an identifier or a position"),
            (#"[["range","grid",0,1e300,true]]"#, "part 3 of range is not an identifier or a position"),
            (#"[["range","grid",0,1,1]]"#, "part 4 of range is not true or false"),
            (#"[["menu",1,"list"]]"#, "menu has 2 parts, not 3"),
            (#"[["menu","1","list",null]]"#, "part 1 of menu is not a whole number from 0 to 2⁵³ − 1"),
            (#"[["menu",1,"list",17]]"#, "part 3 of menu is not a string"),
            (#"[["copied",1]]"#, "copied has 1 parts, not 2"),
            (#"[["copied",1,1]]"#, "part 2 of copied is not true or false"),
            (#"[["stop"]]"#, "stop has 0 parts, not 1"),
            (#"[["stop",-1]]"#, "part 1 of stop is not a whole number from 0 to 2⁵³ − 1"),
            (#"[["dismissed","sheet1",null]]"#, "dismissed has 2 parts, not 3"),
            (#"[["dismissed","sheet1","0",1]]"#, "part 2 of dismissed is not a whole number from 0 to 2⁵³ − 1"),
            (#"[["sheets","sheet1"]]"#, "part 1 of sheets is not a list of sheets"),
            (#"[["sheets",[["sheet1"]]]]"#, "part 1 of sheets is not a list of sheets"),
            (#"[["sheets",[["sheet1","note","5f0c"]]]]"#, "part 1 of sheets is not a list of sheets"),
            (#"[["press",1,"list",null,"Mod+X"]]"#, "press has 4 parts, not 5"),
            (#"[["press",1,"list",null,"Mod+X",{"text":1}]]"#, "part 5 of press is not an object of strings"),
            (#"[["band","grid",[0,0,1,1]]]"#, "band has 2 parts, not 3"),
            (#"[["band","grid",[0,0,1,1],"off"]]"#, "part 3 of band is not new, add, on or drop"),
            (#"[["find",1,"grid","te","17"]]"#, "part 4 of find is not a whole number from 0 to 2⁵³ − 1"),
            (#"[["labels","grid",[0,"1"]]]"#, "part 2 of labels is not a list of 64 heights at most"),
            (#"[["labels","grid",[1e300]]]"#, "part 2 of labels is not a list of 64 heights at most"),
            (#"[["labels","grid",7]]"#, "part 2 of labels is not a list of 64 heights at most"),
            (#"[["measured","grid",1]]"#, "measured has 2 parts, not 3"),
            (#"[["measured","grid",-1,{}]]"#, "part 2 of measured is not a whole number from 0 to 2⁵³ − 1"),
            (#"[["measured","grid",1,[20]]]"#, "part 3 of measured is not an object of 256 heights at most"),
            (#"[["measured","grid",1,{"1":"20"}]]"#, "part 3 of measured is not an object of 256 heights at most"),
            (#"[["measured","grid",1,{"1":0}]]"#, "part 3 of measured is not an object of 256 heights at most"),
            (#"[["measured","grid",1,{"1":-20}]]"#, "part 3 of measured is not an object of 256 heights at most"),
            (#"[["measured","grid",1,{"1":20.5}]]"#, "part 3 of measured is not an object of 256 heights at most"),
            (#"[["measured","grid",1,{"1":20001}]]"#, "part 3 of measured is not an object of 256 heights at most"),
            (#"[["measured","grid",1,{"1":1e300}]]"#, "part 3 of measured is not an object of 256 heights at most"),
            (#"[["measured","grid",1,{"1":1e999}]]"#, "the packet is not JSON"),
            (#"[["measured","grid",1,{"1":NaN}]]"#, "the packet is not JSON"),
            (#"[["hello","/",{},"a","",null,7]]"#, "part 6 of hello is not a string"),
            (#"[["move",1,"grid","17","behind"]]"#, "move has 4 parts, not 5"),
            (#"[["move",1,"grid","17","above","18"]]"#, "part 4 of move is not before, behind or section"),
            (#"[["move",1,"grid","17","behind",null]]"#, "part 5 of move is not an identifier or a position"),
            (#"[["do",1,"cut",{},"17",5]]"#, "part 5 of do is not a string"),
            (#"[["edit","list","17"]]"#, "part 2 of edit is not a list of identifiers"),
            (#"[["edit","list",[17]]]"#, "part 2 of edit is not a list of identifiers"),
            (#"[["edit","list"]]"#, "edit has 1 parts, not 2"),
            (#"[["selectAll","grid"]]"#, "selectAll has 1 parts, not 2"),
            (#"[["scroll","grid",[0,0,1]]]"#, "part 2 of scroll is not a rect of four numbers"),
            (#"[["scroll","grid",[0,0,1,"1"]]]"#, "part 2 of scroll is not a rect of four numbers"),
            (#"[["scroll","grid",[0,0,1,1],1]]"#, "part 3 of scroll is not true or false"),
            (#"[["scroll","grid",[0,0,1,1],true,1]]"#, "part 4 of scroll is not true or false"),
            (#"[["scroll","grid",[0,0,1,1],true,true,1]]"#, "scroll has 5 parts, not 2"),
            (#"[["hello","/",{"grid":[0,0,1,1,false]}]]"#, "part 2 of hello is not an object of scroll positions"),
            (#"[["hello","/",{"grid":[0,0,1,1,true,0]}]]"#, "part 2 of hello is not an object of scroll positions"),
            (#"[["do",1.5,"add",{},null]]"#, "part 1 of do is not a whole number from 0 to 2⁵³ − 1"),
            (#"[["do",1e300,"add",{},null]]"#, "part 1 of do is not a whole number from 0 to 2⁵³ − 1"),
            (#"[["do",-1,"add",{},null]]"#, "part 1 of do is not a whole number from 0 to 2⁵³ − 1"),
            (#"[["do",9007199254740992,"add",{},null]]"#, "part 1 of do is not a whole number from 0 to 2⁵³ − 1"),
            (
                #"[["do",-9223372036854775808,"add",{},null]]"#,
                "part 1 of do is not a whole number from 0 to 2⁵³ − 1"
            ),
            (#"[["do",[1],"add",{},null]]"#, "part 1 of do is not a number and a receipt"),
            (#"[["do",[1,"tab"],"add",{},null]]"#, "part 1 of do is not a number and a receipt"),
            (#"[["do",[1,"tab/01"],"add",{},null]]"#, "part 1 of do is not a number and a receipt"),
            (#"[["do",[1,"a b/1"],"add",{},null]]"#, "part 1 of do is not a number and a receipt"),
            (#"[["do",[1,"a/1/2"],"add",{},null]]"#, "part 1 of do is not a number and a receipt"),
            (#"[["do",[-1,"tab/1"],"add",{},null]]"#, "part 1 of do is not a whole number from 0 to 2⁵³ − 1"),
            (#"[["tap","grid","17",-1]]"#, "part 3 of tap is not a whole number from 0 to 2⁵³ − 1"),
            (#"[["menu",-1,"list",null]]"#, "part 1 of menu is not a whole number from 0 to 2⁵³ − 1"),
            (#"[["range","grid",-1,1,true]]"#, "part 2 of range is not an identifier or a position"),
            (#"[["scroll","grid",[0,1e999,1,1]]]"#, "the packet is not JSON"),
            (#"[["scroll","grid",[0,1e300,1,1]]]"#, "part 2 of scroll is not a rect of four numbers"),
            (#"[["hello","/",{"grid":[0,0,1,1,"1",1e300]}]]"#, "part 2 of hello is not an object of scroll positions"),
            (#"[["hello","colors",{}]]"#, "part 1 of hello is not an address"),
            (#"[["hello","https://evil.example/",{}]]"#, "part 1 of hello is not an address"),
            (#"[["hello","/a/%2e%2e",{}]]"#, "part 1 of hello is not an address"),
            (#"[["hello","/\u0000",{}]]"#, "part 1 of hello is not an address"),
            (#"[["hello","/",{},"","",""]]"#, "part 3 of hello is not the name of a tab"),
            (#"[["hello","/",{},"a\u0000b",""]]"#, "part 3 of hello is not the name of a tab"),
            (#"[["hello","/",{},"a/1",""]]"#, "part 3 of hello is not the name of a tab"),
            (#"[["hello","/",{},"é",""]]"#, "part 3 of hello is not the name of a tab"),
            (#"[["hello","/",{},"tab","","another tab"]]"#, "part 5 of hello is not the name of a tab"),
            (#"[["hello","/",{},"tab","","a\u0000b"]]"#, "part 5 of hello is not the name of a tab"),
            (#"[["do",1,"add",{"a":1},null]]"#, "part 3 of do is not an object of strings"),
            (#"[["do",1,"add",{},7]]"#, "part 4 of do is not a string"),
            (#"[["hello","/",{"grid":null}]]"#, "part 2 of hello is not an object of scroll positions"),
        ])
    func whatIsNotUnderstoodIsRefusedWithAReason(packet: String, reason: String) {
        #expect(throws: MessageRefusal(reason: reason)) { try BrowserMessage.read(packet) }
    }

    @Test func aPacketThatIsNestedDeepIsRefused() {
        let packet = String(repeating: "[", count: 30_000)
        #expect(throws: MessageRefusal(reason: "the packet is nested deeper than 8")) {
            try BrowserMessage.read(packet)
        }
    }

    @Test func aPacketOfManyValuesIsRefused() {
        let packet = "[" + Array(repeating: "[]", count: 10_000).joined(separator: ",") + "]"
        #expect(throws: MessageRefusal(reason: "the packet has more than 2048 values")) {
            try BrowserMessage.read(packet)
        }
    }

    @Test func aPacketOfManyMessagesIsRefused() {
        let packet = "[" + Array(repeating: #"["tap","grid","1"]"#, count: 65).joined(separator: ",") + "]"
        #expect(throws: MessageRefusal(reason: "the packet has more than 64 messages")) {
            try BrowserMessage.read(packet)
        }
    }

    @Test func aMessageOfTheHeightsOfManyCellsIsRefused() throws {
        let heights = { (count: Int) in (0..<count).map { "\"\($0)\":20" }.joined(separator: ",") }
        _ = try BrowserMessage.read(#"[["measured","grid",1,{\#(heights(256))}]]"#)
        #expect(throws: MessageRefusal(reason: "part 3 of measured is not an object of 256 heights at most")) {
            try BrowserMessage.read(#"[["measured","grid",1,{\#(heights(257))}]]"#)
        }
    }

    @Test func aMessageOfManyHeightsIsRefused() throws {
        let heights = { (count: Int) in Array(repeating: "1", count: count).joined(separator: ",") }
        _ = try BrowserMessage.read(#"[["labels","grid",[\#(heights(64))]]]"#)
        #expect(throws: MessageRefusal(reason: "part 2 of labels is not a list of 64 heights at most")) {
            try BrowserMessage.read(#"[["labels","grid",[\#(heights(65))]]]"#)
        }
    }

    @Test func aTabWithALongNameIsRefused() throws {
        let name = { (count: Int) in String(repeating: "a", count: count) }
        _ = try BrowserMessage.read(#"[["hello","/",{},"\#(name(64))"]]"#)
        #expect(throws: MessageRefusal(reason: "part 3 of hello is not the name of a tab")) {
            try BrowserMessage.read(#"[["hello","/",{},"\#(name(65))"]]"#)
        }
    }

    @Test func aLongNameOfNoMessageIsCutInTheReason() {
        let name = String(repeating: "x", count: 10_000)
        #expect(throws: MessageRefusal(reason: "there is no message \(name.prefix(40))")) {
            try BrowserMessage.read(#"[["\#(name)"]]"#)
        }
    }

    @Test func anOptionalPartMayBeNullInFrontOfAnotherOne() throws {
        let call = BrowserMessage.action(
            number: CallNumber(5), action: "rename", fields: [:], item: nil, section: "tea")
        #expect(try BrowserMessage.read(#"[["do",5,"rename",{},null,null,"tea"]]"#) == [call])
        #expect(try BrowserMessage.read(#"[["do",5,"rename",{},null,null,"tea",null]]"#) == [call])
    }

    /// Each part of each golden message is replaced, left out and doubled. The reader finds nothing wrong, or names the
    /// message or the part.
    @Test func aWrongPartIsNamed() throws {
        let file = SceneMessageTests.file.deletingLastPathComponent().appending(path: "browser.json")
        let golden = try JSONDecoder().decode([SceneMessageTests.Golden].self, from: Data(contentsOf: file))
        let hostile: [JSON] = [
            .null, .flag(true), .number(-1), .number(1.5), .number(1e300), .string(""), .string("\u{0}"), .array([]),
            .array([.null]), .array([.number(1), .string("a/1")]), .object([:]), .object(["": .null]),
            .array(Array(repeating: .number(0), count: 100)),
        ]
        var refused = 0
        for case .array(let messages)? in golden.map({ JSON(parsing: $0.packet) }) {
            for case .array(let parts) in messages {
                guard case .string(let name)? = parts.first else { continue }
                var wrong: [[JSON]] = []
                for index in parts.indices.dropFirst() {
                    for part in hostile { wrong.append(parts[..<index] + [part] + parts[(index + 1)...]) }
                    wrong.append(Array(parts[..<index] + parts[(index + 1)...]))
                    wrong.append(Array(parts[...index] + parts[index...]))
                }
                for parts in wrong {
                    do throws(MessageRefusal) {
                        #expect(try BrowserMessage.read(JSON.array([.array(parts)]).text).count == 1)
                    } catch {
                        refused += 1
                        #expect(error.reason.contains(" of \(name) is not ") || error.reason.hasPrefix("\(name) has "))
                    }
                }
            }
        }
        #expect(refused > 1_000)
    }
}
