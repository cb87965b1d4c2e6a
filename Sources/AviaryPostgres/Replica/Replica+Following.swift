import AviaryResults
import Foundation
import GRDB
import Logging

extension Replica {
    /// Follows PostgreSQL until the task is cancelled. It reconnects after a lost connection. It makes a new copy
    /// when the feed cannot continue, or the file is damaged or missing. ``conditions`` reports these states.
    ///
    /// Call it in one task only.
    public func run() async {
        beginFollowing()
        let inspecting = Task { await inspectFile() }
        await withTaskCancellationHandler {
            var pauses = ReplicaPauses()
            while !isStopped {
                let start = ContinuousClock.now
                var isCopying = false
                do {
                    if let fault {
                        isCopying = true
                        try await copyAgain(because: fault)
                    } else {
                        try await Self.onThread { try self.follow() }
                    }
                } catch  where !isStopped {
                    if isCopying { note(error) } else if fault == nil { await handle(error) }
                } catch {}
                guard !isStopped else { break }
                try? await Task.sleep(for: pauses.next(after: start.duration(to: .now), isCopying: isCopying))
            }
            use(nil)
            set(.opened)
        } onCancel: {
            inspecting.cancel()
            stopFollowing()
        }
        inspecting.cancel()
        await inspecting.value
    }

    /// Starts a new copy if that helps. Otherwise reports why the replica does not follow.
    private func handle(_ error: any Error) async {
        // If the file was moved away and back, the store recovers without a new copy, so this is tried first.
        if error is ResultsError, (try? await store.catchUp()) != nil { return }
        if case FeedError.copyAgain(let reason) = error {
            report(fault: reason)
        } else if let reason = CopyFault.reason(of: error, isOfStep: true) {
            configuration.logger.warning("A step was not taken in", metadata: ["error": "\(error)"])
            report(fault: reason)
        } else if case ReplicaError.unstorable = error {
            report(fault: "a row does not fit beside those that it has")
        } else {
            note(error)
        }
    }

    /// Reports why the replica does not follow.
    private func note(_ error: any Error) {
        guard !isStopped else { return }
        let condition: ReplicaCondition
        if let error = error as? PostgresError, error.isConnectionLost {
            condition = .unreachable("\(error)")
        } else {
            condition = .failed(Self.sentence(about: error))
        }
        if condition != self.condition {
            configuration.logger.warning("The PostgreSQL database is not followed", metadata: ["error": "\(error)"])
        }
        set(condition)
    }

    /// The sentence that visitors read. It names no path, server or statement, because the node's logger writes
    /// them.
    private static func sentence(about error: any Error) -> String {
        switch error {
        case FeedError.notAllowed: "The role of this server lacks a right in PostgreSQL."
        case let error as FeedError: "\(error)"
        case ReplicaError.unwritable: "The disk of this server cannot be written: it is full, or failing."
        case ReplicaError.notAReplica: "Another store is in the place of this server's copy, and was not touched."
        case let error as ReplicaError: "\(error)"
        case let error as DatabaseError where error.isOfFullDisk: "The disk of this server is full."
        case is PostgresError: "PostgreSQL refuses what this server asks for; its log says why."
        default: "The log of this server says why."
        }
    }

    /// Checks periodically that the file is intact, even if no reader needs it.
    ///
    /// The file is read only if it was written to since the last check. Otherwise only a reader that meets a broken
    /// page finds the damage, and reports it.
    private func inspectFile() async {
        var inspection = Inspection()
        while !isStopped, !Task.isCancelled {
            await inspectFile(&inspection)
            try? await Task.sleep(for: configuration.inspection)
        }
    }

    /// What the inspections of the file know of each other.
    private struct Inspection {
        /// The file when it was last found whole or damaged.
        var known: FileMark?
        /// The file when it was last read, also if the reading failed.
        var last: FileMark?
        /// The time of the next reading.
        var next = ContinuousClock.now

        /// How many bytes are read in a second, on average. The file is read by a few hundredths of the time, even a
        /// large one. The pause does not depend on the time that a reading took, which is long on a busy machine.
        static let bytesPerSecond = 4_000_000.0
    }

    private func inspectFile(_ inspection: inout Inspection) async {
        if case .copying = condition { return }
        guard let mark = FileMark(path: file.url.path) else { return report(fault: "its file was removed") }
        guard mark != inspection.known, fault == nil else { return }
        let isOther = inspection.last.map(mark.isReplacedOrCut) ?? true
        let start = ContinuousClock.now
        guard isOther || start >= inspection.next else { return }
        let copies = copies
        let isWhole = try? await Self.onThread { [file] in try ReplicaFile(file).isWhole() }
        if isWhole == false, copies == self.copies { report(fault: "its file is damaged") }
        if isWhole != nil { inspection.known = mark }
        inspection.last = mark
        inspection.next = .now + .seconds(Double(mark.bytes) / Inspection.bytesPerSecond)
    }

