import AviaryServer
import AviaryServerTesting
import Foundation
import Testing

@testable import Chat

/// The example `Examples/Chat`, driven as two browsers would drive it.
struct ChatTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "chat-\(UUID().uuidString).sqlite").path

    @Test func whatOneWindowSendsTheOtherReads() async throws {
        let app = try await makeChatApp(path: path)
        let (ana, ben) = (try await FakeBrowser(app), try await FakeBrowser(app))
        try await ana.perform("rename", fields: ["name": "Ana"])
        try await ana.perform("send", fields: ["text": "Good morning!"])
        try await ben.perform("rename", fields: ["name": "Ben"])
        try await ben.perform("send", fields: ["text": "And to you."])
        for tab in [ana, ben] { await tab.wait { $0.collection("list").tiles.count == 2 } }
        func texts(_ tab: FakeBrowser) async -> [[String]] {
            await tab.collection("list").tiles.map { [$0.values[0], $0.values[1], $0.values[3]] }
        }
        #expect(
            await texts(ana) == [["true", #""Ana""#, #""Good morning!""#], ["false", #""Ben""#, #""And to you.""#]])
        #expect(
            await texts(ben) == [["false", #""Ana""#, #""Good morning!""#], ["true", #""Ben""#, #""And to you.""#]])
        #expect(await ana.faults == [])
        await ana.close()
        await ben.close()
    }

    @Test func aWindowBeginsAtTheNewestMessageAndFollows() async throws {
        let app = try await makeChatApp(path: path)
        let ana = try await FakeBrowser(app)
        try await ana.perform("rename", fields: ["name": "Ana"])
        for number in 1...60 { try await ana.perform("send", fields: ["text": "Message \(number)"]) }
        await ana.wait { $0.collection("list").items.last == "60" }
        let ben = try await FakeBrowser(app)
        #expect(await ben.collection("list").items.last == "60")
        #expect(await ben.collection("list").items.first != "1", "older ones are read when they come into view")
        // Ben reads an old message, and stays there.
        await ben.scroll("list", y: 0)
        try await ana.perform("send", fields: ["text": "Are you there?"])
        await ben.wait { $0.collection("list").count == 61 }
        #expect(await ben.collection("list").items.first == "1")
        await ben.close()
        await ana.close()
    }

    @Test(arguments: [("", "Hi", "Say who you are first."), ("Ana", " ", "Write a message, then send it.")])
    func whatIsMissingIsSaid(name: String, text: String, sentence: String) async throws {
        let tab = try await FakeBrowser(try await makeChatApp(path: path))
        try await tab.perform("rename", fields: ["name": name])
        await #expect(throws: FakeBrowser.ActionFailure(sentence: sentence)) {
            try await tab.perform("send", fields: ["text": text])
        }
        #expect(await tab.collection("list").count == 0)
        await tab.close()
    }
}
