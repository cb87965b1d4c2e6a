import AviaryImages
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryTesting
import AviaryViews
import Foundation
import GRDB
import Testing

@testable import aviary

/// Storing a service's photographs, and fetching them.
struct PhotoramaLibraryTests {
    private let album: WebAlbum
    private var library: PhotoramaLibrary { album.library }
    private var service: StubService { album.service }

    init() throws { album = try WebAlbum() }

    // MARK: Feeds

    @Test func aRefreshThatFindsTheSamePhotosWritesNothing() async throws {
        service.set { $0.feeds[.interesting] = Array(1...50) }
        #expect(try await library.refresh(.interesting) == FeedChange(added: 50))
        #expect(try await album.remotes() == Array(1...50))
        let before = try await album.changes()
        #expect(try await library.refresh(.interesting) == FeedChange())
        #expect(try await album.changes() == before)
        #expect(try await album.remotes() == Array(1...50))
    }

    @Test func whatIsNewComesToTheFrontAsOneChangeThatMovesNothing() async throws {
        service.set { $0.feeds[.recent] = Array(1...100) }
        try await library.refresh(.recent)
        let query = PhotoramaQuery(scope: .feed(.recent))
        let results = try await FetchedResults(library.request(query), in: album.gallery.store)
        var updates = results.updates().makeAsyncIterator()
        let before = try await album.changes()
        service.set { $0.feeds[.recent] = Array(101...105) + Array(1...95) }
        #expect(try await library.refresh(.recent) == FeedChange(added: 5))
        guard case .success(let change)? = await updates.next() else {
            Issue.record("no change")
            return
        }
        #expect(change.changeset.inserted.map(\.path.item) == [0, 1, 2, 3, 4])
        #expect(change.changeset.deleted.isEmpty && change.changeset.moved.isEmpty && change.changeset.updated.isEmpty)
        #expect(try await album.changes() - before == 10, "five photos and their entries")
        #expect(try await album.remotes(query) == Array(101...105) + Array(1...100))
    }

    @Test func aPhotoIsItsRemoteIDInEveryFeedAndKeepsWhatPeopleDidWithIt() async throws {
        service.set { state in
            state.feeds = [.interesting: [1, 2], .recent: [2, 3]]
        }
        try await library.refresh(.interesting)
        try await library.refresh(.recent)
        #expect(try await album.gallery.store.read { try WebPhoto.fetchCount($0) } == 3)
        let id = try #require(try await album.photos().last?.id)
        _ = try await album.edit { try $0.setFavorite(webPhotos: [id], to: true) }
        try await album.gallery.store.write { try $0.countView(of: id) }
        service.set { $0.title = "Renamed" }
        #expect(try await library.refresh(.recent) == FeedChange())
        let photo = try await library.photo(id)
        #expect(photo.title == "Renamed 2" && photo.isFavorite && photo.views == 1 && photo.remote == "2")
        #expect(photo.takenAt == Date(timeIntervalSince1970: 1_500_000_000) && photo.license == "CC BY 2.0")
        // The same identifier at another service is another photo.
        let ids = try await album.gallery.store.write { try $0.saveWebPhotos([StubService.photo(2)], of: "other") }
        #expect(ids != [id])
    }

    @Test func pagesFollowEachOtherAlsoAfterARestart() async throws {
        service.set { state in
            state.feeds[.interesting] = Array(1...10)
            state.pageSize = 4
        }
        #expect(try await library.more(.interesting))
        #expect(try await library.more(.interesting))
        #expect(try await album.remotes() == Array(1...8))
        let next = try album.reopened()
        #expect(try await next.state(of: .interesting) == FeedState(page: 2, isAtEnd: false))
        #expect(try await next.more(.interesting))
        #expect(try await album.remotes() == Array(1...10))
        let lists = service.lists
        #expect(try await !next.more(.interesting))
        #expect(service.lists == lists && lists == 3, "no page is asked for twice")
        // New photos in front shift all pages, but none is stored twice.
        service.set { $0.feeds[.interesting] = Array(11...16) + Array(1...10) }
        #expect(try await next.refresh(.interesting) == FeedChange(added: 4, removed: 10))
        while try await next.more(.interesting) {}
        #expect(try await album.remotes() == Array(11...16) + Array(1...10))
    }

