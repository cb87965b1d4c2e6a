import Testing

@testable import AviaryServer

struct SessionsTests {
    let token: AccessToken
    var sessions: Sessions

    init() throws {
        token = try AccessToken("correct-horse-battery")
        sessions = Sessions(token: token)
    }

    @Test mutating func aSessionLastsThirtyDays() {
        let name = sessions.begin(at: 1000)
        let found = [
            sessions.find(name, at: 1000 + Sessions.lifetime - 1), sessions.find(name, at: 1000 + Sessions.lifetime),
            sessions.find(String(name.reversed()), at: 1000), sessions.find("", at: 1000),
        ]
        #expect(found.map { $0 != nil } == [true, false, false, false])
    }

    @Test mutating func oneEndsOrAllDo() throws {
        let names = (0..<3).map { _ in sessions.begin(at: 0) }
        let key = sessions.find(names[1], at: 0)
        sessions.end(try #require(key))
        let open = names.map { sessions.find($0, at: 0) != nil }
        #expect(open == [true, false, true])
        sessions.endAll()
        #expect(sessions.count == 0)
    }

    @Test mutating func whatIsKeptOpensAgainUnderTheSameTokenOnly() throws {
        let name = sessions.begin(at: 0)
        var again = Sessions(token: token, text: sessions.text)
        var other = Sessions(token: try AccessToken("another-horse-battery"), text: sessions.text)
        let found = [again.find(name, at: 0), other.find(name, at: 0)]
        #expect(found.map { $0 != nil } == [true, false])
        #expect(!sessions.text.contains(name))
    }

    @Test(arguments: [
        "\n", "nonsense", "a b\nc d\n", "\0", String(repeating: "f", count: 64) + " 99999999999999999999\n",
    ])
    func aFileThatSaysNothingIsNoSession(text: String) {
        #expect(Sessions(token: token, text: text).count == 0)
    }

    @Test mutating func whetherASessionIsOpenIsSeenWithoutAUse() throws {
        let name = sessions.begin(at: 0)
        let found = sessions.find(name, at: 0)
        let key = try #require(found)
        for _ in 1..<Sessions.capacity { _ = sessions.begin(at: 0) }
        #expect(sessions.contains(key, at: Sessions.lifetime - 1) && !sessions.contains(key, at: Sessions.lifetime))
        _ = sessions.begin(at: 0)
        #expect(!sessions.contains(key, at: 0), "the least recently used has made room")
    }

    @Test mutating func theLeastRecentlyUsedMakesRoom() {
        let names = (0..<Sessions.capacity).map { _ in sessions.begin(at: 0) }
        _ = sessions.find(names[0], at: 0)
        _ = sessions.begin(at: 0)
        #expect(sessions.count == Sessions.capacity)
        let found = [sessions.find(names[0], at: 0), sessions.find(names[1], at: 0)]
        #expect(found.map { $0 != nil } == [true, false])
    }
}
