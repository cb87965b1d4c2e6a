import AviaryResults
import AviaryServer
import AviaryServerTesting
import AviaryText
import Foundation
import GRDB
import Logging
import Testing

@testable import aviary

/// Words in the search field of Photorama: the service is asked, and stored photos stand in.
struct PhotoramaSearchTests {
    private let album: WebAlbum
    private var service: StubService { album.service }

    init() throws {
        album = try WebAlbum()
        album.service.set { state in
            state.feeds = [
                .interesting: Array(1...12), .recent: [31],
                .search("photo 1"): [7, 21, 1], .search("tern"): Array(100..<700),
            ]
            state.pageSize = 250
        }
    }

    private func open() async throws -> FakeBrowser {
        let app = try await album.gallery.app(
            photorama: album.library, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let tab = try await FakeBrowser(app, path: "/photorama")
        await tab.wait { $0.collection("grid").count == 12 && $0.outlets["isRefreshing"] == "false" }
        return tab
    }

    private func searches() -> [RemoteFeed] { service.asked.filter { $0.name.hasPrefix("search") } }

    /// The titles of the tiles that the tab has, in their order.
    private static func titles(_ tab: isolated FakeBrowser) -> [String] {
        tab.collection("grid").tiles.map { tile in
            tile.values.first { $0.hasPrefix("\"Photo ") }.map { String($0.dropFirst().dropLast()) } ?? ""
        }
    }

    @Test func returnShowsWhatTheServiceFindsInItsOrder() async throws {
        let tab = try await open()
        try await tab.perform("searchNow", fields: ["text": " PHOTO  1 "])
        await tab.wait {
            Self.titles($0) == ["Photo 7", "Photo 21", "Photo 1"] && $0.outlets["status"] == #""3 photos""#
        }
        #expect(
            try await album.gallery.store.read { try WebPhoto.fetchCount($0) } == 13,
            "those that were here are the same")
        #expect(searches() == [.search("photo 1")])
        // The same words are no other search.
        try await tab.perform("search", fields: ["text": "photo 1"])
        try await tab.perform("searchNow", fields: ["text": "Photo 1"])
        #expect(searches().count == 1)
        try await tab.perform("search", fields: ["text": ""])
        await tab.wait { $0.collection("grid").count == 12 }
        #expect(searches().count == 1)
        #expect(await tab.faults == [])
        await tab.close()
    }

    @Test func typingAsksOnceForTheLastWords() async throws {
        let tab = try await open()
        for text in ["t", "te", "ter", "tern"] { try await tab.perform("search", fields: ["text": text]) }
        await tab.wait { $0.collection("grid").count == 250 }
        #expect(searches().last == .search("tern") && searches().count(where: { $0 == .search("tern") }) == 1)
        #expect(searches().count <= 2, "a slow machine may have taken a pause for the end of a word")
        await tab.close()
    }

    @Test func otherWordsCancelTheRequestForTheLastOnes() async throws {
        let tab = try await open()
        service.set { $0.holdsLists = true }
        try await tab.perform("searchNow", fields: ["text": "photo 1"])
        await tab.wait { $0.outlets["status"] == #""Searching…""# }
        while searches().isEmpty { await Task.yield() }
        // Stored photos with these words show until the service answers.
        await tab.wait { Set(Self.titles($0)) == ["Photo 1", "Photo 10", "Photo 11", "Photo 12"] }
        service.set { $0.holdsLists = false }
        try await tab.perform("searchNow", fields: ["text": "tern"])
        await tab.wait { $0.collection("grid").count == 250 }
        #expect(searches() == [.search("photo 1"), .search("tern")])
        while service.cancelledLists < 1 { await Task.yield() }
        #expect(await tab.outlets["noTrouble"] == "true")
        await tab.close()
    }

    @Test func furtherPagesOfASearchComeAndNoneTwice() async throws {
        let tab = try await open()
        try await tab.perform("searchNow", fields: ["text": "tern"])
        await tab.wait { $0.collection("grid").count == 250 }
        await tab.scroll("grid", y: 5_450)
        await tab.wait { $0.collection("grid").count == 500 }
        await tab.scroll("grid", y: 11_500)
        await tab.wait { $0.collection("grid").count == 600 }
        #expect(searches().count == 3)
        #expect(try await album.remotes(PhotoramaQuery(scope: .feed(.search("tern")))) == Array(100..<700))
        // Words that were searched for before show what was found then, at once, and are asked for anew.
        try await tab.perform("search", fields: ["text": ""])
        service.set { $0.failure = .offline(host: "stub.invalid") }
        try await tab.perform("searchNow", fields: ["text": "tern"])
        await tab.wait { $0.collection("grid").count == 600 && $0.outlets["noTrouble"] == "false" }
        await tab.close()
    }

    @Test func withoutTheServiceStoredPhotosAreFoundWithASentence() async throws {
        let tab = try await open()
        service.set { $0.failure = .offline(host: "stub.invalid") }
        try await tab.perform("searchNow", fields: ["text": "photo 1"])
        let sentence = PhotoServiceError.offline(host: "stub.invalid").description
        await tab.wait { $0.outlets["trouble"]?.contains("can't be reached") == true }
        #expect(await tab.outlets["trouble"] == JSON.string(sentence).text)
        #expect(await Set(Self.titles(tab)) == ["Photo 1", "Photo 10", "Photo 11", "Photo 12"])
        #expect(await tab.outlets["isRefreshing"] == "false")
        try await tab.perform("searchNow", fields: ["text": "heron"])
        await tab.wait { $0.outlets["nothing"] == #""No photo here has these words.""# }
        service.set { $0.failure = nil }
        try await tab.perform("retry")
        await tab.wait { $0.outlets["nothing"] == #""The service has no photo with these words.""# }
        #expect(await tab.outlets["noTrouble"] == "true")
        await tab.close()
    }

    @Test func favoritesAreSearchedHereAndAListOfTheServiceIsAllOfIt() async throws {
        let tab = try await open()
        let ids = try await album.photos().map(\.id)
        _ = try await album.edit { try $0.setFavorite(webPhotos: [ids[0], ids[1]], to: true) }
        try await tab.perform("choose", fields: ["show": "favorites"])
        try await tab.perform("searchNow", fields: ["text": "photo 2"])
        await tab.wait { Self.titles($0) == ["Photo 2"] }
        #expect(searches().isEmpty)
        try await tab.perform("choose", fields: ["show": "recent"])
        await tab.wait { Self.titles($0) == ["Photo 31"] && $0.outlets["searched"] == JSON.string("").text }
        #expect(searches().isEmpty)
        await tab.close()
    }

    @Test(arguments: [
        ("  ", nil), ("\u{3000}Ä \n b ", "ä b"),
        (String(repeating: "x", count: 300), String(repeating: "x", count: 200)),
    ])
    func wordsAreBroughtIntoOneForm(text: String, words: String?) {
        #expect(RemoteFeed(searching: text) == words.map(RemoteFeed.search))
    }
}
