import Testing

@testable import AviaryServer

private final class Blank: ViewController {
    static let storyboard = Storyboard("Blank", Array("<p></p>".utf8))
    let page = Page()
}

extension Destination<Int64> {
    fileprivate static var photo: Self { Destination("/photos/:id") }
}

struct RoutesTests {
    @Test(arguments: [
        ("/", "home"), ("/photos", "photos"), ("/photos/new", "new"), ("/photos/5", "photo"), ("/photos/ne%77", "new"),
        ("/photos/new/", "new"), ("/photos/New", "photo"), ("/photos/5/edit", "edit"), ("/photos/new/edit", "edit"),
        ("/x/new", nil), ("/photos/5/6", nil), ("/photos/a%2Fedit", "photo"), ("/photo", nil),
    ]) func aNameGoesBeforeAParameter(path: String, title: String?) throws {
        let routes = [
            Route(Destination<String>("/photos/:id/edit"), title: "edit") { _ in Blank() },
            Route(Destination<String>("/photos/:id"), title: "photo") { _ in Blank() },
            Route("/photos/new", title: "new") { Blank() },
            Route("/photos", title: "photos") { Blank() },
            Route("/", "/home", title: "home") { Blank() },
        ]
        let address = try #require(Address(path))
        #expect(Routes(routes).route(at: address)?.title == title)
        #expect(Routes(routes.reversed()).route(at: address)?.title == title)
    }

    @Test func theNameFurtherToTheLeftDecides() throws {
        let routes = Routes([
            Route(Destination<String>("/:kind/new"), title: "any new") { _ in Blank() },
            Route(Destination<String>("/photos/:id"), title: "photo") { _ in Blank() },
        ])
        #expect(routes.route(at: "/photos/new")?.title == "photo")
        #expect(routes.route(at: "/colors/new")?.title == "any new")
    }

    @Test(arguments: [
        ("/photos/5", 5), ("/photos/-5", -5), ("/photos/%35", 5), ("/photos/05", nil), ("/photos/+5", nil),
        ("/photos/5.0", nil), ("/photos/five", nil), ("/photos/9223372036854775808", nil),
        ("/photos/9223372036854775807", .max), ("/photos/5%20", nil), ("/photos/%D9%A5", nil),
    ]) func aParameterIsReadInTheOneWayInWhichItIsWritten(path: String, parameter: Int64?) async throws {
        let destination = Destination<Int64>.photo
        let address = try #require(Address(path))
        #expect(destination.parameter(of: address) == parameter)
        if let parameter { #expect(destination.address(parameter) == address) }
        let route = Route(.photo, title: "Photo") { _ in Blank() }
        #expect(Routes([route]).route(at: address)?.title == "Photo")
        if parameter == nil {
            await #expect(throws: NotFound.self) { _ = try await route.makeController(address, nil) }
        }
    }

    @Test func aParameterOfAnyTextFindsItsWayBack() throws {
        let tag = Destination<String>("/tags/:name")
        for name in ["tea", "AC/DC", "a b", "50 %", "ä", "?#", "..."] {
            #expect(tag.parameter(of: try #require(Address(tag.address(name).description))) == name)
        }
        // No address has these: their links lead to no page, and to nothing else either.
        for name in ["", ".", ".."] {
            #expect(Address(tag.address(name).description).flatMap(tag.parameter) == nil)
        }
    }

    @Test(arguments: [
        ["/a", "/a"], ["/a", "/b", "/a/"], ["/a", "//a"], ["a"], [""], ["/a?b"], ["/a#b"], ["/a/.."], ["/live"],
        ["/healthz"],
        ["/token"], ["/assets/x"], ["/client/x"], ["/a/:id"], ["/:"],
    ]) func routesThatCannotBeAreRefusedAtStart(paths: [String]) {
        #expect(throws: RouteError.self) {
            try Routes(paths.map { Route($0, title: $0) { Blank() } }).check()
        }
    }

    @Test(arguments: [
        ["/a"], ["/:id/:other"], ["/a/:"], ["/photos/:id", "/photos/:name"], ["/assets/:file"], ["/live", "/:id"],
    ]) func destinationsThatCannotBeAreRefusedAtStart(patterns: [String]) {
        #expect(throws: RouteError.self) {
            try Routes(patterns.map { Route(Destination<String>($0), title: $0) { _ in Blank() } }).check()
        }
    }

    @Test func theErrorSaysWhichTwo() throws {
        let error = #expect(throws: RouteError.self) {
            try Routes([
                Route(.photo, title: "Photo") { _ in Blank() },
                Route(Destination<String>("/photos/:name"), title: "Photo") { _ in Blank() },
            ]).check()
        }
        #expect(error?.description == "The address /photos/:name is there twice: /photos/:id matches the same.")
    }

    @Test func routesWithNamesAndParametersStandSideBySide() throws {
        try Routes([
            Route("/", "/home", title: "Home") { Blank() }, Route("/photos", title: "Photos") { Blank() },
            Route("/photos/new", title: "New") { Blank() }, Route(.photo, title: "Photo") { _ in Blank() },
            Route(Destination<Int64>("/photos/:id/edit"), title: "Edit") { _ in Blank() },
        ]).check()
    }
}
