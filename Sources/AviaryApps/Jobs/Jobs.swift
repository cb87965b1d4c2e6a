public import AviaryResults
import AviaryText
import Foundation
import GRDB
import Logging
import Synchronization

/// Long work of an app: it goes on after its window has gone, and is seen in every window.
///
///     let jobs = try await Jobs(in: store)
///     try await jobs.start("Import of \(files.count) files", receipt: event.receipt) { progress in
///         for (index, file) in files.enumerated() {
///             try progress.checkCancellation()
///             try await add(file)
///             progress.report(index + 1, of: files.count)
///         }
///     }
///
/// Each job is a row of the store, so every window, and every other process with the same file, shows its state and can
/// cancel it. A `JobsController` is the list for a page or a sheet. A limited number of jobs run at a time, and the
/// others wait in turn.
///
/// The process that has begun a job does its work. When that process dies, the next one that looks finds the job, at
/// once when it starts and within two seconds otherwise. If it knows the kind of the job, it goes on with a job that was
/// begun with an order. All other jobs become interrupted, and a person can try them again where their kind is known.
///
/// The store needs the table of `registerJobs(_:)`. It must not be a replica of another database, because jobs belong
/// to one machine. A node has a store of its own for them.
public final class Jobs: Sendable {
    /// The work of a job. It runs in a task of its own, on no actor.
    public typealias Work = @Sendable (JobProgress) async throws -> Void

    /// The store with the rows.
    public let store: LiveStore
    /// All jobs: first those that wait and run, then those that have ended, the newest first.
    public let list: FetchedResults<Job>
    /// The jobs that wait or run, in any process. An app counts them in an indicator.
    public let active: FetchedResults<Job>
    private let kinds: [String: JobKind]
    private let keeping: Int
    let file: JobsFile
    private let logger: Logger
    private let state: Mutex<State>
    private let tasks = Mutex<[Task<Void, Never>]>([])
    /// The jobs that need a process. They wait, or run, or this process could go on with them.
    private let owned: FetchedResults<Job>

    /// How many jobs of one process may wait.
    static let mostWaiting = 1_000

    private struct State {
        /// The jobs of this process: those that wait and run, and those whose end is not stored yet.
        var entries: [Job.ID: Entry] = [:]
        var turns: JobTurns
        /// The work of jobs without an order that can be tried again as long as this process lives.
        var repeatable: [Job.ID: Work] = [:]
        var isClosed = false
    }

    private struct Entry: Sendable {
        let progress: JobProgress
        let work: Work
        let hasOrder: Bool
        /// Called when the job has ended, and its row says so.
        let ended: @Sendable ((any Error)?) -> Void
        var task: Task<Void, Never>?
        /// The end that could not be stored yet.
        var outcome: Outcome?
    }

    private struct Outcome: Sendable {
        var state: Job.State
        var sentence: String?
        var endedAt = Date.now
    }

    /// Opens the jobs of a store, and goes on with those that were interrupted.
    ///
    /// - Parameters:
    ///   - store: The store with the table of jobs.
    ///   - limit: How many jobs of this process run at a time.
    ///   - keeping: How many ended jobs stay in the list. The oldest ones are removed.
    ///   - kinds: The work that this process can take up from other processes.
    /// - Throws: `POSIXError` if the file beside the store cannot be made, and the errors of the store.
    public convenience init(
        in store: LiveStore, limit: Int = 2, keeping: Int = 50, kinds: [JobKind] = []
    ) async throws {
        try await self.init(in: store, limit: limit, keeping: keeping, kinds: kinds, clock: ContinuousClock())
    }

