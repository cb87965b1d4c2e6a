import AviaryImages
import AviaryResults
import AviarySnapshots
import AviaryTesting
import AviaryViews
import Foundation
import GRDB
import Testing

@testable import AviaryServer
@testable import aviary

/// Pictures of web photos, on demand.
struct PhotoramaPictureTests {
    private func photos(of album: WebAlbum, _ count: Int) async throws -> [WebPhoto] {
        album.service.set { state in
            state.feeds[.interesting] = Array(0..<count)
            state.pageSize = 5_000
        }
        try await album.library.refresh(.interesting)
        return try await album.photos()
    }

    @Test func aPictureIsFetchedOnceForAllWindowsAndForTheNextStart() async throws {
        let album = try WebAlbum()
        let photo = try #require(try await photos(of: album, 3).last)
        #expect(!album.library.isStored(photo, size: .small))
        let images = try await withThrowingTaskGroup(of: EncodedImage.self) { group in
            for _ in 0..<10 { group.addTask { try await album.library.picture(of: photo, size: .small) } }
            return try await group.reduce(into: Set<EncodedImage>()) { $0.insert($1) }
        }
        #expect(images.compactMap { StubService.number(ofColor: $0.averageColor) } == [2])
        #expect(album.library.isStored(photo, size: .small) && !album.library.isStored(photo, size: .large))
        let next = try album.reopened()
        #expect(next.isStored(photo, size: .small))
        #expect(try await next.picture(of: photo, size: .small) == images.first)
        #expect(album.service.pictures == [2: 1])
        try await next.picture(of: photo, size: .large)
        #expect(album.service.pictures == [2: 2])
    }

    @Test func theColorOfAPictureIsStored() async throws {
        let album = try WebAlbum()
        let photos = try await photos(of: album, 3)
        let results = try await FetchedResults(album.library.request(PhotoramaQuery()), in: album.gallery.store)
        let updates = results.updates()
        for photo in photos { try await album.library.picture(of: photo, size: .small) }
        var left = Set(photos.map(\.id))
        for await update in updates where !left.isEmpty {
            if case .success(let change) = update { left.subtract(change.changeset.updated.map(\.id)) }
            if left.isEmpty { break }
        }
        let stored = try await album.photos()
        #expect(stored.map { StubService.number(ofColor: $0.color.hex) } == [0, 1, 2])
    }

