#if Web
    import AsyncHTTPClient
    import Foundation
    import NIOCore
    import Testing

    @testable import AviaryWeb

    struct WebErrorTests {
        static let all: [WebError] = [
            .notAllowed(.scheme), .notAllowed(.malformed), .notAllowed(.unusualNumbers), .notAllowed(.credentials),
            .notAllowed(.tooLong), .notAllowed(.notPublic(host: "h")), .unknownHost("h"), .unreachable("h"),
            .notSecure("h"), .lostConnection("h"), .tookTooLong(.seconds(30)), .status(404, retryAfter: nil),
            .status(429, retryAfter: nil), .status(429, retryAfter: .seconds(9)), .tooManyRedirects(limit: 5),
            .brokenRedirect, .wrongType("text/html"), .wrongType(nil), .tooLarge(limit: 7), .malformedAnswer,
            .cancelled, .shutDown,
        ]

        @Test func eachErrorHasASentenceOfItsOwn() {
            let sentences = Self.all.map(\.description)
            #expect(Set(sentences).count == sentences.count)
            #expect(sentences.allSatisfy { $0.hasSuffix(".") && $0.first?.isUppercase == true })
        }

        @Test(arguments: [
            (Duration.milliseconds(200), "200 ms"), (.seconds(1), "1 s"), (.seconds(1.6), "2 s"),
            (.seconds(30), "30 s"),
        ])
        func timesAreShort(_ time: Duration, _ text: String) {
            #expect("\(WebError.tookTooLong(time))" == "The server did not answer in full within \(text).")
        }

        @Test func causesAreTold() {
            func error(_ code: CInt) -> WebError { WebError(IOError(errnoCode: code, reason: "key=1"), host: "h") }
            #expect(error(ECONNRESET) == .lostConnection("h"))
            #expect(error(EPIPE) == .lostConnection("h"))
            #expect(error(ECONNREFUSED) == .unreachable("h"))
            #expect(error(EHOSTUNREACH) == .unreachable("h"))
            #expect(WebError(HTTPClientError.remoteConnectionClosed, host: "h") == .lostConnection("h"))
            #expect(WebError(HTTPClientError.cancelled, host: "h") == .cancelled)
            #expect(WebError(CancellationError(), host: "h") == .cancelled)
            #expect(WebError(WebError.brokenRedirect, host: "h") == .brokenRedirect)
        }
    }
#endif
