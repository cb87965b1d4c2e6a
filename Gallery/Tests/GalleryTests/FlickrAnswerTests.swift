import AviaryImages
import Foundation
import Testing

@testable import aviary

/// Reading lists of other servers.
struct FlickrAnswerTests {
    private func page(_ json: String) throws(PhotoServiceError) -> RemotePage {
        try FlickrAnswer.page(Array(json.utf8))
    }

    private func list(_ photos: String, page: String = "1", pages: String = "3") -> String {
        #"{"photos":{"page":\#(page),"pages":\#(pages),"perpage":2,"total":"5","photo":[\#(photos)]},"stat":"ok"}"#
    }

    @Test func aPhotoIsReadWithAllThatFlickrSaysOfIt() throws {
        let photo = """
            {"id":"4711","owner":"12@N00","secret":"ab","server":"65535","title":"Tern\\n over  the bay","ispublic":1,
            "license":"4","datetaken":"2018-06-01 12:00:05","ownername":"Ada",
            "url_s":"https://live.example.com/4711_s.jpg","height_s":160,"width_s":240,
            "url_n":"https://live.example.com/4711_n.jpg","height_n":"213","width_n":"320",
            "url_l":"https://live.example.com/4711_l.jpg","height_l":"683","width_l":"1024",
            "url_o":"https://live.example.com/4711_o.jpg","height_o":"4000","width_o":"6000"}
            """
        let page = try page(list(photo))
        let small = try #require(URL(string: "https://live.example.com/4711_n.jpg"))
        let large = try #require(URL(string: "https://live.example.com/4711_l.jpg"))
        #expect(
            page.photos == [
                RemotePhoto(
                    id: "4711", title: "Tern over the bay", owner: "Ada", license: "CC BY 2.0",
                    page: URL(string: "https://www.flickr.com/photos/12@N00/4711"), small: small, large: large,
                    width: 1_024, height: 683, takenAt: Date(timeIntervalSince1970: 1_527_854_405))
            ])
        #expect(!page.isLast && page.skipped == 0)
    }

    @Test(
        arguments: [
            (#"{"id":1,"url_s":"http://a.example/s"}"#, "http://a.example/s", 1),
            (#"{"id":"1","url_s":"http://a.example/s","url_z":"http://a.example/z"}"#, "http://a.example/z", 1),
            (
                #"{"id":"1","url_l":"http://a.example/l","width_l":"1024","height_l":700.0}"#, "http://a.example/l",
                1_024
            ),
            (#"{"id":"1","url_o":"http://a.example/o","width_o":1e300,"height_o":"-5"}"#, "http://a.example/o", 1),
            (
                #"{"id":"1","url_o":"http://a.example/o","width_o":99999999999,"height_o":7,"title":{"_content":"x"}}"#,
                "http://a.example/o", 1_000_000
            ),
        ])
    func whatIsMissingOrOfAnotherTypeIsGuessed(photo: String, small: String, width: Int) throws {
        let page = try page(list(photo, page: "\"3\"", pages: "\"3\""))
        #expect(page.photos.map(\.small.absoluteString) == [small])
        #expect(page.photos.map(\.width) == [width])
        #expect(page.isLast)
    }

    private static let unreadable = [
        #"{"id":"1"}"#, #"{"url_s":"http://a.example/s"}"#, #"{"id":"","url_s":"http://a.example/s"}"#,
        #"{"id":"../x","url_s":"http://a.example/s"}"#, #"{"id":"1","url_s":"javascript:alert(1)"}"#,
        #"{"id":"1","url_s":"file:///etc/passwd"}"#, #"{"id":"1","url_s":"http://u:p@a.example/s"}"#,
        #"{"id":"1","url_s":"http://a.example/\u0000s"}"#, #"{"id":"1","url_s":"/s"}"#, #"{"id":"1","url_s":7}"#,
        #"{"id":"1","url_s":"http:///s"}"#, "7", "null", "[]",
    ]

    @Test(arguments: unreadable)
    func aPhotoThatCannotBeReadIsLeftOutAndCounted(photo: String) throws {
        let page = try page(list(photo + #", {"id":"2","url_s":"http://a.example/s"}"#))
        #expect(page.photos.map(\.id) == ["2"] && page.skipped == 1)
        #expect(throws: PhotoServiceError.unreadablePhotos(2)) { try self.page(list(photo + "," + photo)) }
    }

    @Test(
        arguments: [
            (#""owner":"12@N00""#, "https://www.flickr.com/photos/12@N00/1"), (#""ownername":"Ada""#, nil),
            (#""owner":"../x""#, nil), (#""owner":7"#, "https://www.flickr.com/photos/7/1"), (#""owner":null"#, nil),
        ])
    func aPhotoWithAnOwnerHasAPageAtFlickr(owner: String, address: String?) throws {
        let page = try page(list(#"{"id":"1",\#(owner),"url_s":"http://a.example/s"}"#))
        #expect(page.photos.map(\.page?.absoluteString) == [address])
    }

    @Test func aPhotoThatComesTwiceIsReadOnce() throws {
        let photo = #"{"id":"2","url_s":"http://a.example/s"}"#
        #expect(try page(list("\(photo),\(photo)")).photos.count == 1)
    }

    @Test func anEmptyListIsTheLastPageAndNoError() throws {
        #expect(try page(list("")) == RemotePage(photos: [], isLast: true))
    }

    @Test(
        arguments: [
            ("", PhotoServiceError.malformed), ("{", .malformed), ("[]", .malformed), ("7", .malformed),
            ("<html>", .malformed), ("{}", .malformed), (#"{"stat":"ok"}"#, .malformed),
            (#"{"photos":{"photo":{}},"stat":"ok"}"#, .malformed), (#"jsonFlickrApi({"stat":"ok"})"#, .malformed),
            (#"{"photos":{"page":1e999,"photo":[]}}"#, .malformed),
            (#"{"stat":"fail","code":100,"message":"Invalid API Key"}"#, .refused(message: "Invalid API Key")),
            (#"{"stat":"fail"}"#, .refused(message: "no reason is given")),
        ])
    func anAnswerOfAnotherFormIsAnErrorOfItsOwn(json: String, error: PhotoServiceError) {
        #expect(throws: error) { try page(json) }
    }

    @Test func aNestedAnswerAndTenMegabytesOfTitleAreReadInPartOrRefused() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: PhotoServiceError.malformed) { try page(#"{"photos":{"photo":[\#(deep)"#) }
        let title = String(repeating: "long\u{202E} ", count: 1_000_000)
        let long = try page(list(#"{"id":"1","title":"\#(title)","url_s":"http://a.example/s"}"#))
        let read = try #require(long.photos.first?.title)
        #expect(read.unicodeScalars.count <= 1_000 && !read.unicodeScalars.contains("\u{202E}"))
    }

    @Test(
        arguments: [
            ("2018-06-01 12:00:05", 1_527_854_405 as Double?), ("2018-06-01T12:00:05Z", 1_527_854_405),
            ("1970-01-02", 86_400), ("0000-00-00 00:00:00", nil), ("yesterday", nil), ("", nil), ("2018", nil),
            ("99999999999999999999-1-1", nil), ("2018-13-01", nil),
        ])
    func aDateIsReadAsIfItWereUTC(text: String, seconds: Double?) {
        #expect(RemoteDate.reading(text)?.timeIntervalSince1970 == seconds)
    }

    @Test func openverseIsReadToo() throws {
        let json = """
            {"result_count":240,"page_count":12,"page_size":20,"page":12,"results":[
            {"id":"6a8d-1","title":"Dune","creator":"Ada","license":"by-sa","license_version":"2.0","width":1024,"height":683,
            "url":"https://a.example/dune.jpg","thumbnail":"https://a.example/thumb","tags":[{"name":"x"}],
            "foreign_landing_url":"https://a.example/page"},{"id":"2"}]}
            """
        let page = try OpenverseService.page(Array(json.utf8))
        let photo = try #require(page.photos.first)
        #expect(photo.license == "CC BY-SA 2.0" && photo.width == 1_024 && photo.owner == "Ada")
        #expect(photo.small.absoluteString == "https://a.example/thumb" && page.skipped == 1 && page.isLast)
        #expect(photo.page?.absoluteString == "https://a.example/page")
        #expect(throws: PhotoServiceError.refused(message: "Throttled")) {
            try OpenverseService.page(Array(#"{"detail":"Throttled"}"#.utf8))
        }
        #expect(throws: PhotoServiceError.malformed) { try OpenverseService.page([]) }
    }

    @Test(
        arguments: [
            (.interesting, 1, "q=nature&category=photograph&page_size=20&page=1"),
            (
                .recent, 3,
                "q=photograph&unstable__sort_by=indexed_on&unstable__sort_dir=desc&category=photograph&page_size=20&page=3"
            ),
            (.search("a+b & c=ü"), 2, "q=a%2Bb%20%26%20c%3D%C3%BC&category=photograph&page_size=20&page=2"),
        ] as [(RemoteFeed, Int, String)])
    func openverseIsAskedForOnePageOfPhotographs(feed: RemoteFeed, page: Int, query: String) async throws {
        let fetching = CannedFetching(#"{"page":\#(page),"page_count":9,"results":[]}"#)
        let found = try await OpenverseService(by: fetching).photos(in: feed, page: page)
        #expect(found == RemotePage(photos: [], isLast: true))
        #expect(fetching.asked == ["https://api.openverse.org/v1/images/?\(query)"])
    }

    @Test func aPageOfMorePhotosThanAnyServiceGivesIsReadInPart() throws {
        func photo(_ id: Int) -> String {
            #"{"id":"\#(id)","url_n":"https://a.example/\#(id).jpg","width_n":3,"height_n":2}"#
        }
        let page = try page(list((1...3_000).map(photo).joined(separator: ",")))
        #expect(page.photos.map(\.id) == (1...2_000).map(String.init))
    }

    // MARK: Sentences

    @Test(
        arguments: [
            (0.2, "1 second"), (30, "30 seconds"), (120, "120 seconds"), (121, "3 minutes"), (7_200, "120 minutes"),
            (7_201, "3 hours"), (172_801, "3 days"), (1e15, "7 days"),
        ])
    func aWhileIsSaidInAUnitThatAPersonCounts(seconds: Double, words: String) {
        let error = PhotoServiceError.tooManyRequests(retryAfter: .seconds(seconds))
        #expect(error.description.hasSuffix("Try again in \(words)."))
    }

    private static let errors: [PhotoServiceError] = [
        .offline(host: "a.example"), .tooSlow(host: "a.example"), .notSecure(host: "a.example"),
        .interrupted(host: "a.example"), .brokenAnswer(host: "a.example"), .lost(host: "a.example"),
        .status(503, host: "a.example"), .status(404, host: "a.example"), .tooManyRequests(retryAfter: nil),
        .tooManyRequests(retryAfter: .seconds(30)), .malformed, .refused(message: "No"), .unreadablePhotos(3),
        .brokenPicture, .wrongType("text/html"), .tooLarge(limit: 8 << 20), .forbiddenAddress(.list),
        .forbiddenAddress(.picture), .noClient, .noKey,
    ]

    private static let errorsOfTheRoom: [PhotoramaError] = [
        .noPicture, .notStored, .readOnly, .photoGone, .tagGone(), .tagGone(typed: "birds"), .tagExists("birds"),
    ]

    /// Errors that are not about the picture itself.
    private static let errorsOfPictures: [ImageError] = [
        .tooLarge(pixels: 200_000_000, limit: 100_000_000), .unwritable(reason: "No space left on device"),
        .noWorker(reason: "Resource temporarily unavailable"),
    ]

    @Test func eachFailureHasASentenceOfItsOwnAndTheTableOfTheDocumentsHasTheseAlone() throws {
        let palette = PaletteError.pictureRefused(name: "Tern", reason: ImageError.tookTooLong.reasonOfRefusal)
        let skipped = try #require(FeedChange(skipped: 1).sentenceOfSkipped)
        var sentences = Self.errors.map(\.description) + Self.errorsOfTheRoom.map(\.description)
        sentences += Self.errorsOfPictures.map(\.description) + [palette.description, skipped]
        for sentence in sentences {
            #expect(!sentence.contains("\n") && [".", "”"].contains(sentence.suffix(1)), "\(sentence)")
        }
        #expect(Set(sentences).count == sentences.count)
        let shown = sentences.map { $0.replacing("\u{2068}", with: "").replacing("\u{2069}", with: "") }
        #expect(try documented().sorted() == shown.sorted())
    }

    /// The last cell of each row below the heading "What can go wrong".
    private func documented() throws -> [String] {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/PHOTORAMA.md")
        let document = try String(contentsOf: path.standardized, encoding: .utf8)
        let section = try #require(document.split(separator: "## What can go wrong\n").last)
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        return rows.compactMap(\.last).filter { $0 != "sentence" }
    }

    @Test func aKeyIsInNoSentenceAndInNoAddressOfAnotherServer() async throws {
        let fetching = CannedFetching(#"{"stat":"fail","message":"Invalid key SECRET for you"}"#)
        let endpoint = try #require(URL(string: "http://a.example/rest/?x=1"))
        let service = FlickrService(at: endpoint, key: "SECRET", by: fetching)
        let error = await #expect(throws: PhotoServiceError.self) { try await service.photos(in: .recent, page: 2) }
        #expect(error == .refused(message: "Invalid key … for you"))
        let asked = try #require(fetching.asked.first)
        #expect(
            asked.hasPrefix("http://a.example/rest/?x=1&method=flickr.photos.getRecent&format=json&nojsoncallback=1"))
        #expect(asked.contains("&api_key=SECRET&") && asked.hasSuffix("&per_page=500&page=2"))
        _ = try? await service.photos(in: .search("a+b & c"), page: 1)
        #expect(fetching.asked.last?.contains("&text=a%2Bb%20%26%20c&") == true)
        let standard = try #require(URL(string: FlickrService.standardEndpoint))
        await #expect(throws: PhotoServiceError.noKey) {
            try await FlickrService(at: standard, key: nil, by: fetching).photos(in: .recent, page: 1)
        }
        #expect(fetching.asked.count == 2)
    }
}