    @Test func aPictureForWhichNobodyWaitsIsNotFetchedAnyMore() async throws {
        let album = try WebAlbum()
        let photos = try await photos(of: album, 40)
        album.service.set { $0.holds = true }
        let tasks = photos.map { photo in Task { try await album.library.picture(of: photo, size: .small) } }
        while album.service.pictures.count < PhotoramaLibrary.mostLoads { await Task.yield() }
        // Waiting tasks are cancelled first, so that none of them starts in the place of a cancelled one.
        let begun = album.service.pictures
        let waiting = zip(photos, tasks).filter { begun[Int($0.0.remote) ?? -1] == nil }.map(\.1)
        for group in [waiting, tasks] {
            for task in group { task.cancel() }
            for task in group { await #expect(throws: CancellationError.self) { try await task.value } }
        }
        while album.service.cancelled < PhotoramaLibrary.mostLoads { await Task.yield() }
        #expect(album.service.pictures.count == PhotoramaLibrary.mostLoads, "no more than run at a time were begun")
        album.service.set { $0.holds = false }
        // A later request gets the picture.
        let image = try await album.library.picture(of: photos[7], size: .small)
        #expect(StubService.number(ofColor: image.averageColor) == 7)
        #expect(photos.filter { album.library.isStored($0, size: .small) }.map(\.remote) == ["7"])
    }

    @Test func aPictureIsAskedForAtOnceWhereTheListStandsStill() async throws {
        let album = try WebAlbum()
        let photos = try await photos(of: album, 3)
        album.service.set { $0.holds = true }
        let fetches = PictureFetches(.small, from: album.library, glance: .seconds(3_600))
        for photo in photos { fetches.begin(photo.id, .visible) }
        fetches.begin(photos[1].id, .visible, hasScrollingEnded: true)
        while album.service.pictures.isEmpty { await Task.yield() }
        // It is under way, and not asked for again.
        fetches.begin(photos[1].id, .visible, hasScrollingEnded: true)
        fetches.begin(photos[1].id, .visible)
        fetches.cancel(photos[1].id)
        while album.service.cancelled == 0 { await Task.yield() }
        #expect(album.service.pictures.map { "\($0.key)" } == [photos[1].remote])
        #expect(album.service.pictures.values.allSatisfy { $0 == 1 } && album.service.cancelled == 1)
        fetches.cancelAll()
    }

    @Test func whatHasComeIsToldWhenNothingInViewIsStillToCome() async throws {
        let album = try WebAlbum()
        let photos = try await photos(of: album, 4)
        let fetches = PictureFetches(.small, from: album.library, pause: .seconds(3_600))
        // A fetch near the viewport and a cancelled fetch do not delay others.
        fetches.begin(photos[3].id, .prefetch)
        for photo in photos[..<3] { fetches.begin(photo.id, .visible) }
        fetches.cancel(photos[2].id)
        var told: Set<WebPhoto.ID> = []
        for await _ in fetches.arrivals {
            told.formUnion(fetches.take().map(\.id))
            if told.isSuperset(of: photos[..<2].map(\.id)) { break }
        }
        #expect(told.isSuperset(of: photos[..<2].map(\.id)))
        fetches.cancelAll()
    }

    @Test func anAddressAnswersWhatIsStoredAndNeverHasAnythingFetched() async throws {
        let album = try WebAlbum()
        let photo = try #require(try await photos(of: album, 2).last)
        let download = try #require(album.library.downloads.first)
        func ask(_ size: String, _ id: String, _ query: [String: String] = [:]) async throws -> DownloadAnswer? {
            let parameters = [(key: Substring("size"), value: Substring(size)), (key: "id", value: Substring(id))]
            return try await download.answer(try #require(DownloadRequest(parameters: parameters, query: query)))
        }
        await #expect(throws: NotFound.self) { try await ask("small", "\(photo.id)") }
        await #expect(throws: NotFound.self) { try await ask("small", "99") }
        await #expect(throws: NotFound.self) { try await ask("small", "x") }
        #expect(try await ask("huge", "\(photo.id)") == nil)
        #expect(album.service.pictures.isEmpty)
        try await album.library.picture(of: photo, size: .small)
        let version = photo.version(.small)
        #expect(photo.picturePath(.small) == "/photorama/picture/small/\(photo.id)?\(version)")
        #expect(try await ask("small", "\(photo.id)")?.isImmutable == false)
        let answer = try #require(try await ask("small", "\(photo.id)", [version: ""]))
        #expect(answer.isImmutable && answer.type == "image/webp")
        #expect(album.service.pictures == [1: 1])
    }

    @Test func picturesOnTheDiskHaveALimit() async throws {
        let album = try WebAlbum(files: 20_000, memory: 4_000)
        let photos = try await photos(of: album, 200)
        for photo in photos {
            try await album.library.picture(of: photo, size: .small)
            #expect(album.library.cache.sizes.files <= 20_000 && album.library.cache.sizes.memory <= 4_000)
        }
        let stored = photos.filter { album.library.isStored($0, size: .small) }
        #expect(stored.count > 5 && stored.count < 100)
        #expect(stored.last == photos.last, "those used last are kept")
        let files = FileManager.default.enumerator(
            at: URL(filePath: album.library.cache.folder), includingPropertiesForKeys: [.fileSizeKey])
        let sizes = (files?.allObjects as? [URL] ?? []).filter { !$0.hasDirectoryPath }
            .map { (try? $0.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0 }
        #expect(sizes.reduce(0, +) <= 20_000)
    }

    @Test func requestsWithFaultsAllEndAndNoneWithAnotherPicture() async throws {
        let rounds = draws(20, long: 1_000)
        let album = try WebAlbum()
        let photos = try await photos(of: album, 2_000)
        album.service.set { $0.faults = 20 }
        enum Outcome { case right, wrong, failed, cancelled }
        var random = SeededGenerator(seed: 20)
        var outcomes: [Outcome: Int] = [:]
        for _ in 0..<rounds {
            let asked = (0..<100).map { _ in (Int.random(in: 0..<2_000, using: &random), Bool.random(using: &random)) }
            let tasks = asked.map { number, _ in
                Task { () -> Outcome in
                    do {
                        let image = try await album.library.picture(of: photos[number], size: .small)
                        return StubService.number(ofColor: image.averageColor) == number ? .right : .wrong
                    } catch is CancellationError {
                        return .cancelled
                    } catch is PhotoServiceError {
                        return .failed
                    } catch {
                        return .wrong
                    }
                }
            }
            // Scrolled past.
            for (task, (number, isHasty)) in zip(tasks, asked) where isHasty && number % 3 == 0 { task.cancel() }
            for task in tasks { outcomes[await task.value, default: 0] += 1 }
        }
        #expect(outcomes.values.reduce(0, +) == 100 * rounds, "each ends")
        #expect(outcomes[.wrong] == nil)
        #expect((outcomes[.failed] ?? 0) > 2 * rounds && (outcomes[.right] ?? 0) > 50 * rounds)
        // Once the service is well, Retry has every picture.
        album.service.set { $0.faults = 0 }
        for photo in photos {
            let image = try await album.library.picture(of: photo, size: .small)
            #expect(StubService.number(ofColor: image.averageColor).map(String.init) == photo.remote)
        }
    }
}
