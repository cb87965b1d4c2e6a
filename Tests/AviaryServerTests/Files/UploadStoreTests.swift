import AviaryTesting
import Foundation
import Logging
import NIOCore
import Synchronization
import Testing

@testable import AviaryServer

struct UploadStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "uploads-\(UUID().uuidString)").path
    private let clock = ManualClock()
    private let sender = Sender(session: "s", address: "127.0.0.1")

    /// A store on the folder, whose time is the clock's. `ahead` says how many seconds later than now it starts.
    private func store(_ limits: UploadLimits = UploadLimits(), ahead: Int64 = 0) -> UploadStore {
        let start = Int64(Date().timeIntervalSince1970) + ahead
        return UploadStore(
            Upload("files", into: folder, limits: limits), logger: Logger(label: "test"), clock: clock,
            date: { [clock] in start + clock.now.offset.components.seconds })
    }

    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? [] }

    /// Sends a file, or its first bytes.
    private func send(
        _ text: String, name: String = "a.txt", length: Int? = nil, to store: UploadStore
    ) async throws -> String {
        let id = try await store.begin(
            name: name, type: "text/plain", length: Int64(length ?? text.utf8.count), by: sender)
        let file = try await store.find(id, by: sender)
        store.touch(id, received: try file.append(ByteBuffer(string: text), in: file.takeTurn()))
        return id
    }

    @Test func anActionReceivesAWholeFileAndWhatItMovesStays() async throws {
        let store = store()
        let id = try await send("hello", name: "../a b.txt", to: store)
        let file = try await store.claim(id)
        #expect((file.name, file.type, file.size) == ("a b.txt", "text/plain", 5))
        let target = folder + "-target"
        try Data("before".utf8).write(to: URL(filePath: target))
        try file.move(to: target)
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "hello")
        // Until the receipt is written it can be received again.
        #expect(files.count == 2)
        await store.discard(id)
        #expect(files == [])
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "hello")
    }

    @Test func whatCannotBeMovedLeavesNothingThere() async throws {
        let store = store()
        let file = try await store.claim(try await send("hello", to: store))
        let target = folder + "-folder"
        try FileManager.default.createDirectory(atPath: target + "/full/of", withIntermediateDirectories: true)
        #expect(throws: (any Error).self) { try file.move(to: target + "/full") }
        #expect(throws: (any Error).self) { try file.move(to: folder + "-nowhere/a") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: target) == ["full"])
        #expect(FileManager.default.contents(atPath: file.path) == Data("hello".utf8))
    }

    @Test(arguments: [String(repeating: "a", count: 255), String(repeating: "é", count: 127), "\u{301}", "a?#%41 b"])
    func aFileKeepsTheLongestName(name: String) async throws {
        let store = store()
        let file = try await store.claim(try await send("hello", name: name, to: store))
        let album = folder + "-album"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        try file.move(to: "\(album)/\(file.name)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: album) == [name])
    }

    @Test func aFolderThatIsRemovedIsMadeAgain() async throws {
        let store = store()
        let (whole, half) = (try await send("hello", to: store), try await send("hel", length: 5, to: store))
        try FileManager.default.removeItem(atPath: folder)
        // The received bytes are gone and reported as lost, and no longer count against a limit.
        await #expect(throws: UploadError.lost) { try await store.claim(whole) }
        let file = try await store.find(half, by: sender)
        #expect(throws: UploadError.lost) { try file.append(ByteBuffer(string: "lo"), in: file.takeTurn()) }
        try await store.remove(half)
        #expect(store.count == 0)
        let next = try await store.claim(try await send("again", to: store))
        #expect(FileManager.default.contents(atPath: next.path) == Data("again".utf8))
    }

    @Test func whatCannotBeReadAtStartStays() async throws {
        let id = try await send("hel", length: 5, to: store())
        try FileManager.default.removeItem(atPath: "\(folder)/\(id).json")
        try FileManager.default.createDirectory(atPath: "\(folder)/\(id).json", withIntermediateDirectories: true)
        let next = store(ahead: 7_200)
        try await next.open()
        #expect(next.count == 0)
        #expect(files == ["\(id).json", "\(id).part"])
    }

    @Test func anotherVisitorFindsNothing() async throws {
        let store = store()
        let id = try await send("hello", to: store)
        for other in [Sender(session: "t", address: "127.0.0.1"), Sender(session: nil, address: "127.0.0.1")] {
            await #expect(throws: UploadError.unknown) { try await store.find(id, by: other) }
        }
    }

    @Test func aServerThatIsStartedAgainGoesOn() async throws {
        let id = try await send("hel", length: 5, to: store())
        let next = store()
        let file = try await next.find(id, by: sender)
        #expect(file.offset == 3)
        await #expect(throws: UploadError.unknown) { try await next.claim(id) }
        next.touch(id, received: try file.append(ByteBuffer(string: "lo"), in: file.takeTurn()))
        #expect(FileManager.default.contents(atPath: try await next.claim(id).path) == Data("hello".utf8))
    }

    @Test func aRequestThatLostItsTurnAppendsNothing() async throws {
        let store = store()
        let id = try await send("hel", length: 5, to: store)
        let file = try await store.find(id, by: sender)
        let first = file.takeTurn()
        let second = file.takeTurn()
        #expect(second.offset == 3)
        #expect(throws: UploadError.superseded) { try file.append(ByteBuffer(string: "xx"), in: first) }
        #expect(try file.append(ByteBuffer(string: "lo"), in: second) == 5)
        #expect(throws: UploadError.tooLong) { try file.append(ByteBuffer(string: "!"), in: second) }
    }

    @Test func whatNobodyComesBackForIsRemoved() async throws {
        let store = store()
        let first = try await send("hel", length: 5, to: store)
        clock.advance(by: .seconds(40_000))
        let second = try await send("hel", length: 5, to: store)
        while clock.sleepers < 1 { await Task.yield() }
        clock.advance(by: .seconds(50_000))
        while store.count > 1 { await Task.yield() }
        await #expect(throws: UploadError.unknown) { try await store.find(first, by: sender) }
        _ = try await store.find(second, by: sender)
        while clock.sleepers < 1 { await Task.yield() }
        clock.advance(by: .seconds(50_000))
        while !files.isEmpty { await Task.yield() }
        #expect(store.count == 0)
    }

    @Test func whatAnEarlierServerWasSentIsRemovedInItsTime() async throws {
        _ = try await send("hel", length: 5, to: store())
        let next = store(ahead: 80_000)
        try await next.open()
        #expect(next.count == 1)
        while clock.sleepers < 1 { await Task.yield() }
        clock.advance(by: .seconds(7_000))
        while !files.isEmpty { await Task.yield() }
        #expect(next.count == 0)
    }

    /// The server was killed between two steps, or somebody keeps files of his own there.
    @Test func onlyHalvesOfOursAreTidiedUp() async throws {
        let id = try await send("hel", length: 5, to: store())
        let half = String(repeating: "a", count: 32)
        for name in ["\(half).part", "\(String(half.reversed().map { _ in "b" })).json", "notes.txt", "\(half).jpg"] {
            try Data("{".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        let next = store(ahead: 7_200)
        try await next.open()
        #expect(files == ["\(id).json", "\(id).part", "\(half).jpg", "notes.txt"].sorted())
    }

    @Test func aFolderThatCannotBeIsTold() async throws {
        try Data().write(to: URL(filePath: folder))
        let store = store()
        let error = await #expect(throws: ServerError.self) { try await store.open() }
        #expect("\(error!)".hasPrefix("Cannot keep files in \(folder)"))
    }

    @Test func severalAreClaimedTogetherOrNot() async throws {
        let store = store()
        let uploads = Uploads(stores: [store])
        let first = try await send("one", to: store)
        let half = try await send("tw", length: 3, to: store)
        for names in [
            ["files/\(first)", "files/\(half)"], ["files/\(first)", "others/x"], ["files/\(first)", "files/"],
        ] {
            await #expect(throws: UploadError.unknown) { try await uploads.claim(names) }
        }
        #expect(try await uploads.claim(["files/\(first)"]).map(\.size) == [3])
        await uploads.discard(["files/\(first)"])
        #expect(store.count == 1)
    }
}