    /// - Parameter clock: Says when to look for jobs of dead processes.
    package init(
        in store: LiveStore, limit: Int, keeping: Int, kinds: [JobKind], clock: any Clock<Duration>
    ) async throws {
        self.store = store
        self.keeping = max(0, keeping)
        self.kinds = Dictionary(kinds.map { ($0.name, $0) }) { $1 }
        state = Mutex(State(turns: JobTurns(limit: limit)))
        logger = Logger(label: "aviary.jobs")
        let path = try await store.read { db in
            try String.fetchOne(db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
        }
        file = try JobsFile(beside: path ?? "")
        let newestFirst: [SortKey] = [SQL(sql: Job.isActive).desc, Column("id").desc]
        list = try await FetchedResults<Job>(ListRequest<Job>(sort: newestFirst), in: store)
        active = try await FetchedResults<Job>(ListRequest<Job>(filter: SQL(sql: Job.isActive)), in: store)
        let names = kinds.map(\.name)
        let isOwned: SQL = """
            (\(sql: Job.isActive) OR state = 'interrupted' AND resumes
              AND resumptions < \(Job.mostResumptions) AND kind IN \(names))
            """
        owned = try await FetchedResults<Job>(ListRequest<Job>(filter: isOwned), in: store)
        let wish = SQL(sql: "isCancelled AND \(Job.isActive)")
        let wished = try await FetchedResults<Job>(ListRequest<Job>(filter: wish), in: store)
        await recover()
        let wishes = Task.detached { [weak self] in
            let updates = wished.updates()
            repeat { self?.cancelOwn(wished.snapshot.ids) } while await updates.next() != nil
        }
        let looks = Task.detached { [weak self, owned] in
            let updates = owned.updates()
            repeat {
                while owned.snapshot.numberOfItems > 0 {
                    guard (try? await clock.sleep(for: .seconds(2))) != nil, let self else { return }
                    await look()
                }
            } while await updates.next() != nil
        }
        tasks.withLock { $0 = [wishes, looks] }
    }

    deinit { for task in tasks.withLock({ $0 }) { task.cancel() } }

    // MARK: Beginning

    /// Begins work that goes on after the window that asked for it has gone.
    ///
    /// It can be tried again as long as this process lives. After that it is interrupted.
    ///
    /// - Parameters:
    ///   - title: What is done, in the language of the app.
    ///   - receipt: The receipt of the event that asked for it, so that it is begun once.
    ///   - work: The work. An error that it throws becomes the sentence of the job, in the words of the store. The work
    ///     must not retain a controller.
    /// - Returns: The number of the job. It is stored, and waits for its turn.
    /// - Throws: `JobError`, and the errors of `LiveStore.write(receipt:alone:_:)`.
    @discardableResult
    public func start(_ title: String, receipt: String? = nil, _ work: @escaping Work) async throws -> Job.ID {
        try await begin(title, nil, resumes: false, receipt, JobProgress(), work)
    }

    /// Begins work of a known kind. Another process goes on with it when this one dies.
    ///
    /// - Parameters:
    ///   - title: What is done, in the language of the app.
    ///   - order: The name of the kind, and what the work needs.
    ///   - receipt: The receipt of the event that asked for it, so that it is begun once.
    /// - Returns: The number of the job. It is stored, and waits for its turn.
    /// - Throws: `JobError`, the error of a payload that the kind cannot read, and the errors of
    ///   `LiveStore.write(receipt:alone:_:)`.
    @discardableResult
    public func start(_ title: String, _ order: JobOrder, receipt: String? = nil) async throws -> Job.ID {
        guard let kind = kinds[order.kind] else { throw JobError.unknownKind(order.kind) }
        return try await begin(title, order, resumes: true, receipt, JobProgress(), kind.work(order.payload))
    }

    /// Does work as a job, and waits for its result. This is for a program that ends with the work, such as a command.
    /// When the task is cancelled, the job is cancelled, too.
    ///
    /// - Parameters:
    ///   - title: What is done, in the language of the app.
    ///   - order: How a process with windows can do the work again, if this one dies or fails.
    ///   - progress: The progress of the work, which the caller may watch.
    ///   - work: The work.
    /// - Returns: The result of `work`.
    /// - Throws: The error of `work`; `CancellationError` if somebody has cancelled the job; `JobError`, and the errors
    ///   of the store.
    public func run<T: Sendable>(
        _ title: String, as order: JobOrder? = nil, _ progress: JobProgress = JobProgress(),
        _ work: @escaping @Sendable (JobProgress) async throws -> T
    ) async throws -> T {
        let result = Box<T>()
        let (ends, end) = AsyncStream.makeStream(of: (any Error)?.self)
        let id = try await begin(title, order, resumes: false, nil, progress) { progress in
            let value = try await work(progress)
            result.value.withLock { $0 = value }
        } ended: {
            end.yield($0)
        }
        // In a task of its own, because the wait goes on when this task is cancelled.
        let wait = Task.detached { () -> (any Error)? in
            for await error in ends { return error }
            return nil
        }
        return try await withTaskCancellationHandler {
            // The row has its last state before this returns, because the program may end then.
            if let error = await wait.value { throw error }
            guard let value = result.value.withLock({ $0 }) else { throw CancellationError() }
            return value
        } onCancel: {
            cancelOwn([id])
        }
    }

    private func begin(
        _ title: String, _ order: JobOrder?, resumes: Bool, _ receipt: String?, _ progress: JobProgress,
        _ work: @escaping Work, ended: @escaping @Sendable ((any Error)?) -> Void = { _ in }
    ) async throws -> Job.ID {
        let (waiting, isClosed) = state.withLock { ($0.turns.waiting.count, $0.isClosed) }
        if isClosed { throw JobError.closed }
        if waiting >= Self.mostWaiting { throw JobError.tooMany(waiting) }
        let entry = Entry(progress: progress, work: work, hasOrder: order != nil, ended: ended)
        let id = try await taking(entry, receipt) { db in
            try db.execute(
                sql: """
                    INSERT INTO aviaryJob(title, state, kind, payload, resumes, createdAt)
                    VALUES (?, 'waiting', ?, ?, ?, ?)
                    """,
                arguments: [title.onOneLine.shortened(to: 200), order?.kind, order?.payload, resumes, Date.now])
            return db.lastInsertedRowID
        }
        // Nobody else can have locked a new job.
        guard let id else { throw JobError.noLocks }
        return id
    }

    /// Makes a row a waiting job of this process. The job is locked before its row is committed, so no process ever
    /// sees it without its owner.
    ///
    /// - Parameter change: Changes the row, and returns its number; `nil` to take none.
    /// - Returns: `nil` if no row was taken, also because another process has locked it. Then nothing is changed.
    private func taking(
        _ entry: Entry, _ receipt: String? = nil, _ change: @escaping @Sendable (Database) throws -> Job.ID?
    ) async throws -> Job.ID? {
        let taken = Box<Job.ID>()
        do {
            let id = try await store.write(receipt: receipt, alone: true) { [self] db -> Job.ID? in
                guard let id = try change(db) else { return nil }
                // Locks and notes in one step, so that nobody unlocks in between.
                let isLocked = state.withLock { state in
                    guard file.lock(id) else { return false }
                    state.entries[id] = entry
                    return true
                }
                guard isLocked else { throw LockedElsewhere() }
                file.write(JobAmount(), of: id)
                taken.value.withLock { $0 = id }
                return id
            }
            guard let id else { return nil }
            let isClosed = state.withLock { state in
                state.repeatable[id] = nil
                if !state.isClosed { state.turns.add(id) }
                return state.isClosed
            }
            if isClosed {
                // The end of the program has come in between, and has not seen that the job waits.
                entry.progress.cancel(.closing)
                await end(id, entry, CancellationError())
            } else {
                startNext()
            }
            return id
        } catch is LockedElsewhere {
            return nil
        } catch {
            if let id = taken.value.withLock({ $0 }) { leave(id, entry) }
            throw error
        }
    }

    // MARK: A person's wishes

    /// Cancels a job, in whichever process it is. The work ends at its next check, and the job is cancelled then. A job
    /// that has ended stays as it is.
    ///
    /// - Parameter id: The number of the job.
    /// - Throws: The errors of the store.
    public func cancel(_ id: Job.ID) async throws {
        try await store.write { db in
            try db.execute(
                sql: "UPDATE aviaryJob SET isCancelled = 1 WHERE id = ? AND \(Job.isActive)", arguments: [id])
        }
    }

    /// Begins a job again that has failed, was cancelled or interrupted.
    ///
    /// - Parameter id: The number of the job.
    /// - Throws: `JobError` if this process cannot do the work, or if the job has not stopped; and the errors of the
    ///   store.
    public func tryAgain(_ id: Job.ID) async throws {
        guard let job = try await store.read({ db in try Job.fetchOne(db, key: id) }), job.hasGoneWrong else {
            throw JobError.notStopped
        }
        if state.withLock({ $0.isClosed }) { throw JobError.closed }
        let known: Work?
        do { known = try work(of: job) } catch { throw JobError.unreadable(job.title) }
        guard let work = known else { throw JobError.unknownKind(job.kind ?? job.title) }
        let taken = try await taking(entry(work, of: job)) { db in
            try db.execute(
                sql: """
                    UPDATE aviaryJob SET state = 'waiting', sentence = NULL, startedAt = NULL, endedAt = NULL,
                      isCancelled = 0, resumes = kind IS NOT NULL, resumptions = 0
                    WHERE id = ? AND state IN ('failed', 'cancelled', 'interrupted')
                    """, arguments: [id])
            return db.changesCount > 0 ? id : nil
        }
        if taken == nil { throw JobError.notStopped }
    }

    /// Removes a job that has ended from the list. Other jobs stay.
    ///
    /// - Parameter id: The number of the job.
    /// - Throws: The errors of the store.
    public func remove(_ id: Job.ID) async throws {
        try await store.write { db in
            try db.execute(sql: "DELETE FROM aviaryJob WHERE id = ? AND NOT \(Job.isActive)", arguments: [id])
        }
        state.withLock { $0.repeatable[id] = nil }
    }

    /// Returns whether this process can do a job again that has not ended well.
    ///
    /// - Parameter job: The job, as a list has read it.
    /// - Complexity: O(1).
    public func canTryAgain(_ job: Job) -> Bool {
        job.hasGoneWrong && (job.kind.map { kinds[$0] != nil } ?? state.withLock { $0.repeatable[job.id] != nil })
    }

    /// How much of a job is done, in whichever process.
    func amount(of id: Job.ID) -> JobAmount {
        state.withLock { $0.entries[id]?.progress.amount } ?? file.amount(of: id)
    }

    private func work(of job: Job) throws -> Work? {
        if let order = job.order { return try kinds[order.kind]?.work(order.payload) }
        return state.withLock { $0.repeatable[job.id] }
    }

    private func entry(_ work: @escaping Work, of job: Job) -> Entry {
        Entry(progress: JobProgress(), work: work, hasOrder: job.kind != nil, ended: { _ in })
    }

    /// Cancels those of some jobs that are of this process.
    private func cancelOwn(_ ids: [Job.ID]) {
        for id in ids {
            let (entry, waits) = state.withLock { state in
                state.entries[id]?.progress.cancel(.person)
                return (state.entries[id], state.turns.remove(id))
            }
            entry?.task?.cancel()
            if let entry, waits { Task.detached { await self.end(id, entry, CancellationError()) } }
        }
    }

    // MARK: The work

    private func startNext() {
        // In one step, so that whoever cancels a job finds it in the queue or finds its task.
        state.withLock { state in
            while !state.isClosed, let id = state.turns.begin() {
                if let entry = state.entries[id] {
                    state.entries[id]?.task = Task.detached { [self] in await perform(id, entry) }
                } else {
                    state.turns.end(id)
                }
            }
        }
    }

    private func perform(_ id: Job.ID, _ entry: Entry) async {
        let writing = Task.detached { [file, progress = entry.progress] in
            // Other processes see the progress some times a second.
            var last = JobAmount()
            while !Task.isCancelled {
                let amount = progress.amount
                if amount != last { file.write(amount, of: id) }
                last = amount
                try? await Task.sleep(for: Self.pause)
            }
        }
        defer { writing.cancel() }
        do {
            let isThere = try await store.write { db in
                try db.execute(
                    sql: "UPDATE aviaryJob SET state = 'running', startedAt = ? WHERE id = ? AND state = 'waiting'",
                    arguments: [Date.now, id])
                return db.changesCount > 0
            }
            guard isThere else { throw CancellationError() }
            try entry.progress.checkCancellation()
            try await entry.work(entry.progress)
            await end(id, entry, nil)
        } catch { await end(id, entry, error) }
    }

    /// The time between two looks at the progress of a job.
    static let pause = Duration.milliseconds(250)

    /// Stores the end of a job, lets go of it, and begins the next one.
    private func end(_ id: Job.ID, _ entry: Entry, _ error: (any Error)?) async {
        let outcome = outcome(of: entry, error)
        // First, because windows show the button with the new state.
        if outcome.state != .done, !entry.hasOrder { keep(entry.work, of: id) }
        if await store(outcome, of: id) {
            leave(id, entry)
        } else {
            // The job stays locked, so that nobody takes it for the job of a dead process.
            state.withLock { if $0.entries[id]?.progress === entry.progress { $0.entries[id]?.outcome = outcome } }
        }
        state.withLock { $0.turns.end(id) }
        entry.ended(error)
        startNext()
    }

    private func outcome(of entry: Entry, _ error: (any Error)?) -> Outcome {
        guard let error else {
            let sentence = entry.progress.sentence?.onOneLine.shortened(to: 1_000)
            return Outcome(state: entry.progress.isFailure ? .failed : .done, sentence: sentence)
        }
        switch entry.progress.cancellation {
        case .person: return Outcome(state: .cancelled)
        case .closing: return Outcome(state: .interrupted)
        case nil:
            if error is CancellationError { return Outcome(state: .cancelled) }
            return Outcome(state: .failed, sentence: store.sentence(about: error).onOneLine.shortened(to: 1_000))
        }
    }

    /// Stores the end of a job, and removes the oldest of the other ended jobs. No clock decides which these are.
    ///
    /// - Returns: `false` if the store could not be written.
    private func store(_ outcome: Outcome, of id: Job.ID) async -> Bool {
        do {
            try await Task.detached { [store, keeping] in
                try await store.write { db in
                    try db.execute(
                        sql: """
                            UPDATE aviaryJob SET state = ?, sentence = ?, endedAt = ?, isCancelled = 0
                            WHERE id = ? AND \(Job.isActive)
                            """, arguments: [outcome.state, outcome.sentence, outcome.endedAt, id])
                    try db.execute(
                        sql: """
                            DELETE FROM aviaryJob WHERE NOT \(Job.isActive) AND id NOT IN (
                              SELECT id FROM aviaryJob WHERE NOT \(Job.isActive) ORDER BY id = ? DESC, id DESC LIMIT ?)
                            """, arguments: [id, keeping])
                }
            }.value
            return true
        } catch {
            logger.warning("The end of a job was not stored", metadata: ["job": "\(id)", "error": "\(error)"])
            return false
        }
    }

    /// Keeps the work of a job without an order, so that it can be tried again. The oldest one gives way.
    private func keep(_ work: @escaping Work, of id: Job.ID) {
        state.withLock { state in
            state.repeatable[id] = work
            if state.repeatable.count > keeping, let oldest = state.repeatable.keys.min() {
                state.repeatable[oldest] = nil
            }
        }
    }

    /// Lets go of a job, unless it has been tried again meanwhile.
    private func leave(_ id: Job.ID, _ entry: Entry) {
        state.withLock { state in
            guard state.entries[id]?.progress === entry.progress else { return }
            state.entries[id] = nil
            file.unlock(id)
        }
    }

    // MARK: Jobs of dead processes

    /// Stores the ends that could not be stored, and looks for dead processes while there are jobs of others.
    package func look() async {
        let (own, ended) = state.withLock { state in
            (Set(state.entries.keys), state.entries.filter { $0.value.outcome != nil })
        }
        for (id, entry) in ended {
            if let outcome = entry.outcome, await store(outcome, of: id) { leave(id, entry) }
        }
        if !own.isSuperset(of: owned.snapshot.ids) { await recover() }
    }

    /// Finds the jobs whose processes have ended. Goes on with those of known kinds.
    private func recover() async {
        for id in owned.snapshot.ids where state.withLock({ $0.entries[id] == nil && file.lock(id) }) {
            let isTaken = try? await recover(id)
            if isTaken != true { state.withLock { if $0.entries[id] == nil { file.unlock(id) } } }
        }
    }

    /// Decides about a locked job whose process has ended.
    ///
    /// - Returns: True if this process goes on with it.
    private func recover(_ id: Job.ID) async throws -> Bool {
        let job = try await store.read { db in try Job.fetchOne(db, key: id) }
        let work = job.flatMap { try? self.work(of: $0) }
        let goesOn = job.map { $0.resumes && !$0.isCancelled && $0.resumptions < Job.mostResumptions } ?? false
        if let job, let work, goesOn, !state.withLock({ $0.isClosed }) {
            return try await taking(entry(work, of: job)) { [self] db in
                if isOwn(id) { return nil }
                try db.execute(
                    sql: """
                        UPDATE aviaryJob SET state = 'waiting', endedAt = NULL,
                          resumptions = resumptions + (state = 'running')
                        WHERE id = ? AND NOT isCancelled AND (\(Job.isActive) OR state = 'interrupted' AND resumes)
                        """, arguments: [id])
                return db.changesCount > 0 ? id : nil
            } != nil
        }
        guard let job, job.isActive else { return false }
        try await store.write { [self] db in
            if isOwn(id) { return }
            try db.execute(
                sql: """
                    UPDATE aviaryJob SET state = iif(isCancelled, 'cancelled', 'interrupted'), isCancelled = 0,
                      endedAt = ?, resumptions = resumptions + (state = 'running')
                    WHERE id = ? AND \(Job.isActive)
                    """, arguments: [Date.now, id])
        }
        return false
    }

    /// Whether this process has the job. In a transaction nothing changes that from `false` to `true`, so a job that
    /// somebody tries again meanwhile is not taken twice.
    private func isOwn(_ id: Job.ID) -> Bool { state.withLock { $0.entries[id] != nil } }

    /// Ends the work of this process, when the program ends. Jobs that were begun with an order go on at the next
    /// start, and the others are interrupted. No further job begins.
    ///
    /// It waits until the work has noticed. A job whose work is never done with is interrupted when the process ends.
    public func close() async {
        let entries = state.withLock { state in
            state.isClosed = true
            for entry in state.entries.values { entry.progress.cancel(.closing) }
            return state.entries.map { id, entry in (id, entry, waits: state.turns.remove(id)) }
        }
        for task in tasks.withLock({ $0 }) { task.cancel() }
        for (_, entry, _) in entries { entry.task?.cancel() }
        for (id, entry, waits) in entries {
            if waits { await end(id, entry, CancellationError()) } else { await entry.task?.value }
        }
    }
}

/// Another process has locked the job.
private struct LockedElsewhere: Error {}

/// A value that closures share.
private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}

extension Job {
    fileprivate var hasGoneWrong: Bool { state == .failed || state == .cancelled || state == .interrupted }
}

extension RowsSnapshot {
    var ids: [Int64] { Array(items(in: 0..<numberOfItems)) }
}
