public import AviaryResults
import Foundation
package import GRDB
import Synchronization

/// Does the writes of a store in PostgreSQL, while the store's file follows.
///
///     let replica = try Replica.open(file, configuration) { UpstreamWriter(url, copy: $0) }
///
/// A write is one transaction with its receipt and its changes. Each change requires that the row still has the
/// values of the store's file. So the rows that a write changes are current when the write is committed. Rows that
/// the write only read may have changed. This is snapshot isolation, which allows write skew.
///
/// When the connection is lost during the COMMIT, the transaction is sent again with the same receipt. The receipt
/// is unique, so the transaction is committed only once.
///
/// Several connections send writes at once. PostgreSQL combines their commits in one fsync. Writes of very many
/// rows have a separate connection, on which an answer may take minutes.
public final class UpstreamWriter: StoreUpstream {
    /// The number of connections, and timeouts.
    public struct Options: Sendable {
        /// How many writes are under way at once.
        public var connections = 4
        /// How long a write waits for a server that does not answer. After this time the write fails without any
        /// change. Once the COMMIT was sent, `certainty` counts instead.
        public var writeTimeout: Duration = .seconds(5)
        /// How long the writer tries to find out the outcome of a COMMIT.
        public var certainty: Duration = .seconds(15)
        /// How long a committed write waits until the store's file has it. After this time the write returns
        /// anyway, and the copy reports that it is behind; see `ReplicaCondition.behind`.
        public var arrival: Duration = .seconds(10)
        /// How many of the newest receipts are kept. Gaps in their numbers count, too.
        public var receipts: Int64 = 100_000

        /// The options with the default values of the properties.
        public init() {}
    }

    private let copy: any FollowedCopy
    private let options: Options
    private let connections: WriterConnections
    private let large: WriterConnections
    /// A write with at least this number of rows is a large one.
    private static let largeCount = 10_000
    private let ids = IdRanges()
    private let commits = Atomic(0)

    init(_ url: String, copy: any FollowedCopy, options: Options) {
        self.copy = copy
        self.options = options
        var connection = PostgresConnection.Options()
        connection.application = "aviary writer"
        connection.connectTimeout = 3
        connection.statementTimeout = options.writeTimeout
        connection.answerTimeout = options.writeTimeout + .seconds(1)
        connections = WriterConnections(url, count: options.connections, options: connection)
        connection.statementTimeout = nil
        connection.answerTimeout = .seconds(600)
        large = WriterConnections(url, count: 1, options: connection)
    }

    // MARK: StoreUpstream

    /// Runs a write on the replica's file, with new ids from the ranges that this node has reserved. The caller
    /// rolls the write back.
    ///
    /// - Returns: The changes that `run` has returned.
    /// - Throws: The errors of `run`; `UpstreamUnprepared` when `prepare()` has to reserve ids first.
    package func rehearse(_ db: Database, _ run: () throws -> [RowChange]) throws -> [RowChange] {
        try StoreGuard.allowing(db) { try ids.rehearse(db, copy: copy.copies, run) }
    }

    /// Reserves the ranges of ids that the rehearsed write needs.
    ///
    /// - Throws: `UpstreamError` when PostgreSQL cannot be reached, or refuses the ids.
    package func prepare() async throws {
        try await ids.reserve { [copy, connections, timeout = options.writeTimeout] name, taken, count in
            guard let table = copy.tables.first(where: { $0.name.lowercased() == name.lowercased() }) else {
                return nil
            }
            let reservation = IdReservation(table: table, taken: taken, count: count)
            return try await connections.run(timeout: timeout) { try reservation.run($0) }
        }
    }

    /// Commits the changes of a write in PostgreSQL with a receipt, and waits until the replica has them.
    ///
    /// - Returns: The outcome of the write.
    /// - Throws: `UpstreamError` when PostgreSQL refuses the changes, cannot be reached, or leaves the outcome
    ///   unknown. `CancellationError` if the task is cancelled before the write is sent.
    package func commit(_ writes: WriteSet) async throws -> UpstreamAnswer {
        try Task.checkCancellation()
        // Every write has a receipt. It tells the outcome of the write, and when the file has the write.
        let receipt = writes.receipt ?? "aviary/\(UUID().uuidString)"
        guard !receipt.utf8.contains(0) else {
            throw UpstreamError.refused(reason: "the receipt has the character NUL")
        }
        let upload = Upload(receipt: receipt, chunks: try WriteChunk.all(writes.changes, in: copy.tables))
        let copies = copy.copies
        // Once sent, the write continues even if the task is cancelled.
        let answer = try await Task { [self] in try await send(upload) }.value
        switch answer {
        case .done, .alreadyDone:
            await waitForArrival(of: receipt, since: copies)
            trimReceipts()
        case .givenUp: break
        // The changes that caused a conflict are not in the file yet, so the copy looks for them at once.
        case .conflict: copy.hurry()
        }
        return answer
    }

    /// Asks PostgreSQL whether a write with this receipt is committed.
    ///
    /// - Returns: `true` if the write is committed.
    /// - Throws: `UpstreamError`, for example while the write is still under way.
    package func hasReceipt(_ receipt: String) async throws -> Bool {
        guard !receipt.utf8.contains(0) else { return false }
        return try await connections.run(timeout: shortTimeout) { try Upload.hasSettled(receipt, $0) }
    }

    /// Asks PostgreSQL whether a write with this receipt is committed. If the write is not committed, PostgreSQL
    /// refuses it from now on.
    ///
    /// - Returns: `true` if the write is committed.
    /// - Throws: `UpstreamError`, for example while the write is still under way.
    package func settle(_ receipt: String) async throws -> Bool {
        guard !receipt.utf8.contains(0) else { return false }
        let copies = copy.copies
        let isDone = try await connections.run(timeout: shortTimeout) { try Upload.settle(receipt, $0) }
        if isDone { await waitForArrival(of: receipt, since: copies) }
        return isDone
    }

    /// The time limit after a failed action. It is short, because the caller of the action has waited already.
    private var shortTimeout: Duration { min(options.writeTimeout, .milliseconds(300)) }

    /// Waits until the copy has a write. The write is done even if the copy does not follow now.
    private func waitForArrival(of receipt: String, since copies: Int) async {
        guard let hasCome = try? await copy.wait(forReceipt: receipt, timeout: options.arrival) else { return }
        await copy.note(arrivalOf: receipt, isLate: !hasCome, since: copies)
    }

    /// Tells the replica about an error, so that it makes a new copy if its file is useless.
    package func note(failure: any Error) { copy.note(failure: failure) }

    // MARK: Sending

    /// Sends a write until its outcome is known.
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
                // The transaction with the unknown outcome may still be under way with its receipt, so the loop
                // goes on.
                guard isUnknown, case .contested = error else { throw error }
                reason = "the server is busy"
            }
            guard start.duration(to: .now) < (isUnknown ? options.certainty : options.writeTimeout) else {
                throw isUnknown
                    ? UpstreamError.unknownOutcome(reason: reason) : UpstreamError.unreachable(reason: reason)
            }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(500))
        }
    }

    /// Deletes the oldest receipts, every 500 commits.
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
