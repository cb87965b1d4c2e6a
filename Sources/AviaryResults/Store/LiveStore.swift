public import AviaryText
public import GRDB
public import Logging
import Synchronization

/// A database whose live queries follow every commit.
///
///     let store = try LiveStore(DatabasePool(path: path))
///     let colors = try await FetchedResults<Swatch>(.init(sort: [Column("createdAt").asc]), in: store)
///
/// Writes may go through the store or through the database itself, because the store notices both. The store looks for
/// commits of other processes when the file is written to, and every two seconds. While this process writes, the store
/// looks at most once in a few milliseconds. If the system does not report writes, it looks every `pollInterval`. A
/// look that finds no commit costs two PRAGMAs. In WAL mode on Linux the store looks only when the index of the log has
/// changed. For this it has a connection of its own, which is open until `close()`.
public final class LiveStore: Sendable {
    /// The settings of a store.
    public struct Options: Sendable {
        /// The time between two looks for other processes' commits if the system does not report writes to the file.
        /// This concerns network file systems, and all systems but Linux. If the system reports writes, the store looks
        /// every two seconds, or every `pollInterval` if that is longer. With `nil` the store looks only when
        /// `catchUp()` is called, and when a list is loaded, read anew or changes its request.
        public var pollInterval: Duration? = .milliseconds(50)
        /// The number of changes that the history log keeps, of all tables together. Older ones are deleted in small
        /// steps. Undo reaches back no further than the log.
        public var historyLimit: Int64 = 1_000_000
        /// The words of sentences about errors where no page is concerned, such as those of jobs.
        public var words = Words.english
        /// The database that decides about writes, if the store's file is a replica of it. With `nil` the file itself
        /// decides.
        package var upstream: (any StoreUpstream)?

        /// The options with the default values of the properties.
        public init() {}
    }

    /// The database that is open at present. It changes when the file was replaced; see `reopening` of the initializer.
    public var database: any DatabaseWriter { opened.database }
    /// `true` when the database was opened for reading only. Then SQLite refuses every write.
    public var isReadOnly: Bool { database.configuration.readonly }
    let logger: Logger
    let follower = CommitFollower()
    let schemas: HistorySchema.Cache
    let lists: StoreLists
    let undoStacks = UndoStacks()
    private let reopening: (@Sendable () throws -> any DatabaseWriter)?
    let clock: any Clock<Duration>
    package let options: Options
    private let current: CurrentDatabase
    private let state = Mutex(State())

    private struct State {
        var lookout: CommitLookout?
        var signal: WriteSignal?
        /// `nil` when the file is not in WAL mode, and where writes are not reported.
        var watch: CommitWatch?
    }

    /// Creates a store that follows the commits of a database from now on.
    ///
    /// While the database's file is not at the path where it was opened, every commit is refused. When the file is put
    /// back, the store continues.
    ///
    /// - Parameters:
    ///   - database: A `DatabasePool` or a `DatabaseQueue`. The program may also use it directly.
    ///   - reopening: Opens the database again after another file, for instance a backup, was put at its path. With
    ///     `nil` the store does not continue after that.
    ///   - options: The settings of the store.
    ///   - logger: Gets notices and warnings about the database's file, requests and rows, and errors of live queries.
    /// - Throws: SQLite's error when the database cannot be read.
    public convenience init(
        _ database: any DatabaseWriter, reopening: (@Sendable () throws -> any DatabaseWriter)? = nil,
        options: Options = Options(), logger: Logger = Logger(label: "aviary.results")
    ) throws {
        try self.init(database, reopening: reopening, options: options, logger: logger, clock: ContinuousClock())
    }