    /// Runs blocking code on a thread of its own.
    private static func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Result { try body() }) }
            thread.name = "aviary.postgres"
            thread.start()
        }
    }

    // MARK: Steps

    /// Follows on one connection, until it is stopped or fails.
    private func follow() throws {
        let store = store
        let now = try {
            let connection = try connect(answerTimeout: .seconds(30))
            return try store.database.read { db in
                try UpstreamSchema.tables(configuration.tables, of: db, in: connection)
            }
        }()
        guard now == followed else { throw FeedError.copyAgain(Self.difference(followed, now)) }
        try store.database.writeWithoutTransaction { db in
            // Changes that a power cut removes are sent again, so the weaker mode is safe.
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
        }
        let feed = configuration.makeFeed(now)
        use(feed)
        defer { use(nil) }
        try feed.follow(from: position) {
            noteAnswer()
        } apply: { position, rows in
            noteApplying(true)
            defer { noteApplying(false) }
            try apply(position, rows)
        }
    }

    /// Describes the first difference, as a part of a sentence.
    private static func difference(_ old: [FeedTable], _ new: [FeedTable]) -> String {
        for (old, new) in zip(old, new) where old != new {
            guard old.name == new.name, old.oid == new.oid else { return "the table \(new.name) is another one" }
            let column = zip(old.columns, new.columns).first { $0 != $1 }?.1.name ?? new.columns.last?.name
            return "the column \(column ?? "") of the table \(new.name) was altered"
        }
        return "other tables are to be followed"
    }

    /// Commits one step.
    func apply(_ position: FeedPosition, _ rows: ((ReplicaSink) throws -> Void)?) throws {
        let tables = followed
        try store.database.writeWithoutTransaction { db in
            let isCascading =
                try rows != nil && db.configuration.foreignKeysEnabled && Self.hasForeignKeys(db)
            // The step contains all changed rows, including changes by cascades, so cascades must not run here.
            if isCascading { try db.execute(sql: "PRAGMA foreign_keys = OFF") }
            defer { if isCascading { try? db.execute(sql: "PRAGMA foreign_keys = ON") } }
            let sink = ReplicaSink(db, tables)
            try StoreGuard.allowing(db) {
                try db.inTransaction(.immediate) {
                    if let rows {
                        try rows(sink)
                        try sink.finish()
                    }
                    try ReplicaState.store(position, after: self.position, in: db)
                    return .commit
                }
            }
            note(position)
            guard rows != nil else { return }
            waiting.noteStep()
            if sink.touched.contains(tables.count - 1) {
                try waiting.noteReceipts(in: db)
                try noteLateArrival(in: db)
            }
        }
    }

    private static func hasForeignKeys(_ db: Database) throws -> Bool {
        let keys =
            "SELECT EXISTS (SELECT 1 FROM main.sqlite_master m, pragma_foreign_key_list(m.name) WHERE m.type = 'table')"
        return try Bool.fetchOne(db.cachedStatement(sql: keys)) ?? false
    }

    // MARK: Another copy

    /// Makes a new copy beside the file, and replaces the file by it.
    private func copyAgain(because reason: String) async throws {
        configuration.logger.notice("The PostgreSQL database is copied again", metadata: ["reason": "\(reason)"])
        set(.copying(reason: reason, rows: 0))
        let rows = try await Self.onThread { [self] in
            // Emptying the write-ahead log frees disk space for the copy.
            _ = try? store.database.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            let copy = ReplicaCopy(file: file, configuration: configuration) { [self] rows in
                set(.copying(reason: reason, rows: rows))
                if isStopped { throw CancellationError() }
            }
            defer { use(nil) }
            let rows = try copy.make { self.use($0) }
            guard case .replica(let state) = try ReplicaFile(file, path: copy.part).content() else {
                throw ReplicaError.unwritable(copy.part, "it cannot be read again")
            }
            try replace(with: copy, state)
            return rows
        }
        // The store finds another file at its path and opens it. Its live queries compare the rows.
        try await store.catchUp()
        endFault()
        try await Self.onThread { [self] in
            waiting.noteStep()
            try store.database.writeWithoutTransaction { db in try waiting.noteReceipts(in: db) }
        }
        configuration.logger.notice("The copy is complete", metadata: ["rows": "\(rows)"])
    }

    /// Replaces the file by the copy. Runs on the writer queue, so that no commit comes in between.
    ///
    /// The file's write-ahead log is emptied first. Otherwise, if this process ended now, the log would be beside
    /// the new file, and SQLite would replay it there. If the log cannot be emptied, the file is removed first, and
    /// then its log. If both are missing, the next start makes a copy.
    private func replace(with copy: ReplicaCopy, _ state: ReplicaState) throws {
        let database = store.database
        for attempt in 0... {
            let isDone = try database.writeWithoutTransaction { db in
                if case .foreign? = try? ReplicaFile(file).content() {
                    copy.discard()
                    throw ReplicaError.notAReplica(file.url.path)
                }
                let row = try? Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                if row.map({ ($0[0] as Int) != 0 }) ?? true {
                    // If a reader still uses the write-ahead log, the next attempt follows. The attempts take two
                    // seconds.
                    if row != nil, attempt < 20 { return false }
                    ReplicaFile(file).remove()
                }
                try copy.putInPlace()
                note(state)
                return true
            }
            if isDone { return }
            Thread.sleep(forTimeInterval: 0.1)
        }
    }
}

/// The pauses of a replica before new attempts.
struct ReplicaPauses {
    private var failures = 0

    /// - Parameters:
    ///   - duration: How long the last attempt lasted.
    ///   - isCopying: `true` when the attempt was to make a copy, which costs PostgreSQL more than a session.
    /// - Returns: 0.1 s at first. At most 3 s, or 20 s after an attempt to make a copy.
    mutating func next(after duration: Duration, isCopying: Bool) -> Duration {
        // A session that lasted so long has succeeded, so the pauses start again at the shortest.
        if !isCopying, duration > .seconds(10) { failures = 0 }
        failures = min(failures + 1, 9)
        return .milliseconds(min(50 << failures, isCopying ? 20_000 : 3_000))
    }
}
