import Foundation
import Testing

@testable import AviaryWeb

struct WebReplyTests {
    private func reply(_ status: Int, _ headers: [String: String], _ types: MediaTypes = .pictures) throws
        -> WebReply
    {
        try WebReply(status: status, accepting: types, limit: 100, now: Date(timeIntervalSince1970: 0)) {
            headers[$0]
        }
    }

    @Test func whatWasAskedForIsRead() throws {
        let plain = try reply(200, ["content-type": "Image/JPEG; q=1", "content-length": "100"])
        #expect(plain == .body(.plain, type: "image/jpeg", length: 100))
        let compressed = try reply(
            200, ["content-type": "image/svg+xml", "content-encoding": " GZIP ", "content-length": "9"])
        #expect(compressed == .body(.gzip, type: "image/svg+xml", length: 9))
        #expect(try reply(200, [:], .any) == .body(.plain, type: nil, length: nil))
        #expect(try reply(200, ["content-length": "-1"], .any) == .body(.plain, type: nil, length: nil))
        #expect(try reply(200, ["content-length": "x"], .any) == .body(.plain, type: nil, length: nil))
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func redirectsLeadElsewhere(status: Int) throws {
        #expect(try reply(status, ["location": "/x"]) == .redirect(to: "/x"))
        #expect(throws: WebError.brokenRedirect) { try reply(status, [:]) }
    }

    @Test(
        arguments: [
            (204, [:], WebError.status(204, retryAfter: nil)), (206, [:], .status(206, retryAfter: nil)),
            (304, [:], .status(304, retryAfter: nil)), (300, ["location": "/x"], .status(300, retryAfter: nil)),
            (404, ["content-type": "image/png"], .status(404, retryAfter: nil)),
            (429, ["retry-after": "9"], .status(429, retryAfter: .seconds(9))),
            (503, ["retry-after": "Thu, 01 Jan 1970 00:00:07 GMT"], .status(503, retryAfter: .seconds(7))),
            (500, ["retry-after": "soon"], .status(500, retryAfter: nil)),
            (200, [:], .wrongType(nil)),
            (200, ["content-type": "text/html; charset=utf-8"], .wrongType("text/html")),
            (200, ["content-type": "image"], .wrongType(nil)), (200, ["content-type": "image/"], .wrongType(nil)),
            (200, ["content-type": "image/a b"], .wrongType(nil)),
            (200, ["content-type": "ima\u{202E}ge/x"], .wrongType(nil)),
            (200, ["content-type": "image/png", "content-length": "101"], .tooLarge(limit: 100)),
            (200, ["content-type": "image/png", "content-length": "99999999999999999999"], .tooLarge(limit: 100)),
            (200, ["content-type": "image/png", "content-encoding": "br"], .malformedAnswer),
            (200, ["content-type": "image/png", "content-encoding": "gzip, gzip"], .malformedAnswer),
        ] as [(Int, [String: String], WebError)])
    func whatWasNotAskedForIsSaid(_ status: Int, _ headers: [String: String], _ error: WebError) {
        #expect(throws: error) { try reply(status, headers) }
    }

    @Test func anAnswerNeedNotSayItsTypeWhereThatIsAllowed() throws {
        let types = MediaTypes(["application/*"], orNone: true)
        #expect(try reply(200, [:], types) == .body(.plain, type: nil, length: nil))
        let json = try reply(200, ["content-type": "application/json"], types)
        #expect(json == .body(.plain, type: "application/json", length: nil))
        #expect(throws: WebError.wrongType("text/html")) { try reply(200, ["content-type": "text/html"], types) }
        #expect(types.header == "application/*")
    }

    @Test func jsonHasSeveralTypes() {
        #expect(MediaTypes.json.allow("application/json"))
        #expect(MediaTypes.json.allow("text/javascript"))
        #expect(!MediaTypes.json.allow("text/html"))
        #expect(!MediaTypes.pictures.allow("imagex/png"))
        #expect(MediaTypes.pictures.header == "image/*")
        #expect(MediaTypes.any.header == "*/*")
    }
}