    /// - Parameter clock: Tells when to look for other processes' commits and when to read rows that nobody waits for.
    ///   Also measures how long writes take.
    package init(
        _ database: any DatabaseWriter, reopening: (@Sendable () throws -> any DatabaseWriter)?, options: Options,
        logger: Logger, clock: any Clock<Duration>
    ) throws {
        self.reopening = reopening
        self.options = options
        self.logger = logger
        self.clock = clock
        schemas = HistorySchema.Cache(logger: logger)
        let opened = try database.writeWithoutTransaction { [follower, schemas] db in
            db.add(transactionObserver: follower, extent: .observerLifetime)
            try follower.catchUp(db)
            follower.markLog(db)
            return OpenedDatabase(database, db, schemas: schemas, clock: clock)
        }
        current = CurrentDatabase(opened)
        lists = StoreLists(of: current, follower, logger: logger, clock: clock)
        guard let interval = options.pollInterval else { return }
        let lookout = CommitLookout(
            every: { [weak self] looks in
                // The first look comes soon. It finds writes from before the system began to report them.
                looks > 0 && self?.hasSignal == true ? max(interval, Self.pauseWithSignal) : interval
            }, clock: clock, look: { [weak self] in await self?.look() },
            onReady: { [weak self] in self?.listen() })
        state.withLock { $0.lookout = lookout }
        watchFiles(of: opened)
    }

    deinit { stopLooking() }

    var opened: OpenedDatabase { current.opened }
    package var loads: IndexLoads { lists.loads }
    /// How many times the log was replaced by another log. Sequences of different generations cannot be compared.
    var generation: Int { follower.generation }

    /// Replaces the open database.
    private func use(_ opened: OpenedDatabase) {
        current.use(opened)
        watchFiles(of: opened)
    }

    /// Reads in one read transaction, which sees one moment of the database.
    ///
    /// In a `DatabasePool` this runs at the same time as writes.
    ///
    /// - Parameter value: Reads from the database.
    /// - Returns: What `value` returns.
    /// - Throws: Whatever `value` throws, and SQLite's errors.
    public func read<T: Sendable>(_ value: @escaping @Sendable (Database) throws -> T) async throws -> T {
        let opened = opened
        do {
            return try await opened.database.read { db in
                try db.learnSchema()
                return try value(db)
            }
        } catch {
            note(failure: error, of: opened)
            throw error
        }
    }

    /// Reports an error of this database to the upstream, unless another file is open by now.
    func note(failure: any Error, of opened: OpenedDatabase) {
        if let upstream = options.upstream, current.isOpen(opened) { upstream.note(failure: failure) }
    }

    /// Runs one transaction.
    ///
    /// When this returns, the transaction is on the disk. All live queries of the tables that it changed include it,
    /// and their delegates have been called.
    ///
    /// Writes that wait while the writer is busy share one transaction and its fsync, in the order in which they were
    /// requested. Each has a savepoint of its own. So a write that throws fails alone, and a long write does not delay
    /// earlier ones. If no other write waits, a write gets a transaction of its own at once.
    ///
    /// In a shared transaction, `updates` sees changes of other writes that are not committed yet. If the transaction
    /// is rolled back, `updates` may be called again. `updates` must not begin or end a transaction. Pass `alone: true`
    /// if `updates` does something outside of the database that depends on the commit. For instance, it removes the
    /// file of a deleted row, or calls GRDB's `afterNextTransaction`. Also pass `alone: true` if `updates` writes very
    /// many rows of a table without history, because GRDB keeps each of them until the savepoint ends.
    ///
    /// When the task is cancelled, the write is interrupted and rolled back, unless it is done already.
    ///
    /// In a store with an upstream, `updates` runs on the file and is rolled back. It may run again, also with
    /// `alone: true`; see `StoreUpstream`.
    ///
    /// - Parameters:
    ///   - isAlone: `true` for a transaction that no other write shares. Then `updates` is called once, except with an
    ///     upstream.
    ///   - updates: Makes the changes on the writer queue. It runs outside of the task, so it has no task-local values.
    /// - Returns: What `updates` returns.
    /// - Throws: Whatever `updates` throws, SQLite's errors, and `CancellationError`; then nothing is changed.
    ///   `ResultsError.gone`, `replaced` or `logGone` when the files of the database are not those that were opened.
    ///   With an upstream also `UpstreamError`.
    @discardableResult
    public func write<T: Sendable>(
        alone isAlone: Bool = false, _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        try await write(alone: isAlone, listener: WriteListener(), updates)
    }