    @Test func pagesThatHaveNothingNewArePassedOver() async throws {
        service.set { state in
            state.feeds[.recent] = Array(1...12)
            state.pageSize = 4
        }
        try await library.refresh(.recent)
        service.set { $0.feeds[.recent] = Array(21...23) + Array(1...12) }
        #expect(try await library.refresh(.recent) == FeedChange(added: 3))
        #expect(try await library.more(.recent))
        #expect(try await album.remotes(PhotoramaQuery(scope: .feed(.recent))) == Array(21...23) + Array(1...5))
    }

    @Test func windowsThatAskAtOnceGetOneAnswer() async throws {
        service.set { $0.feeds[.interesting] = Array(1...20) }
        let changes = try await withThrowingTaskGroup(of: FeedChange.self) { group in
            for _ in 0..<20 { group.addTask { try await library.refresh(.interesting) } }
            return try await group.reduce(into: Set<FeedChange>()) { $0.insert($1) }
        }
        #expect(changes.count <= 2 && service.lists < 20)
        #expect(try await album.remotes() == Array(1...20))
    }

    @Test func whatIsStoredStaysWhenTheServiceFailsAndTheFailureIsSaid() async throws {
        service.set { $0.feeds[.interesting] = [1, 2] }
        try await library.refresh(.interesting)
        for failure in [
            PhotoServiceError.offline(host: "stub.invalid"), .malformed, .status(500, host: "stub.invalid"),
        ] {
            service.set { $0.failure = failure }
            let error = await #expect(throws: PhotoServiceError.self) { try await library.refresh(.interesting) }
            #expect(error == failure)
            #expect(library.store.sentence(about: failure) == failure.description)
            #expect(try await album.remotes() == [1, 2])
        }
        service.set { state in
            state.failure = nil
            state.skipped = 3
        }
        #expect(try await library.refresh(.interesting) == FeedChange(skipped: 3))
    }

    @Test func searchesAreForgottenButForTheLastTwenty() async throws {
        for number in 1...30 {
            let feed = RemoteFeed.search("word \(number)")
            service.set { $0.feeds[feed] = [number] }
            try await library.refresh(feed)
        }
        let feeds = try await album.gallery.store.read {
            try String.fetchSet($0, sql: "SELECT feed FROM feedEntry")
        }
        #expect(feeds == Set((11...30).map { "search word \($0)" }))
    }

    @Test func aLimitIsKeptAsPhotosComeAndGo() async throws {
        service.set { $0.feeds[.interesting] = Array(1...20) }
        try await library.refresh(.interesting)
        let query = PhotoramaQuery(limit: 5)
        #expect(try await album.remotes(query) == [1, 2, 3, 4, 5])
        service.set { $0.feeds[.interesting] = [30] + Array(1...20) }
        try await library.refresh(.interesting)
        #expect(try await album.remotes(query) == [30, 1, 2, 3, 4])
        try await album.gallery.store.write { try $0.execute(sql: "DELETE FROM webPhoto WHERE remote = '1'") }
        #expect(try await album.remotes(query) == [30, 2, 3, 4, 5])
    }

    // MARK: What people do

