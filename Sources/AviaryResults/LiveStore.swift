public import GRDB
public import Logging
import Synchronization

/// A database whose live queries follow every commit.
///
///     let store = try LiveStore(DatabasePool(path: path))
///     let colors = try await FetchedResults<Swatch>(.init(sort: [.ascending(Column("createdAt"))]), in: store)
///
/// Writes may go through the store or through the database itself: both are seen. Other processes' commits are looked
/// for when the file is written to (on Linux; while this process writes itself, once in some milliseconds), and every
/// `pollInterval`; so long as nobody commits, that costs two PRAGMAs.
public final class LiveStore: Sendable {
    /// How often other processes' commits are looked for, and how long the history log may grow.
    public struct Options: Sendable {
        /// `nil`: only when `catchUp()` is called.
        public var pollInterval: Duration? = .milliseconds(50)
        /// The number of changes kept; older ones are deleted in small steps.
        public var historyLimit: Int64 = 1_000_000

        public init() {}
    }

    /// What is open at present; see `reopening` of the initializer.
    public var database: any DatabaseWriter { opened.database }
    /// Whether the database was opened to be read only: every write is refused by SQLite.
    public var isReadOnly: Bool { database.configuration.readonly }
    let logger: Logger
    let follower = CommitFollower()
    let schemas = HistorySchema.Cache()
    let reopening: (@Sendable () throws -> any DatabaseWriter)?
    private let options: Options
    private let state: Mutex<State>
    /// For each signal, how often this process had committed then.
    private let writes = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))

    /// A database, and its files as they were when it was opened.
    struct Opened: Sendable {
        let database: any DatabaseWriter
        let files: StoreFiles

        /// Begins to look after the files. Called on the writer queue, when the database has been read from.
        init(_ database: any DatabaseWriter, _ db: Database) {
            self.database = database
            files = StoreFiles(path: database.path)
            db.add(transactionObserver: files, extent: .databaseLifetime)
        }
    }

    private struct State {
        var opened: Opened
        var isClosed = false
        var polls: [Task<Void, Never>] = []
        var signal: WriteSignal?
        /// Loads under way, so that many who ask for one request at once load it once.
        var loads: [RequestPlan.Key: Task<RowsIndex, any Error>] = [:]

        mutating func stopPolling() {
            for poll in polls { poll.cancel() }
            polls = []
            signal = nil
        }
    }

    /// Nothing is committed while the database's file is not where it was opened. When it is put back, the store goes on.
    ///
    /// - Parameter reopening: Opens the database anew, after another file, a backup for instance, was put in its place.
    ///   Without it the store does not go on then.
    /// - Throws: What SQLite says when the database cannot be read.
    public init(
        _ database: any DatabaseWriter, reopening: (@Sendable () throws -> any DatabaseWriter)? = nil,
        options: Options = Options(), logger: Logger = Logger(label: "aviary.results")
    ) throws {
        self.reopening = reopening
        self.options = options
        self.logger = logger
        let opened = try database.writeWithoutTransaction { [follower] db in
            db.add(transactionObserver: follower, extent: .observerLifetime)
            try follower.catchUp(db)
            return Opened(database, db)
        }
        state = Mutex(State(opened: opened))
        watch(opened)
        guard let interval = options.pollInterval else { return }
        let polls = [
            Task { [weak self] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: interval)
                    guard let self else { return }
                    await look()
                }
            },
            Task { [weak self, writes = writes.stream] in
                var later: Task<Void, Never>?
                var ownCommits = 0
                for await commits in writes {
                    later?.cancel()
                    if commits != ownCommits {
                        // This process writes, and is not to be held up each time: others are looked for now and then.
                        ownCommits = commits
                        try? await Task.sleep(for: .milliseconds(5))
                        await self?.look()
                    } else if await self?.look() == false {
                        // A commit is written to the file some moments before it can be read. Another write asks anew.
                        later = Task { [weak self] in
                            for pause in [200, 300, 500, 1_000, 2_000, 4_000, 8_000] {
                                let isOver: Void? = try? await Task.sleep(for: .microseconds(pause), tolerance: .zero)
                                guard isOver != nil, let self else { return }
                                if await look() { return }
                            }
                        }
                    }
                    self?.listen()
                }
            },
        ]
        state.withLock { $0.polls = polls }
    }

    deinit { state.withLock { $0.stopPolling() } }

    private var opened: Opened { state.withLock { $0.opened } }
    private var isClosed: Bool { state.withLock { $0.isClosed } }
    /// Changes of different generations have nothing to do with each other, whatever their sequences.
    var generation: Int { follower.generation.withLock { $0 } }

    /// Reads and writes there from now on.
    func use(_ opened: Opened) {
        state.withLock { $0.opened = opened }
        watch(opened)
    }

    private func watch(_ opened: Opened) {
        guard options.pollInterval != nil else { return }
        let write = writes.continuation
        let signal = WriteSignal(path: opened.files.path) { [follower] in write.yield(follower.ownCommits) }
        state.withLock { if !$0.isClosed { $0.signal = signal } }
    }

    private func listen() { state.withLock { $0.signal }?.listen() }

    public func read<T: Sendable>(_ value: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await database.read(value)
    }

    /// Runs one transaction. All live queries have followed it, and their delegates were told, when this returns.
    @discardableResult
    public func write<T: Sendable>(_ updates: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await database.write(updates)
    }

    /// Follows at once what other processes have committed, and trims the history log by a step if it is too long.
    ///
    /// - Returns: Whether anybody had committed anything.
    @discardableResult
    public func catchUp() async throws -> Bool {
        let opened = opened
        return try await opened.database.writeWithoutTransaction { [self] db in
            guard isOpen(opened) else { return true }
            do {
                if try recover(opened, db) { return true }
                let hasFollowed = try follower.catchUp(db)
                trim(db)
                return hasFollowed
            } catch let error as CancellationError {
                throw error
            } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
                throw error
            } catch {
                follower.fail(error)
                throw error
            }
        }
    }

    /// A log that cannot be trimmed now, since the disk is full or somebody writes, is trimmed another time.
    private func trim(_ db: Database) {
        guard !isReadOnly else { return }
        do { try follower.trim(db, to: options.historyLimit) } catch {
            logger.info("The history log was not trimmed", metadata: ["error": "\(error)"])
        }
    }

    /// Whether a database is still that of this store. Asked on its writer queue, where that can change.
    private func isOpen(_ opened: Opened) -> Bool { self.opened.files === opened.files }

    /// Catches up; a locked database is looked at again next time.
    @discardableResult
    private func look() async -> Bool {
        // Once begun it is not left half-way, whoever stops looking.
        await Task { (try? await catchUp()) ?? false }.value
    }

    /// Stops following: streams of updates end, delegates hear nothing more. The database stays open.
    public func close() {
        state.withLock { state in
            state.isClosed = true
            state.stopPolling()
        }
        database.remove(transactionObserver: follower)
        database.writeWithoutTransaction { _ in follower.closeAll() }
    }
}