    /// - Parameter listener: Is told what happens to the write.
    func write<T: Sendable>(
        alone isAlone: Bool, listener: WriteListener, _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        if let upstream = options.upstream {
            return try await write(through: upstream, receipt: nil, listener: listener, updates)
        }
        return try await write(here: isAlone, listener, updates)
    }

    /// Runs one transaction on the store's file. Then waits for the lists of the tables that `updates` changes.
    ///
    /// - Parameter isAlone: `true` for a transaction that no other write shares.
    func write<T: Sendable>(
        here isAlone: Bool, _ listener: WriteListener, _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        let (value, tables) = try await opened.writes.write(isAlone: isAlone, listener: listener) { [follower] db in
            try follower.noting(db) { try updates(db) }
        }
        await follower.lags.wait(for: tables)
        return value
    }

    /// How many writes wait for the writer.
    package var waitingWrites: Int { opened.writes.count }

    /// Follows at once what other processes have committed. When this returns, all live queries include what was
    /// committed before.
    ///
    /// If the history log is too long, some of its oldest changes are deleted.
    ///
    /// - Returns: `true` when there was something to follow: a commit, a change of the schema, or another file at the
    ///   path.
    /// - Throws: `CancellationError` when the task is cancelled. SQLite's error or `ResultsError` when the database
    ///   cannot be read. Live queries report this error, too, unless the file is only locked for the moment.
    @discardableResult
    public func catchUp() async throws -> Bool {
        let opened = opened
        let hasFollowed = try await opened.database.writeWithoutTransaction { [self] db in try catchUp(opened, db) }
        await follower.lags.wait()
        return hasFollowed
    }

    /// - Parameter opened: The database of this writer queue.
    private func catchUp(_ opened: OpenedDatabase, _ db: Database) throws -> Bool {
        guard current.isOpen(opened) else { return true }
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
            note(failure: error, of: opened)
            throw error
        }
    }

    /// Trims the history log. If that fails, for instance because the disk is full, the next call tries again.
    private func trim(_ db: Database) {
        guard !isReadOnly else { return }
        do { try follower.trim(db, to: options.historyLimit) } catch {
            logger.info("The history log was not trimmed", metadata: ["error": "\(error)"])
        }
    }

    /// Stops following commits: streams of updates end, and delegates are not called any more. The database stays open.
    ///
    /// Blocks until the running transaction has ended, so it must not be called within a transaction.
    public func close() {
        current.close()
        stopLooking()
        database.remove(transactionObserver: follower)
        database.writeWithoutTransaction { _ in follower.closeAll() }
    }
}

// MARK: - Looking for others' commits

extension LiveStore {
    private func watchFiles(of opened: OpenedDatabase) {
        guard let lookout = state.withLock({ $0.lookout }) else { return }
        let path = opened.files.path
        let isOnNetwork = WriteSignal.isOnNetwork(path)
        let ownCommits = { @Sendable [follower] in follower.ownCommits }
        let watch =
            isOnNetwork
            ? nil
            : CommitWatch(path: path, isReadOnly: isReadOnly, ownCommits: ownCommits) { [weak self] in
                self?.lookNow() ?? true
            }
        let signal = WriteSignal(path: path, queue: watch?.queue) { event in
            if let watch, event == .written {
                watch.check()
                return false
            }
            lookout.noteWrite(ownCommits())
            return true
        }
        if isOnNetwork {
            logger.notice(
                "The store's file is on a network file system, so it is polled for commits",
                metadata: ["path": "\(path)"])
        }
        state.withLock { state in
            if !current.isClosed { (state.signal, state.watch) = (signal, signal == nil ? nil : watch) }
        }
    }

