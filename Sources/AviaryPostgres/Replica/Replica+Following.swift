#if Postgres
    import AviaryResults
    import Foundation
    import GRDB
    import Logging

    extension Replica {
        /// Follows PostgreSQL until the task is cancelled. It connects again when a connection was lost, and copies again
        /// when the feed cannot go on; ``conditions`` tells.
        ///
        /// One task runs it.
        public func run() async {
            beginFollowing()
            await withTaskCancellationHandler {
                var failures = 0
                while !isStopped {
                    do {
                        try await Self.onThread { try self.follow() }
                    } catch FeedError.copyAgain(let reason) where !isStopped {
                        if condition.isFollowing { failures = 0 }
                        do { try await copyAgain(because: reason) } catch { note(error) }
                    } catch {
                        if condition.isFollowing { failures = 0 }
                        note(error)
                    }
                    guard !isStopped else { break }
                    failures += 1
                    // 0.1 s at first, 3 s at last.
                    try? await Task.sleep(for: .milliseconds(min(50 << min(failures, 6), 3_000)))
                }
                use(nil)
                set(.opened)
            } onCancel: {
                stopFollowing()
            }
        }

        /// Tells why it does not follow.
        private func note(_ error: any Error) {
            guard !isStopped else { return }
            let condition: ReplicaCondition
            if let error = error as? PostgresError, error.isConnectionLost {
                condition = .unreachable("\(error)")
            } else {
                condition = .failed("\(error)")
            }
            if condition != self.condition {
                configuration.logger.warning("The PostgreSQL database is not followed", metadata: ["error": "\(error)"])
            }
            set(condition)
        }

        /// Runs what blocks on a thread of its own.
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
                let connection = try connect(patience: .seconds(30))
                return try store.database.read { db in
                    try UpstreamSchema.tables(configuration.tables, of: db, in: connection)
                }
            }()
            guard now == followed else { throw FeedError.copyAgain(Self.difference(followed, now)) }
            try store.database.writeWithoutTransaction { db in
                // What a power cut takes away comes again.
                try db.execute(sql: "PRAGMA synchronous = NORMAL")
            }
            let feed = try configuration.makeFeed(now)
            use(feed)
            defer { use(nil) }
            set(.following)
            try feed.follow(from: position) { position, rows in try self.apply(position, rows) }
        }

        /// Names the first difference.
        private static func difference(_ old: [FeedTable], _ new: [FeedTable]) -> String {
            for (old, new) in zip(old, new) where old != new {
                guard old.name == new.name, old.oid == new.oid else { return "the table \(new.name) is another one" }
                let column = zip(old.columns, new.columns).first { $0 != $1 }?.1.name ?? new.columns.last?.name
                return "the column \(column ?? "") of the table \(new.name) was altered"
            }
            return "other tables are to be followed"
        }

        /// Commits one step.
        func apply(_ position: FeedPosition, _ rows: ((any FeedSink) throws -> Void)?) throws {
            let tables = followed
            try store.database.writeWithoutTransaction { db in
                let isCascading =
                    try rows != nil && db.configuration.foreignKeysEnabled && Self.hasForeignKeys(db)
                // All rows come, those that cascades have changed with them.
                if isCascading { try db.execute(sql: "PRAGMA foreign_keys = OFF") }
                defer { if isCascading { try? db.execute(sql: "PRAGMA foreign_keys = ON") } }
                let sink = ReplicaSink(db, tables)
                try StoreGuard.allowing(db) {
                    try db.inTransaction(.immediate) {
                        if let rows {
                            try rows(sink)
                            try sink.finish()
                        }
                        try ReplicaState.store(position, in: db)
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

        /// Makes a new copy beside the file, and puts it in the file's place.
        private func copyAgain(because reason: String) async throws {
            configuration.logger.notice("The PostgreSQL database is copied again", metadata: ["reason": "\(reason)"])
            set(.copying(reason: reason, rows: 0))
            let rows = try await Self.onThread { [self] in
                let copy = ReplicaCopy(file: file, configuration: configuration) { [self] rows in
                    set(.copying(reason: reason, rows: rows))
                    if isStopped { throw CancellationError() }
                }
                defer { use(nil) }
                let rows = try copy.make { self.use($0) }
                guard let state = try Self.state(ofPart: file) else { throw ReplicaError.notAReplica(file.url.path) }
                try replace(with: copy, state)
                return rows
            }
            // The store finds another file at its path, and opens it. Its live queries compare the rows.
            try await store.catchUp()
            try await Self.onThread { [self] in
                waiting.noteStep()
                try store.database.writeWithoutTransaction { db in try waiting.noteReceipts(in: db) }
            }
            configuration.logger.notice("The copy is complete", metadata: ["rows": "\(rows)"])
        }

        private static func state(ofPart file: StoreFile) throws -> ReplicaState? {
            try DatabaseQueue(path: file.url.path + ".part", configuration: file.configuration).read(ReplicaState.read)
        }

        /// On the writer queue, so that nothing is committed in between. The log of the file is emptied first: if this
        /// process ends now, it lies beside the new file, and SQLite would replay it there.
        private func replace(with copy: ReplicaCopy, _ state: ReplicaState) throws {
            let database = store.database
            for attempt in 0... {
                let isDone = try database.writeWithoutTransaction { db in
                    let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                    let isBusy = row.map { ($0[0] as Int) != 0 } ?? false
                    guard !isBusy else { return false }
                    try copy.putInPlace()
                    note(state)
                    return true
                }
                if isDone { return }
                // Somebody reads what the log has.
                guard attempt < 20 else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
    }
#endif
