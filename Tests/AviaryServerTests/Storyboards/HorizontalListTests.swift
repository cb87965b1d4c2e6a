import AviaryServerTesting
import AviarySnapshots
import AviaryViews
import Testing

@testable import AviaryServer

/// Lists that scroll to the right: their first paint, their messages to a tab, and the features that they do not
/// support.
struct HorizontalListTests {
    private final class Strip: ViewController {
        static let storyboard = Storyboard(
            "Strip",
            Array(
                "<div data-collection=\"strip\"></div><template data-cell=\"C\"><i data-outlet=\"n\"></i></template>"
                    .utf8))
        let page = Page()
        let strip = CollectionView<Int>(
            layout: SizedFlowLayout(minimumLineSpacing: 4, sectionInset: (8, 2), scrollDirection: .horizontal))
        var collections: [String: any ScreenCollection] { ["strip": strip] }

        func viewDidLoad() {
            let list = ListSnapshot(uniqueSections: [(0, Array(0..<1_000))]).sized { _ in
                ItemSize(width: 60, height: 96)
            }
            strip.dataSource = DiffableDataSource(list) { number, cell in cell["n"] = "\(number)" }
        }
    }

    private final class Scrubbed: ViewController {
        static let storyboard = Storyboard(
            "Scrubbed",
            Array(
                "<p></p>\n<div data-collection=\"strip\" data-scrubber=\"A\"></div><template data-cell=\"C\"><i></i></template>"
                    .utf8))
        let page = Page()
        let strip: CollectionView<Int>
        var collections: [String: any ScreenCollection] { ["strip": strip] }

        init(_ direction: ScrollDirection) {
            strip = CollectionView(layout: FlowLayout(columns: .fixed(1), headerHeight: 20, scrollDirection: direction))
        }
    }

    @Test func theFirstPaintRunsDownAndSaysSo() async throws {
        let app = LiveApp(name: "Strips", rooms: [Route("/", title: "Strip") { Strip() }])
        let paint = try await #require(app.scene(at: "/")).paint()
        #expect(paint.hasFrames)
        #expect(paint.body.contains("<div data-collection=\"strip\" role=\"grid\""))
        #expect(paint.body.matches(of: /<div data-collection="strip"[^>]* data-horizontal=""/).count == 1)
        #expect(paint.sheet.contains("max-height:100%") && !paint.sheet.contains("max-width:100%"))
        #expect(paint.sheet.contains("padding:2px 8px"))
    }

    @Test(.timeLimit(.minutes(1))) func aTabIsToldATransposedGeometryAndScrollsToTheRight() async throws {
        let tab = try await FakeBrowser(LiveApp(name: "Strips", rooms: [Route("/", title: "Strip") { Strip() }]))
        // At first the window has room for several items in a column.
        await tab.scroll("strip", y: 0, width: 300, height: 100)
        await tab.scroll("strip", x: 6_400, y: 0, width: 300, height: 100)
        await tab.wait { $0.collection("strip").items.contains("100") || !$0.faults.isEmpty }
        #expect(await tab.faults == [])
        let strip = await tab.collection("strip")
        #expect(strip.isHorizontal && strip.count == 1_000)
        #expect(strip.contentHeight == 16 + 1_000 * 64 - 4)
        // Its `y` counts from the left.
        let frame = strip.frames[100 - strip.firstFrame]
        #expect(frame == ContentRect(x: 2, y: 8 + 6_400, width: 96, height: 60))
    }

    @Test func aScrubberIsRefusedAtStart() async throws {
        try await Route("/", title: "") { Scrubbed(.vertical) }.check()
        let error = await #expect(throws: StoryboardError.self) {
            try await Route("/", title: "") { Scrubbed(.horizontal) }.check()
        }
        #expect(
            error?.description
                == "Scrubbed, line 2: the collection strip has a scrubber, but a layout that scrolls to the right.")
    }
}