// MARK: - Indexes

extension LiveStore {
    /// The index of a request, loaded when nobody watches it yet.
    func index(for request: RequestDescription) async throws -> RowsIndex {
        let opened = opened
        let (plan, existing) = try await opened.database.writeWithoutTransaction { [self] db in
            guard isOpen(opened) else { throw ResultsError.replaced(opened.files.path) }
            let plan = try RequestPlan(request, in: db)
            return (plan, follower.index(for: plan.key))
        }
        if let existing { return existing }
        let load = try state.withLock { state in
            if state.isClosed { throw ResultsError.closed }
            if let load = state.loads[plan.key] { return load }
            let load = Task {
                defer { self.state.withLock { $0.loads[plan.key] = nil } }
                return try await self.load(request, plan, from: opened)
            }
            state.loads[plan.key] = load
            return load
        }
        return try await load.value
    }

    /// Reads the list of an index anew.
    func refetch(_ index: RowsIndex) async throws {
        let opened = opened
        try await opened.database.writeWithoutTransaction { [self] db in
            guard isOpen(opened) else { throw ResultsError.replaced(opened.files.path) }
            if isClosed { throw ResultsError.closed }
            try follower.refetch(index, db)
        }
    }

    /// Runs something while nothing is committed here.
    func betweenCommits(_ body: @escaping @Sendable () -> Void) async throws {
        try await opened.database.writeWithoutTransaction { _ in body() }
    }

    private func load(
        _ request: RequestDescription, _ plan: RequestPlan, from opened: Opened
    ) async throws -> RowsIndex {
        // With history the rows are read beside the writer, and what was committed meanwhile is caught up.
        var snapshot: RowsSnapshot?
        if plan.following == .history {
            snapshot = try await opened.database.read { [logger] db in
                try plan.snapshot(db, version: History.version(db), logger: logger)
            }
        }
        return try await opened.database.writeWithoutTransaction { [self, snapshot] db in
            guard isOpen(opened) else { throw ResultsError.replaced(opened.files.path) }
            if isClosed { throw ResultsError.closed }
            if let existing = follower.index(for: plan.key) { return existing }
            try follower.catchUp(db)
            return try db.reading {
                let current = try plan.renewed(for: request, in: db)
                let known = current.isSame(as: plan) ? snapshot : nil
                let version = known == nil && current.hasHistory ? try History.version(db) : 0
                let index = RowsIndex(
                    request, plan: current,
                    snapshot: try known ?? current.snapshot(db, version: version, logger: logger), logger: logger)
                if known != nil { index.follow(db, .log) }
                if let error = index.error { throw error }
                follower.register(index, for: current.key)
                current.report(to: logger)
                return index
            }
        }
    }
}
