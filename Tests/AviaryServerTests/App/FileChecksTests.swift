import Testing

@testable import AviaryServer

/// The checks of an app with files at its start.
struct FileChecksTests {
    private final class Room: ViewController {
        @TaskLocal static var html = ""
        static var storyboard: Storyboard { Storyboard("RoomView", Array(html.utf8)) }
        let page = Page()
        var actions: Actions { ["add": { _ in }] }
    }

    @Test func anUploadThatTheAppDoesNotHaveIsRefused() async throws {
        let error = await #expect(throws: StoryboardError.self) {
            try await checkPage("<input type=\"file\" data-upload=\"photos\" data-action=\"add\">")
        }
        #expect(error?.description == "RoomView, line 1: the app has no upload photos.")
        try await checkPage("<input type=\"file\" data-upload=\"files\" data-action=\"add\">")
    }

    @Test func anUploadCallsAnAction() async {
        let error = await #expect(throws: StoryboardError.self) {
            try await checkPage("<p>\n<input type=\"file\" data-upload=\"files\"></p>")
        }
        #expect(error?.description == "RoomView, line 2: the upload files calls no action.")
    }

    @Test(arguments: ["/file/:name", "/files", "/a/:b/c/:d"])
    func aDownloadHasAnAddress(path: String) async throws { try await checkPage("", downloads: [path]) }

    @Test(arguments: [
        ["/"], ["/file/:a", "/file/:b"], ["file"], ["/uploads/:name"], ["/healthz"], ["/assets/:name"], ["/file/:"],
        ["/a?b"],
    ])
    func anAddressThatIsTakenOrNoneIsRefused(paths: [String]) async {
        await #expect(throws: RouteError.self) { try await checkPage("", downloads: paths) }
    }

    @Test func aLinkMayLeadToADownload() async throws {
        try await checkPage("<a href=\"/file/5\">Fetch</a>", downloads: ["/file/:name"])
        await #expect(throws: StoryboardError.self) { try await checkPage("<a href=\"/file/5\">Fetch</a>") }
    }

    private func checkPage(_ html: String, downloads: [String] = []) async throws {
        try await Room.$html.withValue(html) {
            try await LiveApp(
                name: "Test", rooms: [Route("/", title: "Start") { Room() }],
                downloads: downloads.map { Download($0) { _ in nil } }, uploads: [Upload("files", into: "/nowhere")]
            ).check()
        }
    }
}
