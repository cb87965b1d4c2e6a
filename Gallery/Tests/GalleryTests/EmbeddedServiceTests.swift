import AviaryImages
import Foundation
import Testing

@testable import aviary

/// The service that needs no network.
struct EmbeddedServiceTests {
    @Test func itsListsAreTheSameAtEachStartAndEndAfterAllPages() async throws {
        for feed in [RemoteFeed.interesting, .recent] {
            var ids: [[String]] = []
            for _ in 0..<2 {
                let service = FlickrService(embedded: EmbeddedEndpoint(GeneratedPictures(count: 1_200)))
                var pages: [RemotePage] = []
                for page in 1...3 { pages.append(try await service.photos(in: feed, page: page)) }
                #expect(pages.map(\.photos.count) == [500, 500, 200] && pages.map(\.isLast) == [false, false, true])
                #expect(pages.allSatisfy { $0.skipped == 0 })
                ids.append(pages.flatMap(\.photos).map(\.id))
            }
            #expect(ids[0] == ids[1] && Set(ids[0]).count == 1_200)
        }
    }

    @Test func aPhotoHasAPictureOfEachSizeThatIsThePhotosOwn() async throws {
        let service = FlickrService(embedded: EmbeddedEndpoint())
        let page = try await service.photos(in: .interesting, page: 1)
        let tests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        var configuration = ImagePipeline.Configuration()
        configuration.program = tests.appending(path: "ImageDesk").path
        let pipeline = ImagePipeline(configuration)
        var colors: Set<String> = []
        for photo in page.photos.prefix(8) {
            let bytes = try await service.picture(at: photo.small, limit: 1 << 20)
            let small = try await pipeline.image(ImageRequest(.bytes(bytes), side: 640))
            #expect(max(small.width, small.height) == 320)
            colors.insert(small.averageColor)
            let facts = try await pipeline.facts(
                of: .bytes(try await service.picture(at: photo.large, limit: 8 << 20)))
            #expect((facts.width, facts.height) == (photo.width, photo.height))
            #expect(!photo.title.isEmpty && !photo.owner.isEmpty && !photo.license.isEmpty && photo.takenAt != nil)
            #expect(photo.page == nil, "no page of the embedded service is one of Flickr's")
        }
        #expect(colors.count == 8)
        await #expect(throws: PhotoServiceError.tooLarge(limit: 10)) {
            try await service.picture(at: try #require(page.photos.first?.small), limit: 10)
        }
        await #expect(throws: PhotoServiceError.status(404, host: EmbeddedEndpoint.host)) {
            try await service.picture(at: try #require(URL(string: "http://embedded.invalid/etc")), limit: 10)
        }
    }

    /// A gallery keeps pictures of it, and a later program makes the same ones.
    @Test(
        arguments: [
            (0, "830b0b2af92b28dd13a8148580d7bad509823935c38894d79fa6e23e3878e158"),
            (1, "07bd149fa63b359f8f1d475a035325cc2fc836451471518b2e68170207865837"),
            (7, "0acfc67bcaeadd323bc4b1ef5ccc3c3ed27e5f0d4082b36c480adf129693025f"),
            (42, "d0529de812cd26d39212063825d5f531f0c7cf919688d38f3118adf28b4a501d"),
            (4711, "f51b82b34e580ee24a908aff27db25082e294d0e867a53e8738eae1accf9864a"),
        ])
    func itsPicturesAreTheSameAtEachStart(number: Int, pixels: String) async throws {
        let tests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        var configuration = ImagePipeline.Configuration()
        configuration.program = tests.appending(path: "ImageDesk").path
        let pipeline = ImagePipeline(configuration)
        let picture = EmbeddedPhoto(number).png(side: 320)
        let image = try await pipeline.image(ImageRequest(.bytes(picture), side: 320, format: .pixels))
        #expect((image.width, image.height) == (320, 240))
        #expect(ContentID(of: image.bytes).description == pixels)
    }

    @Test func itFindsPhotosByTheirWords() async throws {
        let service = FlickrService(embedded: EmbeddedEndpoint())
        let page = try await service.photos(in: .search("golden HARBOR"), page: 1)
        #expect(!page.photos.isEmpty && page.photos.allSatisfy { $0.title.hasPrefix("Golden harbor") })
        #expect(try await service.photos(in: .search("zeppelin"), page: 1) == RemotePage(photos: [], isLast: true))
    }

    /// Against a search that looks at each photo.
    @Test func itFindsWhatStandsInATitleOrAName() async throws {
        var random = SeededNumbers(7)
        let service = FlickrService(embedded: EmbeddedEndpoint())
        let photos = (0..<10_000).map { EmbeddedPhoto($0) }
        let texts = photos.map { "\($0.title) \($0.owner)".lowercased() }
        for text in ["", "1", "99", "ada", "HEr", "a 1 e", "silver crane 7", "1x", "misty misty MISTY", "st dg 12"] {
            let words = text.lowercased().split(separator: " ")
            let expected = photos.reversed().filter { photo in words.allSatisfy { texts[photo.number].contains($0) } }
            let page = try await service.photos(in: .search(text), page: 1)
            #expect(page.photos.map(\.title) == expected.prefix(500).map(\.title))
            let search = EmbeddedSearch(text)
            let numbers = Set(expected.map(\.number))
            for _ in 0..<50 {
                let number = Int.random(in: 0..<10_000, using: &random)
                #expect(search.finds(number) == numbers.contains(number))
            }
        }
    }

    @Test(arguments: ["a", "á\u{301}\u{302}", "a "])
    func aSearchThatIsTooLongIsRefusedInASentence(letters: String) async throws {
        let service = FlickrService(embedded: EmbeddedEndpoint())
        await #expect(throws: PhotoServiceError.refused(message: PhotoramaWords.searchIsTooLong)) {
            try await service.photos(in: .search(String(repeating: letters, count: 20_000)), page: 1)
        }
        let longest = String(repeating: "a", count: EmbeddedSearch.maximumLength)
        #expect(try await service.photos(in: .search(longest), page: 1).photos == [])
    }

    @Test func anAddressElsewhereNeedsAClient() async throws {
        let fetching = RoutedFetching(embedded: EmbeddedEndpoint(), web: nil)
        let elsewhere = try #require(URL(string: "https://a.example/1.jpg"))
        await #expect(throws: PhotoServiceError.noClient) {
            try await fetching.bytes(at: elsewhere, limit: 1, of: .picture)
        }
        let canned = RoutedFetching(embedded: EmbeddedEndpoint(), web: CannedFetching("x"))
        #expect(try await canned.bytes(at: elsewhere, limit: 1, of: .picture) == Array("x".utf8))
        #expect(try await FlickrService(embedded: canned).photos(in: .recent, page: 1).photos.count == 500)
    }
}
