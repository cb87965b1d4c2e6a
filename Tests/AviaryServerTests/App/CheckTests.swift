import AviaryViews
import Testing

@testable import AviaryServer

/// The checks of an app at its start.
struct CheckTests {
    private class Room: ViewController {
        class var storyboard: Storyboard { Storyboard("RoomView", Array("<p></p>".utf8)) }
        let page = Page()
    }

    private final class Linking: ViewController {
        @TaskLocal static var html = ""
        static var storyboard: Storyboard { Storyboard("LinkingView", Array(html.utf8)) }
        let page = Page()
        let grid = CollectionView<Int>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(50)))
        var collections: [String: any ScreenCollection] { Self.html.contains("grid") ? ["grid": grid] : [:] }
    }

    private func check(_ html: String, navigation: [NavigationLink]? = nil) async throws {
        try await Linking.$html.withValue(html) {
            try await LiveApp(
                name: "Test",
                rooms: [
                    Route("/", title: "Start") { Linking() }, Route("/größe", title: "Size") { Room() },
                    Route(Destination<Int64>("/photos/:id"), title: "Photo") { _ in Room() },
                ], navigation: navigation, assets: [Asset("logo.svg", [])]
            ).check()
        }
    }

    @Test(arguments: [
        "/", "/gr%C3%B6%C3%9Fe", "/größe/", "/photos/5", "/photos/5?a=1&amp;b=2#top", "/?q=x", "/token",
        "/assets/logo.svg",
        "https://example.com/", "//example.com/", "mailto:a@example.com", "#top", "?page=2",
    ]) func aLinkLeadsSomewhere(href: String) async throws {
        try await check("<main><a href=\"\(href)\">Go</a></main>")
    }

    @Test(arguments: ["/nowhere", "/photos", "/photos/5/6", "/colors?a=1", "/assets/none.svg", "/größer"])
    func aLinkToNoPageIsRefused(href: String) async {
        let error = await #expect(throws: StoryboardError.self) {
            try await check("<main>\n<a href=\"\(href)\">Go</a></main>")
        }
        #expect(error?.description == "LinkingView, line 2: there is no page at \(href).")
    }

    @Test(arguments: [
        ("/photos/:item", true), ("/photos/5", true), ("/?photo=:item", true), ("/größe", true),
        ("/colors/:item", false),
        ("/photos/:item/edit", false), ("/:item", false),
    ]) func theLinkOfATileLeadsToARoute(link: String, isThere: Bool) async throws {
        let html = """
            <div data-collection="grid"></div>
            <template data-cell="Cell"><p data-link="\(link)"></p></template>
            """
        guard !isThere else { return try await check(html) }
        let error = await #expect(throws: StoryboardError.self) { try await check(html) }
        #expect(error?.description == "LinkingView, line 2: there is no page at \(link).")
    }

    @Test func theNavigationLeadsToRoutesOnly() async throws {
        try await check(
            "", navigation: [NavigationLink("Photo", to: "/photos/5"), NavigationLink("Start", to: "/?a=1")])
        await #expect(throws: RouteError.self) {
            try await check("", navigation: [NavigationLink("No", to: "/nowhere")])
        }
        await #expect(throws: RouteError.self) { try await check("", navigation: [NavigationLink("No", to: "photos")]) }
    }

    @Test func aControllerOfARouteWithAParameterIsChecked() async throws {
        final class Careless: ViewController {
            static let storyboard = Storyboard("CarelessView", Array("<button data-action=\"go\"></button>".utf8))
            let page = Page()
        }
        func app(_ make: @escaping @Sendable (Int64) async throws -> Careless) -> LiveApp {
            LiveApp(name: "Test", rooms: [Route(Destination<Int64>("/:id"), title: "Photo", makeController: make)])
        }
        let error = await #expect(throws: StoryboardError.self) { try await app { _ in Careless() }.check() }
        #expect(error?.description == "CarelessView, line 1: no controller has the action go.")
        // There is nothing to look at where the store has no such photo.
        try await app { _ in throw NotFound() }.check()
    }
}

struct NavigationTests {
    private final class Room: ViewController {
        static let storyboard = Storyboard("RoomView", Array("<p></p>".utf8))
        let page = Page()
    }

    private func navigation(at address: Address, _ links: [NavigationLink]?) throws -> String {
        let app = LiveApp(
            name: "Test",
            rooms: [
                Route("/", "/home", title: "Start") { Room() }, Route("/photos", title: "Photos") { Room() },
                Route(Destination<Int64>("/photos/:id"), title: "Photo") { _ in Room() },
                Route("/help", title: "Help & more") { Room() },
            ], navigation: links)
        let route = try #require(app.context.routes.route(at: address))
        return app.navigation(at: address, of: route, in: .english)
    }

    @Test func itHasEveryRouteWithoutAParameterUnlessTheAppSaysWhich() throws {
        #expect(
            try navigation(at: "/photos/5", nil)
                == "<nav class=\"rooms\" aria-label=\"Rooms\"><a href=\"/\"><span>Start</span></a>"
                + "<a href=\"/photos\" aria-current=\"true\"><span>Photos</span></a><a href=\"/help\"><span>Help &amp; more</span></a></nav>"
        )
        #expect(
            try navigation(at: "/help", [NavigationLink("All photos", to: "/photos", symbol: Array("<svg/>".utf8))])
                == "<nav class=\"rooms\" aria-label=\"Rooms\"><a href=\"/photos\"><svg/><span>All photos</span></a></nav>"
        )
        #expect(try navigation(at: "/", []) == "")
    }

    @Test(
        arguments: [
            ("/home", "/"), ("/photos", "/photos"), ("/photos?sort=date", "/photos?sort=date"),
            ("/photos?sort=name", "/photos"), ("/photos/5", "/photos/5"), ("/photos/6", "/photos"), ("/help", nil),
        ] as [(Address, String?)]) func oneLinkIsCurrent(address: Address, current: String?) throws
    {
        let links = ["/", "/photos", "/photos?sort=date", "/photos/5"] as [Address]
        let html = try navigation(at: address, links.map { NavigationLink("x", to: $0) })
        let parts = html.split(separator: "<a href=\"").filter { $0.contains("aria-current=") }
        #expect(parts.map { $0.prefix { $0 != "\"" }.description } == [current].compactMap(\.self))
    }
}
