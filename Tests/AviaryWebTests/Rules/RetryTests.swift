import AviaryTesting
import Foundation
import Testing

@testable import AviaryWeb

struct RetryTests {
    private let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

    @Test(arguments: [
        ("0", Duration.seconds(0)), ("120", .seconds(120)), (" 7 ", .seconds(7)),
        ("Sun, 06 Nov 1994 08:49:37 GMT", .zero), ("Sun, 06 Nov 1994 08:50:07 GMT", .seconds(30)),
        ("Sunday, 06-Nov-94 08:50:07 GMT", .seconds(30)), ("Sun Nov  6 08:50:07 1994", .seconds(30)),
        ("Sun, 06 Nov 1994 07:00:00 GMT", .zero), ("Thu, 01 Jan 1970 00:00:00 GMT", .zero),
        ("99999999999999999999999", .seconds(366 * 86_400)),
        ("Fri, 31 Dec 9999 23:59:59 GMT", .seconds(366 * 86_400)),
    ])
    func retryAfterIsRead(_ value: String, _ expected: Duration) {
        #expect(RetryAfter.wait(value, now: now) == expected)
    }

    @Test(arguments: [
        "", "-1", "1.5", "soon", "1 2", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94x 08:49:37 GMT", ",,,,,", "GMT GMT GMT GMT GMT GMT",
    ])
    func whatCannotBeReadSaysNothing(_ value: String) { #expect(RetryAfter.wait(value, now: now) == nil) }

    @Test(arguments: [UInt64(1), 2])
    func datesAgreeWithFoundation(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        for _ in 0..<2_000 {
            let date = Date(timeIntervalSince1970: Double(Int.random(in: 0..<4_000_000_000, using: &random)))
            for format in ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"] {
                formatter.dateFormat = format
                #expect(RetryAfter.date(formatter.string(from: date)) == date)
            }
        }
    }

    @Test(arguments: [UInt64(1), 2])
    func noHeaderIsTooMuch(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "Sun", ",", " ", "06", "-", "Nov", "1994", "94", "08:49:37", ":", "GMT", "9999999999", "é", "0",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random)!
            }
            if let wait = RetryAfter.wait(text.joined(), now: now) {
                #expect(wait >= .zero && wait <= .seconds(366 * 86_400))
            }
        }
    }

    @Test(arguments: [
        (WebError.lostConnection("h"), true), (.status(429, retryAfter: nil), true),
        (.status(500, retryAfter: nil), true),
        (.status(503, retryAfter: .seconds(3)), true), (.status(599, retryAfter: nil), true),
        (.status(404, retryAfter: nil), false), (.status(403, retryAfter: .seconds(1)), false),
        (.status(600, retryAfter: nil), false), (.unknownHost("h"), false), (.unreachable("h"), false),
        (.notSecure("h"), false), (.tookTooLong(.seconds(1)), false), (.tooLarge(limit: 1), false),
        (.wrongType(nil), false), (.malformedAnswer, false), (.cancelled, false), (.shutDown, false),
        (.tooManyRedirects(limit: 5), false), (.notAllowed(.scheme), false),
    ])
    func onlyWhatMayPassIsTriedAgain(_ error: WebError, _ again: Bool) {
        let wait = WebRetries().wait(after: error, failures: 1, remaining: .seconds(30), chance: 0.5)
        #expect((wait != nil) == again)
    }

    @Test func waitsGrowUpToABound() {
        var retries = WebRetries()
        retries.attempts = 100
        let waits = (1...8).map {
            retries.wait(after: .lostConnection("h"), failures: $0, remaining: .seconds(100), chance: 1)
        }
        #expect(waits == [0.5, 1, 2, 4, 8, 8, 8, 8].map { .seconds($0) })
        #expect(
            retries.wait(after: .lostConnection("h"), failures: 99, remaining: .seconds(100), chance: 0)
                == .seconds(4))
    }

    @Test func attemptsAreCounted() {
        let waits = (1...5).map {
            WebRetries().wait(after: .lostConnection("h"), failures: $0, remaining: .seconds(100), chance: 0)
        }
        #expect(waits.map { $0 != nil } == [true, true, true, false, false])
    }

    @Test func aServersWishIsKept() {
        func wait(_ wish: Duration, chance: Double = 0, remaining: Duration = .seconds(30)) -> Duration? {
            WebRetries().wait(
                after: .status(503, retryAfter: wish), failures: 1, remaining: remaining, chance: chance)
        }
        #expect(wait(.seconds(5)) == .seconds(5))
        #expect(wait(.seconds(5), chance: 1) == .seconds(5.5))
        #expect(wait(.seconds(15)) == .seconds(15))
        #expect(wait(.seconds(16)) == nil)
        #expect(wait(.seconds(5), remaining: .seconds(5)) == nil)
        #expect(wait(.zero) == .milliseconds(250))
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func noWaitIsBeyondItsBounds(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<draws(20_000, long: 1_000_000) {
            let wish = random.chance(50) ? Duration.milliseconds(Int.random(in: 0..<40_000, using: &random)) : nil
            let remaining = Duration.milliseconds(Int.random(in: -1_000..<60_000, using: &random))
            let failures = Int.random(in: 1...6, using: &random)
            let retries = WebRetries()
            let wait = retries.wait(
                after: .status(503, retryAfter: wish), failures: failures, remaining: remaining,
                chance: .random(in: 0...1, using: &random))
            guard let wait else { continue }
            #expect(failures < retries.attempts && wait < remaining && wait > .zero)
            #expect(wait >= wish ?? .zero)
            #expect(wait <= max(retries.longestWait, retries.longestRetryAfter + retries.firstWait))
        }
    }
}
