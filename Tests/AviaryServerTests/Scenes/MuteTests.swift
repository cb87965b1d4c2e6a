import AviaryServerTesting
import AviarySnapshots
import AviaryTesting
import AviaryViews
import Logging
import NIOCore
import Synchronization
import Testing

@testable import AviaryServer

/// Work that is cancelled or fails inside a scene does not affect its connection: the tab gets all updates.
struct MuteTests {
    private let ledger = Ledger()

    private var app: LiveApp {
        let ledger = ledger
        return LiveApp(
            name: "House", rooms: [Route("/", title: "Hall") { Hall(ledger) }],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, hasReceipt: { ledger.has($0) },
            describe: { error, _ in "\(error)" })
    }

    @Test func aCancelledTaskSendsLikeEveryOther() async throws {
        let line = MemoryLine()
        let outbox = Outbox(line: line, limits: ServerLimits())
        let sender = Task {
            while !Task.isCancelled { await Task.yield() }
            try await outbox.send(ByteBuffer(string: "late"))
        }
        sender.cancel()
        try await sender.value
        await line.flush()
        #expect(line.takePackets() == ["late"])
        line.close()
        let lost = Task { try await outbox.send(ByteBuffer(string: "lost")) }
        _ = await lost.result
        await line.flush()
        #expect(line.takePackets() == [])
        await #expect(throws: ServerError.self) { try await outbox.send(ByteBuffer(string: "closed")) }
    }

    /// The tasks of a sheet end with a turn each when it closes, and the page has changed meanwhile.
    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
    func aSheetWithTasksIsClosedAndTheTabHearsOfAllBehind(isRestless: Bool) async throws {
        ledger.isRestless = isRestless
        let tab = try await FakeBrowser(app)
        for round in 1...20 {
            try await tab.perform("open")
            await ledger.wait { $0.begun == round }
            try await tab.perform("close", fields: ["round": "\(round)"])
            await tab.ping()
            #expect(await tab.pongs == round)
            #expect(await tab.outlets["said"] == "\"round \(round)\"")
            #expect(await tab.sheets.isEmpty)
        }
        await tab.close()
    }

    /// The person closes it, and something comes from elsewhere at the same moment.
    @Test(.timeLimit(.minutes(1))) func whatComesWhileASheetIsClosedIsShown() async throws {
        let tab = try await FakeBrowser(app)
        for round in 1...20 {
            try await tab.perform("open")
            await ledger.wait { $0.begun == round }
            async let told: Void = try tab.perform("tell", fields: ["round": "\(round)"])
            try await tab.dismiss(try #require(await tab.sheets.keys.first))
            try await told
            await tab.wait { $0.outlets["said"] == "\"told \(round)\"" }
        }
        await tab.close()
    }

    /// A list of a sheet that failed to load is not reported after the sheet is closed, because it is not read again.
    @Test(.timeLimit(.minutes(1))) func theFailureOfAListGoesWithItsSheet() async throws {
        let tab = try await FakeBrowser(app)
        try await tab.perform("open")
        await ledger.wait { $0.begun == 1 }
        ledger.names.fail()
        await tab.wait { $0.sentences.last == "the names cannot be read" }
        try await tab.perform("close", fields: ["round": "1"])
        await tab.wait { $0.sentences.last == "" }
        let said = await tab.sentences.count
        try await tab.reconnect()
        #expect(await tab.sentences.count == said)
        await tab.close()
    }

    /// An error that a task meets because its sheet was closed is not described to the person.
    @Test(.timeLimit(.minutes(1))) func whatACancelledTaskThrowsIsNotSaid() async throws {
        let tab = try await FakeBrowser(app)
        try await tab.perform("open")
        await ledger.wait { $0.begun == 1 }
        try await tab.perform("close", fields: ["round": "1"])
        await ledger.wait { $0.ended == 1 }
        await tab.ping()
        #expect(await tab.sentences == [])
        await tab.close()
    }

    /// A sheet closes itself, and the answer is lost. The action is reported as done, on the same server and on another
    /// one.
    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
    func anActionThatHasClosedItsSheetIsNotSaidToHaveDoneNothing(isAnotherServer: Bool) async throws {
        let tab = try await FakeBrowser(app)
        try await tab.perform("open")
        let sheet = try #require(await tab.sheets.keys.first)
        await tab.goDeaf()
        async let saved: Void = try tab.perform("\(sheet)/save")
        await ledger.wait { $0.receipts.count == 1 }
        await tab.waitUntilLost("done")
        if isAnotherServer { try await tab.reconnect(to: app) } else { try await tab.reconnect() }
        try await saved
        #expect(ledger.count == 1)
        await tab.close()
    }

    /// A refused action is refused again; a later number does not change that.
    @Test(.timeLimit(.minutes(1))) func aRefusalIsRepeated() async throws {
        let tab = try await FakeBrowser(app)
        await tab.goDeaf()
        let nothing = Task { try await tab.perform("nothing") }
        await tab.waitUntilLost("failed")
        async let told: Void = try tab.perform("tell", fields: ["round": "1"])
        await tab.waitUntilLost("done")
        try await tab.reconnect()
        try await told
        await #expect(throws: FakeBrowser.ActionFailure.self) { try await nothing.value }
        await tab.close()
    }
}

private struct Failure: Error, CustomStringConvertible { let description: String }

/// Counters of the controllers, for the tests.
private final class Ledger: Sendable {
    struct Counts {
        var begun = 0, ended = 0
        var receipts: Set<String> = []
        var isRestless = false
    }
    private let state = Mutex(Counts())
    let names = Names()

