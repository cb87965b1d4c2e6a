import AviaryServer
import AviaryServerTesting
import AviaryViews
import Logging
import Testing

@testable import AviaryServer

/// Children: each with its storyboard, page, collections and actions, under names that begin with its own.
struct ChildTests {
    private func app(_ log: Diary = Diary()) -> LiveApp {
        LiveApp(
            name: "Desks", rooms: [Route("/", title: "Desk") { Desk(log: log) }],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test func aStoryboardIsPaintedWhereItsParentNamesIt() async throws {
        let app = app()
        let paint = try await #require(app.scene(at: "/")).paint()
        let (body, sheet) = (paint.body, paint.sheet)
        #expect(body.contains("<h1 data-outlet=\"title\">Desk</h1>"))
        #expect(
            body.contains(
                "<section data-child=\"pad\">\n<h2".replacing("\n", with: "")
                    + " data-outlet=\"pad/title pad/tint:color\""))
        #expect(body.contains(">Pad</h2>") && sheet.contains("{--tint:#010203;}"))
        #expect(body.contains("<form data-action=\"pad/write\">"))
        #expect(body.contains("<button data-action=\"pad/pen/press\" data-outlet=\"pad/pen/title\">Pen</button>"))
        #expect(body.contains("data-collection=\"pad/list\"") && body.contains("data-empty=\"pad/list\""))
        #expect(sheet.contains("[data-collection=\"pad/list\"]>.content"))
        // Outlets of cells go by number, and keep the names that style sheets know.
        #expect(
            body.contains(
                "<template data-cell=\"pad/Line\"><p><b data-outlet=\"text\"></b><button data-action=\"pad/drop\">"))
        #expect(body.contains("data-cell=\"pad/Line\" aria-rowindex=\"1\"") && body.contains(">pad 7</b>"))
        #expect(body.contains("data-cell=\"Line\" aria-rowindex=\"2\"") && body.contains(">desk 2</p>"))
    }