    /// Ends what `watchFiles(of:)` has begun. The file may leave WAL mode then.
    private func stopWatching() {
        let (signal, watch) = state.withLock { state in
            defer { (state.signal, state.watch) = (nil, nil) }
            return (state.signal, state.watch)
        }
        watch?.close()
        withExtendedLifetime(signal) {}
    }

    /// The time between two looks while the system reports writes. Such a look finds writes that were not reported.
    private static let pauseWithSignal = Duration.seconds(2)

    private var hasSignal: Bool { state.withLock { $0.signal != nil } }

    private func listen() { state.withLock { $0.signal }?.listen() }

    /// Catches up. After an error, for instance of a locked database, the next look tries again.
    private func look() async -> Bool {
        let opened = opened
        // This closure runs outside of the task. So cancelling the task does not interrupt the work.
        return await withCheckedContinuation { continuation in
            opened.database.asyncWriteWithoutTransaction { [self] db in
                continuation.resume(returning: (try? catchUp(opened, db)) ?? false)
            }
        }
    }

    /// Catches up on this thread, as `look()` does.
    ///
    /// - Returns: `false` when the database cannot be read at present.
    private func lookNow() -> Bool {
        let opened = opened
        return (try? opened.database.writeWithoutTransaction { db in try catchUp(opened, db) }) != nil
    }

    private func stopLooking() {
        let lookout = state.withLock { state in
            defer { state.lookout = nil }
            return state.lookout
        }
        lookout?.stop()
        stopWatching()
    }
}

// MARK: - Recovery

/// Recovery after another program has changed the files of an open store.
///
/// - The file was removed or moved away. Nothing is committed until it is moved back.
/// - Another file is at its path. Nothing is committed until that file is opened.
/// - The write-ahead log was removed. It is still open, so its content is written into the file, and a new log begins.
///   Nothing is committed before the new log begins.
extension LiveStore {
    /// Makes sure that the open database is the file at the path.
    ///
    /// Called on the writer queue, outside a transaction.
    ///
    /// - Returns: `true` when another database was opened.
    /// - Throws: `ResultsError` when the store cannot continue yet, and SQLite's errors.
    private func recover(_ opened: OpenedDatabase, _ db: Database) throws -> Bool {
        guard let trouble = opened.files.trouble else { return false }
        if opened.database.configuration.readonly { return try recoverReading(from: opened, trouble, db) }
        switch trouble {
        case .gone:
            // The moved file may be the only copy, so it gets the content of the write-ahead log.
            try fold(db)
            throw ResultsError.gone(opened.files.path)
        case .logGone:
            try restartLog(opened, db)
            return false
        case .replaced:
            guard let reopening else { throw ResultsError.replaced(opened.files.path) }
            do { try fold(db) } catch let error as DatabaseError where error.resultCode != .SQLITE_BUSY {
                // If the old database is broken, its last changes are given up, and the other file takes its place.
                logger.notice("The store before could not be written to the end", metadata: ["error": "\(error)"])
            }
            opened.files.removeLog()
            try exchange(db, for: reopening())
            return true
        }
    }

    /// Reopens a read-only database after its file was replaced or its log was removed. A read-only database has no own
    /// changes to save.
    private func recoverReading(
        from opened: OpenedDatabase, _ trouble: StoreFiles.Trouble, _ db: Database
    ) throws -> Bool {
        switch trouble {
        case .gone: throw ResultsError.gone(opened.files.path)
        case .replaced, .logGone:
            guard let reopening else { throw ResultsError.replaced(opened.files.path) }
            try exchange(db, for: reopening())
            return true
        }
    }

    /// Writes the content of the write-ahead log into the file.
    ///
    /// - Throws: SQLite's error; `SQLITE_BUSY` when other connections still need the log.
    private func fold(_ db: Database) throws {
        let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(PASSIVE)")
        guard let row, row[1] as Int == row[2] as Int else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
    }

