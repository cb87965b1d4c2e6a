#if Postgres
    public import AviaryResults
    import Foundation
    public import GRDB
    import Synchronization

    /// Does the writes of a store in PostgreSQL, which its file follows.
    ///
    ///     var options = LiveStore.Options()
    ///     options.upstream = UpstreamWriter(url, copy: replica)
    ///
    /// A write is one transaction: its receipt, and its changes, each provided that the row is as it was in the store's
    /// file. So what a write saw of the rows that it changes is still so when it is committed. Rows that it only read
    /// may be other ones by then: this is snapshot isolation, with write skew.
    ///
    /// When the connection is lost during the COMMIT, the transaction is sent again with the same receipt, which is
    /// unique: either it was committed, and the receipt says so, or it is committed now.
    ///
    /// Several connections send writes at once. PostgreSQL puts their commits into one fsync. Writes of very many rows
    /// have a connection of their own, on which an answer may take minutes.
    public final class UpstreamWriter: StoreUpstream {
        /// How many connections there are, and how long they are waited for.
        public struct Options: Sendable {
            /// How many writes are under way at once.
            public var connections = 4
            /// How long a write waits for a server that does not answer. Then it fails, and nothing is changed.
            public var patience: Duration = .seconds(5)
            /// How long it is tried to find out what became of a COMMIT.
            public var certainty: Duration = .seconds(15)
            /// How long a write that is committed waits for the store's file to follow. Then it returns without, and
            /// the copy says that it is behind; see `ReplicaCondition.behind`.
            public var arrival: Duration = .seconds(10)
            /// How many receipts are kept, counted by their numbers.
            public var receipts: Int64 = 100_000

            /// The options with the default values of the properties.
            public init() {}
        }

        private let copy: any FollowedCopy
        private let options: Options
        private let connections: WriterConnections
        private let large: WriterConnections
        /// A write of so many rows is a large one.
        private static let largeCount = 10_000
        private let ids = IdRanges()
        private let commits = Atomic(0)

        /// A writer for a copy. It connects when there is something to write.
        ///
        /// - Parameters:
        ///   - url: The address of the server that may be written to.
        ///   - copy: The replica that this node writes for.
        ///   - options: Connections, deadlines and receipts.
        public init(_ url: String, copy: any FollowedCopy, options: Options = Options()) {
            self.copy = copy
            self.options = options
            var connection = PostgresConnection.Options()
            connection.application = "aviary writer"
            connection.connectTimeout = 3
            connection.statementTimeout = options.patience
            connection.patience = options.patience + .seconds(1)
            connections = WriterConnections(url, count: options.connections, options: connection)
            connection.statementTimeout = nil
            connection.patience = .seconds(600)
            large = WriterConnections(url, count: 1, options: connection)
        }

        // MARK: StoreUpstream

        /// Runs the closure in a transaction of the replica, with new ids from the ranges that this node has reserved.
        public func rehearse(_ db: Database, _ run: () throws -> [RowChange]) throws -> [RowChange] {
            try StoreGuard.allowing(db) { try ids.rehearse(db, copy: copy.copies, run) }
        }

        /// Reserves the ranges of ids that the rehearsed write lacked.
        public func prepare() async throws {
            try await ids.reserve { [copy, connections, patience = options.patience] name, taken, count in
                guard let table = copy.tables.first(where: { $0.name.lowercased() == name.lowercased() }) else {
                    return nil
                }
                let reservation = IdReservation(table: table, taken: taken, count: count)
                return try await connections.run(patience: patience) { try reservation.run($0) }
            }
        }

        /// Commits the changes of a write in PostgreSQL with a receipt, and waits until the replica has them.
        public func commit(_ writes: WriteSet) async throws -> UpstreamAnswer {
            try Task.checkCancellation()
            // A receipt of its own says what became of a write, and when the file has it.
            let receipt = writes.receipt ?? "aviary/\(UUID().uuidString)"
            guard !receipt.utf8.contains(0) else {
                throw UpstreamError.refused(reason: "the receipt has the character NUL")
            }
            let upload = Upload(receipt: receipt, chunks: try WriteChunk.all(writes.changes, in: copy.tables))
            let copies = copy.copies
            // Once it is sent, it ends by itself, whatever becomes of the task.
            let answer = try await Task { [self] in try await send(upload) }.value
            switch answer {
            case .done, .alreadyDone:
                await waitForArrival(of: receipt, since: copies)
                trimReceipts()
            case .givenUp: break
            // Whoever was faster is not in the file yet.
            case .conflict: copy.hurry()
            }
            return answer
        }

        /// Asks PostgreSQL whether a write with this receipt is committed. It throws while the write is under way still.
        public func hasReceipt(_ receipt: String) async throws -> Bool {
            guard !receipt.utf8.contains(0) else { return false }
            return try await connections.run(patience: shortPatience) { try Upload.hasSettled(receipt, $0) }
        }

        /// Asks PostgreSQL the same, and has it refuse the write from now on if it is not committed.
        public func settle(_ receipt: String) async throws -> Bool {
            guard !receipt.utf8.contains(0) else { return false }
            let copies = copy.copies
            let isDone = try await connections.run(patience: shortPatience) { try Upload.settle(receipt, $0) }
            if isDone { await waitForArrival(of: receipt, since: copies) }
            return isDone
        }

        /// Asked after an action that failed, for which somebody has waited already.
        private var shortPatience: Duration { min(options.patience, .milliseconds(300)) }

        /// Waits until the copy has a write. Done is done, also when the copy does not follow now.
        private func waitForArrival(of receipt: String, since copies: Int) async {
            guard let hasCome = try? await copy.wait(forReceipt: receipt, timeout: options.arrival) else { return }
            await copy.note(arrivalOf: receipt, isLate: !hasCome, since: copies)
        }

        /// Tells the replica of an error, which makes a new copy if its file is of no use.
        public func note(failure: any Error) { copy.note(failure: failure) }

        // MARK: Sending

        /// Sends a write until it is known what became of it.
        private func send(_ upload: Upload) async throws -> UpstreamAnswer {
            let connections = upload.count < Self.largeCount ? self.connections : large
            let start = ContinuousClock.now
            var pause = Duration.milliseconds(20)
            var isUnknown = false
            while true {
                let reason: String
                do {
                    switch try await connections.run({ connection in try upload.run(connection) }) {
                    case .committed: return .done
                    case .hasReceipt: return isUnknown ? .done : .alreadyDone
                    case .givenUp: return .givenUp
                    case .conflict(let reason): return .conflict(reason: reason)
                    }
                } catch let lost as Upload.Lost {
                    isUnknown = isUnknown || lost.mayBeCommitted
                    reason = lost.error.reason
                } catch let error as UpstreamError {
                    // The transaction whose outcome is not known may hold its receipt still.
                    guard isUnknown, case .contested = error else { throw error }
                    reason = "the server is busy"
                }
                guard start.duration(to: .now) < (isUnknown ? options.certainty : options.patience) else {
                    throw isUnknown
                        ? UpstreamError.unknownOutcome(reason: reason) : UpstreamError.unreachable(reason: reason)
                }
                try await Task.sleep(for: pause)
                pause = min(pause * 2, .milliseconds(500))
            }
        }

        /// Deletes the oldest receipts, once in a while.
        private func trimReceipts() {
            guard commits.add(1, ordering: .relaxed).newValue % 500 == 0 else { return }
            let deletion = """
                DELETE FROM "aviaryReceipt" WHERE seq <= (SELECT max(seq) FROM "aviaryReceipt") - \(options.receipts)
                """
            Task { [connections] in
                _ = try? await connections.run { connection in
                    do { _ = try connection.execute(deletion) } catch let error as PostgresError
                        where error.endsConnection
                    {
                        throw Upload.Lost(error: error, mayBeCommitted: false)
                    }
                }
            }
        }
    }
#endif
