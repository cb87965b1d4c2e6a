public import AviaryResults
import Foundation
import GRDB
import Logging
import Synchronization

/// A store that follows a PostgreSQL database: a SQLite file with a copy of some tables, and live queries like in
/// any store.
///
///     let replica = try Replica.open(file, configuration)
///     let colors = try await FetchedResults<Swatch>(.init(sort: [Column("createdAt").asc]), in: replica.store)
///     await replica.run()
///
/// Each step of the feed is one transaction of the file, together with the position. After a `kill -9` the file is
/// at the position that it names. After a power cut it may be at an earlier position, but it is intact.
///
/// When the feed cannot continue, or the file is damaged, full or missing, a new copy is made beside the file and
/// then replaces it. Live queries follow with one changeset each.
public final class Replica: FollowedCopy {
    /// The database and tables that the replica follows, and the name of its node.
    let configuration: ReplicaConfiguration
    let file: StoreFile
    let waiting = ReplicaWaiting()
    private let state: Mutex<State>
    private let lock: ReplicaLock

    private struct State {
        var store: LiveStore?
        var replica: ReplicaState
        var copies = 0
        var condition = ReplicaCondition.opened
        /// The receipt of a committed write that has not arrived in the file in time.
        var late: String?
        var listeners: [Int: AsyncStream<ReplicaCondition>.Continuation] = [:]
        var lastListener = 0
        var feed: LogFeed?
        /// The reason for a new copy.
        var fault: String?
        /// The time of PostgreSQL's last answer to the feed; `nil` while no feed asks PostgreSQL.
        var heard: ContinuousClock.Instant?
        /// `true` while a step is written, which may take minutes.
        var isApplying = false
        var isStopped = false

        /// The condition that is reported to others.
        var reported: ReplicaCondition { condition == .following && late != nil ? .behind : condition }
    }

    /// Opens the file. If it is missing or damaged, or does not have the app's present schema, it is copied first.
    /// Copying blocks until all rows have arrived.
    ///
    /// - Parameters:
    ///   - file: The file of the store, with the app's migrations.
    ///   - configuration: The database and tables to follow. A file with a copy of other tables is copied again.
    ///   - upstream: Makes the object that decides the store's writes. Without it the followed tables cannot be
    ///     written.
    /// - Throws: `PostgresError` when a copy is needed and PostgreSQL cannot be reached, `FeedError`,
    ///   `ReplicaError`, `StoreError`, and the errors of `upstream`.
    public static func open(
        _ file: StoreFile, _ configuration: ReplicaConfiguration,
        upstream: (Replica) throws -> UpstreamWriter? = { _ in nil }
    ) throws -> Replica {
        var file = file
        StoreGuard.addFunction(to: &file.configuration)
        let lock = try ReplicaLock(for: file.url)
        if try isUsable(file, configuration) {
            do { return try Replica(file, configuration, lock, upstream) } catch
                where CopyFault.reason(of: error, isOfStep: true) != nil
            {
                configuration.logger.warning("The copy cannot be opened", metadata: ["error": "\(error)"])
            }
        }
        try copyAnew(file, configuration)
        return try Replica(file, configuration, lock, upstream)
    }

    private init(
        _ file: StoreFile, _ configuration: ReplicaConfiguration, _ lock: ReplicaLock,
        _ upstream: (Replica) throws -> UpstreamWriter?
    ) throws {
        guard case .replica(let found) = try ReplicaFile(file).content() else {
            throw StoreError.damaged(file.url.path)
        }
        self.file = file
        self.configuration = configuration
        self.lock = lock
        state = Mutex(State(replica: found))
        var file = file
        file.options.upstream = try upstream(self)
        let store = try file.open()
        state.withLock { $0.store = store }
    }

    // MARK: What it is

    /// The store. It stays the same when a new copy takes the place of its file.
    public var store: LiveStore {
        guard let store = state.withLock({ $0.store }) else {
            preconditionFailure("The store of a replica is used before Replica.open has returned")
        }
        return store
    }

    /// The tables that the file has copied, without the table of receipts.
    public var tables: [FeedTable] { followed.filter { $0.name != UpstreamSchema.receipts } }

    /// All tables that the file has copied. The last one is the table of receipts.
    var followed: [FeedTable] { state.withLock { $0.replica.tables } }

    /// How often a new copy has replaced the file since it was opened.
    public var copies: Int { state.withLock { $0.copies } }

    /// The position of the last step that was stored.
    var position: FeedPosition { state.withLock { $0.replica.position } }

    /// Opens another connection to the same database.
    ///
    /// - Parameters:
    ///   - statementTimeout: How long the server may work on one statement.
    ///   - answerTimeout: How long to wait for an answer. After this time the connection counts as lost.
    /// - Throws: `PostgresError`.
    func connect(
        statementTimeout: Duration? = nil, answerTimeout: Duration? = nil
    ) throws -> PostgresConnection {
        var options = PostgresConnection.Options()
        options.statementTimeout = statementTimeout
        options.answerTimeout = answerTimeout
        return try PostgresConnection(configuration.url, options: options)
    }

    // MARK: What it does

    /// The present state of the replica.
    public var condition: ReplicaCondition { state.withLock { $0.reported } }

    /// The present state of the replica, and each change. A slow reader gets only the newest state.
    public var conditions: AsyncStream<ReplicaCondition> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ReplicaCondition.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            continuation.yield(state.reported)
            return state.lastListener
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    /// How long PostgreSQL has not answered the feed. It is zero while a step is written, and while no feed asks
    /// PostgreSQL.
    public var silence: Duration {
        state.withLock { state in
            state.isApplying ? .zero : state.heard.map { $0.duration(to: .now) } ?? .zero
        }
    }