    var count: Int { state.withLock { $0.receipts.count } }
    var isRestless: Bool {
        get { state.withLock { $0.isRestless } }
        set { state.withLock { $0.isRestless = newValue } }
    }
    func has(_ receipt: String) -> Bool { state.withLock { $0.receipts.contains(receipt) } }
    func note(_ change: (inout Counts) -> Void) { state.withLock { change(&$0) } }
    func wait(until condition: (Counts) -> Bool) async {
        while !state.withLock({ condition($0) }) { await Task.yield() }
    }
}

private final class Hall: ViewController {
    static let storyboard = Storyboard(
        "Hall",
        Array(
            """
            <p data-outlet="said"></p><button data-action="open"></button><button data-action="close"></button>
            <button data-action="tell"></button>
            """.utf8))

    let page = Page()
    var actions: Actions { ["open": open, "close": close, "tell": tell] }
    private let ledger: Ledger
    private var turns = 0
    /// As a dictionary is written: the same members, in another order each time.
    var restorationState: String {
        turns += 1
        guard ledger.isRestless else { return "" }
        return turns.isMultiple(of: 2) ? #"{"a":1,"b":2}"# : #"{"b":2,"a":1}"#
    }

    init(_ ledger: Ledger) { self.ledger = ledger }

    private func open(_ event: ActionEvent) async throws { try await page.present(Guest(ledger)) }

    private func close(_ event: ActionEvent) async {
        await page.dismiss()
        page["said"] = "round \(event.fields["round"] ?? "")"
        if ledger.isRestless { page.offer("Closed", action: "open", title: "Again") }
    }

    private func tell(_ event: ActionEvent) {
        task { [page] in
            await page.update { page["said"] = "told \(event.fields["round"] ?? "")" }
        }
    }
}

private final class Guest: ViewController {
    static let storyboard = Storyboard(
        "Guest", Array("<h2 data-outlet=\"names\"></h2><button data-action=\"save\"></button>".utf8))

    let page = Page()
    var actions: Actions { ["save": save] }
    private let ledger: Ledger

    init(_ ledger: Ledger) { self.ledger = ledger }

    func viewDidLoad() async {
        observe(AsyncStream<Int> { _ in }) { _ in }
        await observe(ledger.names) { [page] names in page["names"] = names.joined() }
        task { [ledger] in
            ledger.note { $0.begun += 1 }
            defer { ledger.note { $0.ended += 1 } }
            do { try await Task.sleep(for: .seconds(1_000)) } catch { throw Failure(description: "interrupted") }
        }
    }

    private func save(_ event: ActionEvent) async {
        ledger.note { $0.receipts.insert(event.receipt ?? "") }
        await page.dismiss()
    }
}

/// A list that cannot be read from some moment on.
private final class Names: LiveList {
    private let readers = Mutex<[SnapshotUpdates<ListSnapshot<Int, String>>.Continuation]>([])

    func updates() -> SnapshotUpdates<ListSnapshot<Int, String>> {
        let (updates, reader) = SnapshotUpdates.makeUpdates(from: ListSnapshot(uniqueSections: [(0, ["one"])]))
        readers.withLock { $0.append(reader) }
        return updates
    }

    func elements(for items: [String]) async throws -> [String: String] {
        Dictionary(uniqueKeysWithValues: items.map { ($0, $0) })
    }

    func fail() {
        for reader in readers.withLock({ $0 }) { reader.fail(Failure(description: "the names cannot be read")) }
    }
}