    @Test func favoritesAndTagsAreListsOfTheirOwnAndCanBeTakenBack() async throws {
        service.set { $0.feeds[.interesting] = Array(1...5) }
        try await library.refresh(.interesting)
        let ids = try await album.photos().map(\.id)
        #expect(try await album.edit { try $0.setFavorite(webPhotos: [ids[0], ids[2]], to: true) } == 2)
        #expect(try await album.edit { try $0.setFavorite(webPhotos: [ids[0]], to: true) } == 0)
        #expect(try await album.remotes(PhotoramaQuery(scope: .favorites)) == [3, 1])
        let birds = try await album.edit { try $0.addTag(named: " Birds ") }
        let sea = try await album.edit { db in
            let tag = try db.addTag(named: "Sea")
            try db.tick(tag, on: [ids[0], ids[1]])
            return tag
        }
        #expect(try await album.edit { try $0.tick(birds, on: [ids[0], ids[1]]) } == 2)
        #expect(try await album.edit { try $0.tick(birds, on: [ids[0]]) } == 0, "once each")
        #expect(try await album.edit { try $0.untick(birds, on: [ids[0]]) } == 1)
        #expect(try await album.remotes(PhotoramaQuery(scope: .tag(birds))) == [2], "the other one keeps it")
        let tags = try await album.gallery.store.read { db in
            try Int64.fetchAll(db, sql: "SELECT tag FROM photoTag WHERE photo = ?", arguments: [ids[0]])
        }
        #expect(tags == [sea])
        #expect(try await album.remotes(PhotoramaQuery(scope: .tag(sea), search: "PHOTO 1")) == [1])
        #expect(try await album.edit { try $0.removeTag(sea) } == 2)
        #expect(try await album.remotes(PhotoramaQuery(scope: .tag(sea))) == [])
        _ = try await album.gallery.store.undo(album.undoStack)
        #expect(try await album.remotes(PhotoramaQuery(scope: .tag(sea))).sorted() == [1, 2])
    }

    @Test func aTagHasANameThatNoOtherHas() async throws {
        let tag = try await album.edit { try $0.addTag(named: "Vögel") }
        for (name, error) in [
            ("vögel", PhotoramaError.tagExists("Vögel") as any Error), ("VÖGEL", PhotoramaError.tagExists("Vögel")),
            ("  ", NameError.blank), ("\u{200B}", NameError.blank),
        ] {
            await #expect("\(error)") { try await album.edit { try $0.addTag(named: name) } } throws: {
                "\($0)" == "\(error)"
            }
        }
        let other = try await album.edit { try $0.addTag(named: "Sea") }
        await #expect(throws: PhotoramaError.tagExists("Vögel")) {
            try await album.edit { try $0.renameTag(other, from: "Sea", to: "VÖGEL") }
        }
        #expect(try await album.edit { try $0.renameTag(tag, from: "Vögel", to: "VÖGEL") } == .renamed)
        _ = try await album.edit { try $0.removeTag(tag) }
        await #expect(throws: PhotoramaError.tagGone(typed: "Gulls")) {
            try await album.edit { try $0.renameTag(tag, from: "Vögel", to: "Gulls") }
        }
        await #expect(throws: PhotoramaError.tagGone()) { try await album.edit { try $0.tick(tag, on: []) } }
    }

    @Test func whatOtherProgramsWriteIsShownAsWellAsItCanBe() async throws {
        try await album.gallery.store.write { db in
            try db.execute(
                sql: """
                    INSERT INTO webPhoto(title, small, page, width, height, views, takenAt, color, isFavorite)
                    VALUES (x'00', 'javascript:alert(1)', 'file:///etc/passwd', -4, 'wide', -9, 9e99, 'red', 'yes');
                    INSERT INTO webPhoto DEFAULT VALUES;
                    """)
        }
        let photo = try await library.photo(1)
        #expect(photo.title == "Untitled" && photo.small == nil && photo.page == nil)
        #expect(photo.width == 1 && photo.height == 1 && photo.views == 0)
        await #expect(throws: PhotoramaError.noPicture) { try await library.picture(of: photo, size: .small) }
        #expect(!library.isStored(photo, size: .small))
        try await album.gallery.store.write { try $0.countView(of: 1) }
        #expect(try await library.photo(1).views == 1)
        await #expect(throws: NotFound.self) { try await library.photo(99) }
    }

    @Test func aGalleryForReadingShowsWhatIsStoredAndFetchesNoList() async throws {
        service.set { $0.feeds[.interesting] = [1] }
        try await library.refresh(.interesting)
        album.gallery.store.close()
        try album.gallery.store.database.close()
        let gallery = try Gallery.openReadOnly(at: album.folder)
        defer { gallery.store.close() }
        let library = try WebAlbum.library(of: gallery, service)
        await #expect(throws: PhotoramaError.readOnly) { try await library.refresh(.interesting) }
        await #expect(throws: PhotoramaError.readOnly) { try await library.more(.interesting) }
        #expect(try await library.picture(of: library.photo(1), size: .small).width == 6)
    }
}
