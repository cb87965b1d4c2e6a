import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB
import Synchronization

struct DeskError: Error, Hashable, CustomStringConvertible {
    var name: String
    var description: String { "\(name) has failed. Look at it." }
}

/// Work that a test leads: it does what the test says, and nothing by itself.
final class JobDesk: Sendable {
    enum End { case done, failed }

    private struct State {
        /// The work that runs, by its name.
        var running: [String: (progress: JobProgress, end: AsyncStream<End>.Continuation)] = [:]
        /// What is said of work that has not begun yet.
        var ends: [String: End] = [:]
        var waiting: [(name: String, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    func work(_ name: String, _ progress: JobProgress) async throws {
        let (ends, end) = AsyncStream.makeStream(of: End.self)
        let woken = state.withLock { state in
            state.running[name] = (progress, end)
            if let known = state.ends.removeValue(forKey: name) { end.yield(known) }
            defer { state.waiting.removeAll { $0.name == name } }
            return state.waiting.filter { $0.name == name }
        }
        for waiter in woken { waiter.continuation.resume() }
        defer { state.withLock { if $0.running[name]?.progress === progress { $0.running[name] = nil } } }
        // The stream ends when the task is cancelled.
        for await end in ends {
            if end == .failed { throw DeskError(name: name) }
            return progress.say("\(name) is done")
        }
        throw CancellationError()
    }

    var running: Set<String> { state.withLock { Set($0.running.keys) } }

    func hasBegun(_ name: String) async {
        await withCheckedContinuation { continuation in
            let isRunning = state.withLock { state in
                if state.running[name] != nil { return true }
                state.waiting.append((name, continuation))
                return false
            }
            if isRunning { continuation.resume() }
        }
    }

    func report(_ name: String, _ done: Int, of total: Int) {
        state.withLock { $0.running[name]?.progress }?.report(done, of: total)
    }

    /// Ends work, or says how it ends once it has begun.
    func end(_ name: String, _ end: End) {
        let running = state.withLock { state in
            let running = state.running.removeValue(forKey: name)
            if running == nil { state.ends[name] = end }
            return running
        }
        running?.end.yield(end)
    }
}

/// A store with jobs that several processes open, and a page of them.
final class JobOffice: Sendable {
    let desk = JobDesk()
    private let watcher = Mutex<DatabaseQueue?>(nil)
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    func order(_ name: String) throws -> JobOrder { try JobOrder("errand", name) }

    var kinds: [JobKind] {
        [JobKind("errand", String.self) { [desk] name, progress in try await desk.work(name, progress) }]
    }

    func store() throws -> LiveStore {
        var migrator = DatabaseMigrator()
        migrator.registerJobs()
        return try StoreFile(directory.appending(path: "jobs.sqlite"), migrator: migrator).open()
    }

    /// The states of all jobs, as another program reads them.
    func states() async throws -> [Job.ID: Job.State] {
        let database = try watcher.withLock { watcher in
            if watcher == nil { watcher = try DatabaseQueue(path: directory.appending(path: "jobs.sqlite").path) }
            return watcher
        }
        let rows = try await database?.read { db in try Job.fetchAll(db) } ?? []
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.state) })
    }

    func open(keeping: Int = 50) async throws -> Jobs {
        try await Jobs(in: store(), keeping: keeping, kinds: kinds)
    }

    /// All jobs, the newest first.
    func rows(_ jobs: Jobs) async throws -> [Job] {
        try await jobs.store.read { db in try Job.fetchAll(db, sql: "SELECT * FROM aviaryJob ORDER BY id DESC") }
    }

    /// Waits until the jobs are as a test expects them.
    func wait(_ jobs: Jobs, until condition: ([Job]) -> Bool) async throws -> [Job] {
        let updates = jobs.list.updates()
        while true {
            let rows = try await rows(jobs)
            if condition(rows) { return rows }
            _ = await updates.next()
        }
    }

    func app(_ jobs: Jobs, hidesWhenEmpty: Bool = false, words: Words = .english) -> LiveApp {
        LiveApp(
            name: "Office", on: jobs.store, words: [words],
            rooms: [Route("/", title: "Office") { OfficeController(jobs, self, hidesWhenEmpty) }],
            assets: [.starter, .jobs])
    }
}

private final class OfficeController: ViewController {
    static let storyboard = Storyboard(
        "Office",
        Array(
            """
            <main class="page">
              <form data-action="start"><input name="name" aria-label="Name"></form>
              <div data-child="jobs"></div>
            </main>
            """.utf8))

    let page = Page()
    var actions: Actions { ["start": start] }
    var children: [String: any ViewController] { ["jobs": list] }
    private let list: JobsController
    private let jobs: Jobs
    private let office: JobOffice

    init(_ jobs: Jobs, _ office: JobOffice, _ hidesWhenEmpty: Bool) {
        (self.jobs, self.office) = (jobs, office)
        list = JobsController(jobs, hidesWhenEmpty: hidesWhenEmpty)
    }

    private func start(_ event: ActionEvent) async throws {
        let name = event.fields["name"] ?? ""
        try await jobs.start(name, office.order(name), receipt: event.receipt)
    }
}
