#if Postgres
    public import AviaryResults
    import Foundation
    import GRDB
    import Logging
    import Synchronization

    /// A store that follows a PostgreSQL database: a SQLite file with a copy of some tables, and the live queries of any
    /// store.
    ///
    ///     let replica = try Replica.open(file, configuration)
    ///     let colors = try await FetchedResults<Swatch>(.init(sort: [Column("createdAt").asc]), in: replica.store)
    ///     await replica.run()
    ///
    /// Each step of the feed is one transaction of the file, with the position. After a `kill -9` the file is at the
    /// position that it names. After a power cut it may be at an earlier one, and is whole.
    ///
    /// When the feed cannot go on, or the file is damaged, full or gone, a new copy is made beside the file and put in its
    /// place. Live queries follow it with one changeset each.
    public final class Replica: FollowedCopy {
        /// What it follows, and how.
        public let configuration: ReplicaConfiguration
        let file: StoreFile
        let waiting = ReplicaWaiting()
        private let state: Mutex<State>
        private let lock: ReplicaLock

        private struct State {
            var store: LiveStore?
            var replica: ReplicaState
            var copies = 0
            var condition = ReplicaCondition.opened
            /// The receipt of a write that is committed and has not come in time.
            var late: String?
            var listeners: [Int: AsyncStream<ReplicaCondition>.Continuation] = [:]
            var lastListener = 0
            var feed: LogFeed?
            /// Why a new copy is needed.
            var fault: String?
            /// When the feed has heard from PostgreSQL last; `nil` while it is not asked.
            var heard: ContinuousClock.Instant?
            /// Whether a step is being written, which may take minutes.
            var isApplying = false
            var isStopped = false

            /// The condition, as others hear of it.
            var told: ReplicaCondition { condition == .following && late != nil ? .behind : condition }
        }

        /// Opens the file. When it is not there, is damaged, or is not of the app's present schema, it is copied first;
        /// that blocks until all rows are there.
        ///
        /// - Parameters:
        ///   - file: The file of the store, with the app's migrations.
        ///   - configuration: What it follows. The names of its tables have to be those that the file was copied with.
        ///   - upstream: Makes what decides the store's writes. Without it the followed tables cannot be written.
        /// - Throws: `PostgresError` when a copy is needed and PostgreSQL cannot be reached, `FeedError`, `ReplicaError`
        ///   and `StoreError`.
        public static func open(
            _ file: StoreFile, _ configuration: ReplicaConfiguration,
            upstream: (Replica) throws -> (any StoreUpstream)? = { _ in nil }
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
            _ upstream: (Replica) throws -> (any StoreUpstream)?
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

        /// The tables that the file has copied, that of receipts apart.
        public var tables: [FeedTable] { followed.filter { $0.name != UpstreamSchema.receipts } }

        /// All tables that the file has copied. The last one is that of receipts.
        var followed: [FeedTable] { state.withLock { $0.replica.tables } }

        /// A table that the file has copied.
        public func table(named name: String) -> FeedTable? { tables.first { $0.name == name } }

        /// How often a new copy has taken the place of the file since it was opened.
        public var copies: Int { state.withLock { $0.copies } }

        /// The position of the last step that was stored.
        var position: FeedPosition { state.withLock { $0.replica.position } }

        /// Another connection to the same database.
        public func connect(
            statementTimeout: Duration? = nil, patience: Duration? = nil
        ) throws -> PostgresConnection {
            var options = PostgresConnection.Options()
            options.statementTimeout = statementTimeout
            options.patience = patience
            return try PostgresConnection(configuration.url, options: options)
        }

        // MARK: What it does

        /// What it does at present.
        public var condition: ReplicaCondition { state.withLock { $0.told } }

        /// What it does at present, and each change of that. Who reads slowly gets the newest only.
        public var conditions: AsyncStream<ReplicaCondition> {
            let (stream, continuation) = AsyncStream.makeStream(
                of: ReplicaCondition.self, bufferingPolicy: .bufferingNewest(1))
            let number = state.withLock { state in
                state.lastListener += 1
                state.listeners[state.lastListener] = continuation
                continuation.yield(state.told)
                return state.lastListener
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
            }
            return stream
        }

        /// How long PostgreSQL has not answered the feed that follows it. It is short also while a long step is written, and
        /// zero while nothing is asked.
        public var silence: Duration {
            state.withLock { state in
                state.isApplying ? .zero : state.heard.map { $0.duration(to: .now) } ?? .zero
            }
        }

        /// PostgreSQL has answered the feed.
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
                let before = state.told
                body(&state)
                guard state.told != before else { return }
                for listener in state.listeners.values { listener.yield(state.told) }
            }
        }

        // MARK: Writes that come late

        public func note(arrivalOf receipt: String, isLate: Bool, since copy: Int) async {
            change { state in
                if !isLate { state.late = nil } else if state.copies == copy { state.late = receipt }
            }
            guard isLate else { return }
            // It may have come just now.
            let hasCome = try? await store.read { db in try ReplicaWaiting.has(receipt, db) }
            if hasCome == true { noteArrival(of: receipt) }
        }

        private func noteArrival(of receipt: String) {
            change { if $0.late == receipt { $0.late = nil } }
        }

        /// Looks whether the write that is late has come. Called on the writer queue, after a commit.
        func noteLateArrival(in db: Database) throws {
            guard let late = state.withLock({ $0.late }), try ReplicaWaiting.has(late, db) else { return }
            noteArrival(of: late)
        }

        /// The feed that is used now: the one to stop, or to hurry.
        func use(_ feed: LogFeed?) {
            let isStopped = state.withLock { state in
                state.feed = feed
                state.heard = nil
                return state.isStopped
            }
            if isStopped { feed?.stop() }
        }

        var isStopped: Bool { state.withLock { $0.isStopped } }

        /// Why a new copy is needed; `nil` when none is.
        var fault: String? { state.withLock { $0.fault } }

        /// Has a new copy made, for this reason.
        func report(fault: String) {
            let feed = state.withLock { state -> LogFeed? in
                // Not the feed of a copy that is being made.
                guard state.fault == nil else { return nil }
                state.fault = fault
                return state.feed
            }
            feed?.stop()
        }

        /// The new copy is in its place, and open.
        func endFault() { state.withLock { $0.fault = nil } }

        /// Has a new copy made if the error is one of the file.
        public func note(failure: any Error) {
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

        /// Looks for new commits at once, if it would wait otherwise.
        public func hurry() { state.withLock { $0.feed }?.hurry() }

        func note(_ position: FeedPosition) { state.withLock { $0.replica.position = position } }
        /// A new copy has taken the place of the file. A write that was late is in it, or comes with its first steps, or is
        /// lost with the server that had it, so it is not waited for any more.
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
        /// Whether there is a file that can be followed as it is.
        ///
        /// - Throws: `ReplicaError.notAReplica` for a store that somebody has made otherwise.
        private static func isUsable(_ file: StoreFile, _ configuration: ReplicaConfiguration) throws -> Bool {
            switch try ReplicaFile(file).content() {
            case .nothing, .damaged: return false
            case .foreign: throw ReplicaError.notAReplica(file.url.path)
            case .replica(let found):
                let names = configuration.tables.filter { $0 != UpstreamSchema.receipts } + [UpstreamSchema.receipts]
                // Migrations would change rows that PostgreSQL decides about.
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
                // PostgreSQL is there, and nobody reads the old file.
                ReplicaFile(file).remove()
                rows = try copy.make { _ in }
            }
            ReplicaFile(file).remove()
            try copy.putInPlace()
            configuration.logger.notice("The copy is complete", metadata: ["rows": "\(rows)"])
        }
    }

    extension DatabaseError {
        /// Whether there is no room on the disk.
        var isOfFullDisk: Bool {
            resultCode == .SQLITE_FULL
                || [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_SHMSIZE].contains(extendedResultCode)
        }
    }
#endif
