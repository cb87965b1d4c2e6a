import AviaryServer
import AviaryServerTesting
import AviarySnapshots
import AviaryTesting
import AviaryViews
import Foundation
import Logging
import Testing

/// A scene survives any message of a tab about a list without sections, without rows, or that has just become empty.
struct HostileListTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID())").path

    private func app(_ kind: ListKind) -> LiveApp {
        LiveApp(
            name: "Lists", rooms: [Route("/", title: "List") { ListRoom(kind) }],
            uploads: [Upload("files", into: folder)],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test(.timeLimit(.minutes(5)), arguments: ListKind.allCases)
    func noMessageAboutAnEmptyListEndsAScene(kind: ListKind) async throws {
        let tab = try await FakeBrowser(app(kind))
        var number = 1_000
        for state in ["none", "rows", "none", "rows", "empty", "one", "none"] {
            number += 1
            let round = "\(state) \(number)"
            await tab.send(#"[["do",\#(number),"show",{"state":"\#(state)","round":"\#(round)"},null]]"#)
            await tab.wait { $0.outlets["round"] == "\"\(round)\"" }
            for first in stride(from: 0, to: Self.messages.count, by: 8) {
                let messages = Self.messages[first..<min(first + 8, Self.messages.count)].map { message in
                    number += 1
                    return message.replacing("#", with: "\(number)")
                }
                await tab.send("[\(messages.joined(separator: ","))]")
            }
            let pongs = await tab.pongs
            await tab.ping()
            #expect(await tab.pongs == pongs + 1, "\(kind) \(state)")
        }
        // The fake browser has no tiles for rows that were edited without its knowledge.
        #expect(await tab.faults.filter { !$0.contains("unknownTile") } == [])
        await tab.close()
    }

    /// Each message of the browser that names a collection, with whatever may stand in it. `#` is a number.
    private static let messages: [String] = {
        let ends = [#""""#, #""1""#, #""x""#, #""0""#, #""9""#, "0", "1", "9007199254740991"]
        let rects = ["[0,0,0,0]", "[0,0,390,700]", "[0,9007199254740991,390,700]", "[-9,-9,-9,-9]", "[5,5,1,1]"]
        let items = [#""""#, #""1""#, #""x""#, "null"]
        var messages = rects.flatMap { rect in
            ["", ",true", ",null,true"].map { #"["scroll","list",\#(rect)\#($0)]"# }
                + ["new", "add", "on", "drop"].map { #"["band","list",\#(rect),"\#($0)",#]"# }
        }
        for item in ends.prefix(5) {
            messages += [
                #"["tap","list",\#(item),#]"#, #"["lift","list",\#(item)]"#, #"["edit","list",[\#(item)]]"#,
                #"["find",#,"list",\#(item),0]"#, #"["find",#,"list","a",9007199254740991]"#,
            ]
            for end in ends {
                for side in ["before", "behind", "section"] {
                    messages += [
                        #"["move",#,"list",\#(item),"\#(side)",\#(end)]"#,
                        #"["drop",#,"list","\#(side)",\#(end),"text",[\#(item)],"","list"]"#,
                    ]
                }
            }
        }
        for end in ends {
            messages += ends.flatMap { other in
                ["true", "false"].map { #"["range","list",\#(end),\#(other),\#($0),#]"# }
            }
            for side in ["before", "behind", "section"] {
                messages += [
                    #"["drop",#,"list","\#(side)",\#(end),"",[],"",""]"#,
                    #"["drop",#,"list","\#(side)",\#(end),"",["1"],"/other","list"]"#,
                    #"["do",#,"file",{"upload-target":"[\"list\",\"\#(side)\",\#(end.replacing("\"", with: "\\\""))]"},null]"#,
                ]
            }
        }
        for item in items {
            messages += [
                #"["menu",#,"list",\#(item)]"#, #"["press",#,"list",\#(item),"Delete",{}]"#,
                #"["press",#,"list",\#(item),"nothing",{}]"#, #"["do",#,"act",{},\#(item)]"#,
                #"["do",#,"act",{},\#(item),"list"]"#, #"["do",#,"act",{},\#(item),null,\#(item)]"#,
            ]
        }
        for version in [0, 1, 2, 9_007_199_254_740_991] {
            for height in [1, 7, 20_000] {
                let heights = ["", "x", "0", "1", "5", "9"].map { #""\#($0)":\#(height)"# }.joined(separator: ",")
                messages.append(#"["measured","list",\#(version),{\#(heights)}]"#)
            }
        }
        return messages + [
            #"["selectAll","list",true,#]"#, #"["selectAll","list",false,#]"#, #"["edit","list",[]]"#,
            #"["labels","list",[0,1,-1,9007199254740991]]"#, #"["displayed",9007199254740991]"#,
            #"["copied",0,true]"#, #"["dismissed","sheet1",9007199254740991,#]"#, #"["sheets",["sheet1","x"]]"#,
        ]
    }()

    @Test func aFileForAnActionThatTakesNoneIsRefused() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tab = try await FakeBrowser(app(.headers))
        let before = await tab.collection("list").count
        for action in ["show", "nothing"] {
            let failure = await #expect(throws: FakeBrowser.ActionFailure.self) {
                try await tab.upload(
                    [1, 2, 3], named: "a.txt", to: "files", for: action, fields: ["state": "none"])
            }
            #expect(failure?.sentence.contains(action == "show" ? "takes no files" : "no action") == true)
        }
        #expect(await tab.collection("list").count == before, "the action was not called")
        try await tab.upload([1, 2, 3], named: "a.txt", to: "files", for: "file")
        await tab.close()
    }

    /// Files are dropped where there is nothing, by the message itself and by what the upload brings.
    @Test(arguments: ["none", "empty", "rows"])
    func aFileThatIsDroppedOnAnEmptyListFindsATarget(state: String) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tab = try await FakeBrowser(app(.headers))
        try await tab.perform("show", fields: ["state": state])
        for side in ["before", "behind", "section"] {
            for end in [#""""#, #""0""#, #""x""#, "0", "7"] {
                try await tab.upload(
                    [1, 2, 3], named: "a.txt", to: "files", for: "file",
                    fields: ["upload-target": #"["list","\#(side)",\#(end)]"#])
            }
        }
        await tab.close()
    }
}

enum ListKind: CaseIterable {
    case plain, headers, footers, horizontal, list, selfSizing, atEnd, sized, justified

    var layout: any CollectionViewLayout {
        switch self {
        case .plain: FlowLayout(columns: .fixed(2), itemSize: .height(20))
        case .headers: FlowLayout(columns: .fixed(2), itemSize: .height(20), headerHeight: 20)
        case .footers: FlowLayout(columns: .fixed(2), itemSize: .height(20), headerHeight: 20, footerHeight: 9)
        case .horizontal: FlowLayout(columns: .fixed(2), itemSize: .height(20), scrollDirection: .horizontal)
        case .list: ListLayout(rowHeight: .ofItem, headerHeight: 20)
        case .selfSizing, .atEnd: ListLayout(estimatedHeight: 20, headerHeight: 20)
        case .sized: SizedFlowLayout(headerHeight: 20, footerHeight: 5)
        case .justified: JustifiedLayout(rowHeight: 40, headerHeight: 20)
        }
    }
}

private final class ListRoom: ViewController {
    static let storyboard = Storyboard(
        "List",
        Array(
            """
            <p data-outlet="round"></p><button data-action="show"></button><button data-action="act"></button>
            <input type="file" data-upload="files" data-action="file">
            <div data-collection="list"></div><template data-cell="Row"><p data-outlet="text"></p></template>
            <template data-header="Header"><h2 data-outlet="name"></h2></template>
            <template data-footer="Footer"><p data-outlet="name"></p></template>
            """.utf8))

    let page = Page()
    let list: CollectionView<Int>
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions {
        [
            "show": show, "act": { [list] in _ = ($0.items(in: list), $0.item(in: list), $0.selection(in: list)) },
            "file": { [list] in _ = $0.drop(in: list) }, "move": { [list] in _ = $0.move(in: list) },
        ]
    }
    private let source: DiffableDataSource<Int>

    init(_ kind: ListKind) {
        list = CollectionView(layout: kind.layout, anchor: kind == .atEnd ? .end : .start)
        source = DiffableDataSource { item, cell in cell["text"] = "a \(item)" }
    }

    func viewDidLoad() {
        list.allowsMultipleSelection = true
        list.searchOutlet = "text"
        (list.moveAction, list.dropAction) = ("move", "file")
        list.configureHeaders { (_: Int, count, header) in header["name"] = "\(count)" }
        list.dataSource = source
        list.delegate = self
    }

    private func show(_ event: ActionEvent) {
        let sections: [(Int, [Int])] =
            switch event.fields["state"] {
            case "none": []
            case "empty": [(0, []), (1, [])]
            case "one": [(0, []), (1, [1])]
            default: [(0, [1, 2, 3]), (1, []), (2, Array(4..<60))]
            }
        page["round"] = event.fields["round"]
        source.apply(ListSnapshot(uniqueSections: sections))
        list.scrollToItem(1)
    }
}

extension ListRoom: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int>, menuFor items: Set<Int>) -> Menu? {
        Menu([MenuItem("Act", action: "act", shortcut: "Delete")])
    }
}