    /// Records an answer of PostgreSQL to the feed.
    func noteAnswer() {
        change { state in
            state.heard = .now
            state.condition = .following
        }
    }

    func noteApplying(_ isApplying: Bool) {
        state.withLock { state in
            state.isApplying = isApplying
            state.heard = .now
        }
    }

    func set(_ condition: ReplicaCondition) { change { $0.condition = condition } }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            let before = state.reported
            body(&state)
            guard state.reported != before else { return }
            for listener in state.listeners.values { listener.yield(state.reported) }
        }
    }

    // MARK: Writes that come late

    package func note(arrivalOf receipt: String, isLate: Bool, since copy: Int) async {
        change { state in
            if !isLate { state.late = nil } else if state.copies == copy { state.late = receipt }
        }
        guard isLate else { return }
        // The write may have arrived just now.
        let hasCome = try? await store.read { db in try ReplicaWaiting.has(receipt, db) }
        if hasCome == true { noteArrival(of: receipt) }
    }

    private func noteArrival(of receipt: String) {
        change { if $0.late == receipt { $0.late = nil } }
    }

    /// Checks whether the late write has arrived. Called on the writer queue, after a commit.
    func noteLateArrival(in db: Database) throws {
        guard let late = state.withLock({ $0.late }), try ReplicaWaiting.has(late, db) else { return }
        noteArrival(of: late)
    }

    /// Sets the feed that `stopFollowing` and `hurry` reach; `nil` when there is none.
    func use(_ feed: LogFeed?) {
        let isStopped = state.withLock { state in
            state.feed = feed
            state.heard = nil
            return state.isStopped
        }
        if isStopped { feed?.stop() }
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// The reason for a new copy; `nil` when none is needed.
    var fault: String? { state.withLock { $0.fault } }

    /// Requests a new copy, for this reason.
    func report(fault: String) {
        let feed = state.withLock { state -> LogFeed? in
            // After the first fault, the present feed may belong to a new copy, which must not stop.
            guard state.fault == nil else { return nil }
            state.fault = fault
            return state.feed
        }
        feed?.stop()
    }

    /// Called when the new copy has replaced the file and is open.
    func endFault() { state.withLock { $0.fault = nil } }

    /// Requests a new copy if the error proves that the file is damaged or gone.
    func note(failure: any Error) {
        if let reason = CopyFault.reason(of: failure) { report(fault: reason) }
    }

    func beginFollowing() { state.withLock { $0.isStopped = false } }

    func stopFollowing() {
        let feed = state.withLock { state in
            state.isStopped = true
            return state.feed
        }
        feed?.stop()
    }

    /// Makes the feed look for new commits at once.
    func hurry() { state.withLock { $0.feed }?.hurry() }

    func note(_ position: FeedPosition) { state.withLock { $0.replica.position = position } }
    /// Records that a new copy has replaced the file. This ends all waiting for late writes. The new copy has such a
    /// write or gets it with its first steps, unless the write was lost with its server.
    func note(_ replica: ReplicaState) {
        change { state in
            state.replica = replica
            state.copies += 1
            state.late = nil
        }
    }
}

// MARK: - The file

extension Replica {
    /// Returns whether there is a file that can be followed without a new copy.
    ///
    /// - Throws: `ReplicaError.notAReplica` for a store that was not made by a replica.
    private static func isUsable(_ file: StoreFile, _ configuration: ReplicaConfiguration) throws -> Bool {
        switch try ReplicaFile(file).content() {
        case .nothing, .damaged: return false
        case .foreign: throw ReplicaError.notAReplica(file.url.path)
        case .replica(let found):
            let names = configuration.tables.filter { $0 != UpstreamSchema.receipts } + [UpstreamSchema.receipts]
            // A file without all migrations needs a new copy, because migrations could change rows that belong to
            // PostgreSQL.
            let isMigrated = try? DatabaseQueue(path: file.url.path, configuration: file.configuration)
                .read { try file.migrator.hasCompletedMigrations($0) }
            return isMigrated == true && found.tables.map(\.name) == names
        }
    }

    private static func copyAnew(_ file: StoreFile, _ configuration: ReplicaConfiguration) throws {
        configuration.logger.notice("The PostgreSQL database is copied", metadata: ["to": "\(file.url.path)"])
        let copy = ReplicaCopy(file: file, configuration: configuration, progress: { _ in })
        var rows = 0
        do { rows = try copy.make { _ in } } catch let error as DatabaseError where error.isOfFullDisk {
            // If the disk is full, the old file is removed first. PostgreSQL can be reached, and the old file has
            // no readers yet.
            ReplicaFile(file).remove()
            rows = try copy.make { _ in }
        }
        ReplicaFile(file).remove()
        try copy.putInPlace()
        configuration.logger.notice("The copy is complete", metadata: ["rows": "\(rows)"])
    }
}

extension DatabaseError {
    /// `true` when the disk is full, or SQLite could not write to it.
    var isOfFullDisk: Bool {
        resultCode == .SQLITE_FULL
            || [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_SHMSIZE].contains(extendedResultCode)
    }
}

extension UpstreamWriter {
    /// Creates a writer for a replica. The writer connects at the first write.
    ///
    /// - Parameters:
    ///   - url: The address of the server that may be written to.
    ///   - copy: The replica that this node writes for.
    ///   - options: Connections, deadlines and receipts.
    public convenience init(_ url: String, copy: Replica, options: Options = Options()) {
        self.init(url, copy: copy as any FollowedCopy, options: options)
    }
}