    private func restartLog(_ opened: OpenedDatabase, _ db: Database) throws {
        try fold(db)
        stopWatching()
        defer { watchFiles(of: opened) }
        // Other connections would keep the file in WAL mode. The readers of this pool are closed here. Connections of
        // other programs make the change of the mode fail.
        (opened.database as? DatabasePool)?.invalidateReadOnlyConnections()
        do {
            try opened.files.replacingLog {
                for mode in ["delete", "wal"] { try db.execute(sql: "PRAGMA journal_mode = \(mode)") }
                // SQLite creates the log at the first access.
                _ = try History.exists(in: db)
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw ResultsError.logGone(opened.files.path)
        }
        logger.notice("The store's log was removed; nothing was lost", metadata: ["path": "\(opened.files.path)"])
    }

    /// Continues with another database. Calls that still wait for the old database are finished there, and commit
    /// nothing.
    private func exchange(_ old: Database, for new: any DatabaseWriter) throws {
        try new.writeWithoutTransaction { db in
            _ = try History.exists(in: db)
            old.remove(transactionObserver: follower)
            db.add(transactionObserver: follower, extent: .observerLifetime)
            use(OpenedDatabase(new, db, schemas: schemas, clock: clock))
            follower.restart(db)
        }
        logger.notice("Another store replaced the one before", metadata: ["path": "\(new.path)"])
    }
}

// MARK: - Receipts

extension LiveStore {
    /// Runs one transaction, at most once for each receipt.
    ///
    /// - Parameters:
    ///   - receipt: A name of the action, unique among all actions; `nil` for an action that may run twice.
    ///   - isAlone: `true` for a transaction that no other write shares; see `write(alone:_:)`.
    ///   - updates: Makes the changes, in the transaction that also stores the receipt.
    /// - Returns: What `updates` returns.
    /// - Throws: `ResultsError.alreadyDone` when the receipt is stored already, `ResultsError.noReceipts` when the
    ///   table does not exist, and the errors of `write(alone:_:)`.
    @discardableResult
    public func write<T: Sendable>(
        receipt: String?, alone isAlone: Bool = false, _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        try await write(receipt: receipt, alone: isAlone, listener: WriteListener(), updates)
    }

    /// - Parameter listener: Is told about the end of the write.
    func write<T: Sendable>(
        receipt: String?, alone isAlone: Bool, listener: WriteListener,
        _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        if let upstream = options.upstream {
            return try await write(through: upstream, receipt: receipt, listener: listener, updates)
        }
        return try await write(here: isAlone, listener) { db in
            if let receipt { try Receipts.write(receipt, in: db) }
            return try updates(db)
        }
    }

    /// Returns whether a transaction with this receipt was committed.
    ///
    /// - Parameter receipt: The name of the action.
    /// - Throws: SQLite's error, also when the table of receipts does not exist; `UpstreamError` when the store has an
    ///   upstream that cannot be asked.
    /// - Complexity: O(1): the table has 10,000 rows at most.
    public func hasReceipt(_ receipt: String) async throws -> Bool {
        if let isDone = try await read({ db in try Receipts.isDone(receipt, in: db) }) { return isDone }
        return try await options.upstream?.hasReceipt(receipt) ?? false
    }

    /// Returns whether a transaction with this receipt was committed, and makes this answer final.
    ///
    /// If the store has an upstream that does not have the receipt, the upstream refuses all later writes with this
    /// receipt. So a person can be told that nothing was changed, even if another server is still sending the write.
    ///
    /// - Parameter receipt: The name of the action.
    /// - Throws: The errors of `hasReceipt(_:)`. A missing table of receipts is no error here, because without it no
    ///   action has a receipt.
    /// - Complexity: O(1).
    public func settle(receipt: String) async throws -> Bool {
        let look = { @Sendable (db: Database) in
            do { return try Receipts.isDone(receipt, in: db) } catch let error as DatabaseError
                where error.message == Receipts.noTable
            {
                return false
            }
        }
        guard let upstream = options.upstream else { return try await read(look) ?? false }
        // The replica may lack a write that was done. If it does not have the receipt or cannot be read, the upstream
        // answers.
        if let isDone = try? await read(look) { return isDone }
        return try await upstream.settle(receipt)
    }
}