    @Test func childrenWithoutAnEndAreRefused() async {
        for hasOwn in [true, false] {
            let error = await #expect(throws: StoryboardError.self) {
                try await Route("/", title: "") { Mirror(showsItself: hasOwn) }.check()
            }
            #expect(error?.description.hasPrefix("Mirror, line 1: the children of Mirror have no end: again/") == true)
            // It could not be checked at start where its making needs a row that is not there yet.
            let app = LiveApp(name: "Hall", rooms: [Route("/", title: "") { Mirror(showsItself: hasOwn) }])
            await #expect(throws: Never.self) { try await app.scene(at: "/")?.paint() }
        }
    }

    @Test func namesOfParentAndChildAreApart() async throws {
        let tab = try await FakeBrowser(app())
        #expect(await tab.outlets["title"] == "\"Desk\"")
        #expect(await tab.outlets["pad/title"] == "\"Pad\"")
        #expect(await tab.collection("list").tiles.map(\.values) == [["\"desk 1\""], ["\"desk 2\""]])
        #expect(await tab.collection("pad/list").tiles.map(\.values) == [["\"pad 7\""]])
        try await tab.perform("press")
        #expect(await tab.outlets["title"] == "\"Desk pressed\"")
        #expect(await tab.outlets["pad/pen/title"] == "null")
        try await tab.perform("pad/pen/press")
        #expect(await tab.outlets["pad/pen/title"] == "\"Pen pressed\"")
        try await tab.perform("pad/press")
        #expect(await tab.sentences == ["Pad pressed"])
        #expect(await tab.offers == ["pad/drop"])
        await #expect(throws: FakeBrowser.ActionFailure.self) { try await tab.perform("pen/press") }
        await tab.close()
        #expect(await tab.faults == [])
    }

    @Test func whatIsDoneToACellOfAChildIsTheChildsOwn() async throws {
        let tab = try await FakeBrowser(app())
        try await tab.press("Delete", in: "pad/list", item: "7")
        try await tab.perform("pad/drop", item: "7", menu: "pad/list")
        await tab.openMenu(in: "pad/list", at: "7")
        #expect(await tab.menu == ["Drop"])
        await tab.swipe("7", in: "pad/list")
        #expect(await tab.trailingSwipeActions == ["Drop it"])
        #expect(await tab.leadingSwipeActions == [])
        try await tab.perform("pad/drop", item: "7")
        await tab.swipe("8", in: "pad/list")
        #expect(await tab.trailingSwipeActions == [], "there is no such item")
        await tab.send(#"[["tap","pad/list","7",9]]"#)
        await tab.wait { $0.sentences.count == 4 }
        #expect(await tab.sentences == Array(repeating: "dropped [7]", count: 4))
        await tab.close()
    }

    @Test func aChildTellsItsParent() async throws {
        let tab = try await FakeBrowser(app())
        try await tab.perform("pad/write", fields: ["text": "Tea"])
        #expect(await tab.outlets["pad/title"] == "\"Pad: Tea\"")
        #expect(await tab.outlets["title"] == "\"Desk: Tea\"")
        await tab.close()
    }

    @Test func aSceneThatIsLostComesBackWithItsChildrensStates() async throws {
        let tab = try await FakeBrowser(app())
        try await tab.perform("pad/write", fields: ["text": "Tea"])
        #expect(await tab.keepsake == #"{"":{"":"Tea","pad":"Tea"}}"#)
        let log = Diary()
        try await tab.reconnect(to: app(log))
        #expect(await tab.outlets["pad/title"] == "\"Pad: Tea\"")
        await tab.close()
        #expect(
            log.lines == [
                "pad loaded", "desk loaded", "desk appears", "pad appears", "desk restored", "pad restored",
                "desk appeared", "pad appeared", "desk disappears", "pad disappears",
            ])
    }

    @Test(arguments: [
        ("<p data-child=\"a\"></p>\n<p data-child=\"a\"></p>", "TestView, line 2: the child a is there twice."),
        ("<p data-child=\"a\">b</p>", "TestView, line 1: the place of the child a is not empty."),
        ("<p data-child=\"a/b\"></p>", "TestView, line 1: a/b is no name for a child: letters, digits and - are."),
        (
            "<template data-cell=\"C\"><p><b data-child=\"a\"></b></p></template>",
            "TestView, line 1: a template cannot hold a child."
        ), ("<p id=\"a\"></p>\n<p id=\"a\"></p>", "TestView, line 2: the id a is there twice."),
    ])
    func aStoryboardThatNamesAChildInVainIsRefused(html: String, sentence: String) {
        let error = #expect(throws: StoryboardError.self) { try StoryboardTests.board(html).content() }
        #expect(error?.description == sentence)
    }

    @Test func aNameThatIsThereTwiceIsRefusedBeforeAnybodySeesAPage() async throws {
        try await Route("/", title: "") { Desk() }.check()
        func check(_ parent: @escaping @Sendable () -> Parent) async -> String? {
            let error = await #expect(throws: StoryboardError.self) {
                try await Route("/", title: "", makeController: parent).check()
            }
            return error?.description
        }
        #expect(await check { Parent([:]) } == "Parent, line 1: no controller has the child a.")
        #expect(
            await check { Parent(["a": Pen(), "b": Pen(), "c": Pen()]) }
                == "Parent, line 1: the child c stands nowhere.")
        #expect(
            await check {
                let pen = Pen()
                return Parent(["a": pen, "b": pen])
            } == "Parent, line 1: a child or a collection view is there under two names.")
        #expect(
            await check { Parent(["a": Named(), "b": Named()]) }
                == "Named, line 1: the id entry is there twice, in Named as well.")
        #expect(
            await check { Parent(["a": Stranger(), "b": Pen()]) }
                == "TestView, line 1: no controller has the action add.")
    }
}

private final class Parent: ViewController {
    static let storyboard = Storyboard("Parent", Array("<p data-child=\"a\"></p><p data-child=\"b\"></p>".utf8))
    let page = Page()
    let children: [String: any ViewController]
    init(_ children: [String: any ViewController]) { self.children = children }
}

private final class Named: ViewController {
    static let storyboard = Storyboard("Named", Array("<form id=\"entry\"></form>".utf8))
    let page = Page()
}

/// Its child is itself, or one more of its kind.
private final class Mirror: ViewController {
    static let storyboard = Storyboard("Mirror", Array("<p data-child=\"again\"></p>".utf8))
    let page = Page()
    private let showsItself: Bool
    var children: [String: any ViewController] { ["again": showsItself ? self : Mirror(showsItself: false)] }

    init(showsItself: Bool) { self.showsItself = showsItself }
}
