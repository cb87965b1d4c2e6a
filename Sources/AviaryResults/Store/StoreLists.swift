import AviarySnapshots
import GRDB
import Logging

/// The lists of a store: finds them, loads them, and lets them follow large commits beside the writer.
final class StoreLists: Sendable {
    let loads: IndexLoads
    /// Notes when the history of each table began.
    let histories = HistoryStarts()
    private let numbers = RowNumbers.Registry()
    private let plans = RequestPlans()
    private let current: CurrentDatabase
    private let follower: CommitFollower
    private let logger: Logger
    private let notes: RequestNotes

    /// - Parameter clock: Tells when to read rows that nobody waits for.
    init(of current: CurrentDatabase, _ follower: CommitFollower, logger: Logger, clock: any Clock<Duration>) {
        (self.current, self.follower, self.logger) = (current, follower, logger)
        notes = RequestNotes(logger: logger)
        loads = IndexLoads(clock: clock)
        follower.lags.onLag { [weak self] index in self?.followBesideWriter(index) ?? false }
    }

    private var opened: OpenedDatabase { current.opened }
    private var isClosed: Bool { current.isClosed }
    private var generation: Int { follower.generation }

    private func isOpen(_ opened: OpenedDatabase) -> Bool { current.isOpen(opened) }

    /// Returns a request without its record type, for this store.
    func description<Record>(of request: ListRequest<Record>) -> RequestDescription {
        RequestDescription(request, numbers: numbers, histories: histories)
    }

    /// Returns a request for aggregates, for this store.
    func description(of request: AggregateRequest) -> RequestDescription {
        RequestDescription(request, numbers: numbers, histories: histories)
    }

    /// Returns the index of a request. Loads it unless an equal request has an index.
    ///
    /// - Parameter first: How many rows are to be known when this returns; `nil` for all.
    func index(for request: RequestDescription, showingFirst first: Int? = nil) async throws -> RowsIndex {
        let index = try await anyIndex(for: request, showingFirst: first)
        guard first == nil else { return index }
        if index.snapshot.isWhole { await index.waitUntilCaughtUp() } else { try await index.waitUntilLoaded() }
        return index
    }

    private func anyIndex(for request: RequestDescription, showingFirst first: Int?) async throws -> RowsIndex {
        let opened = opened
        let (wording, plan, existing, commits) = try await opened.database.writeWithoutTransaction { [self] db in
            try requireOpen(opened)
            let wording = try RequestWording(request, in: db)
            let plan = try plans.plan(for: request, wording, generation: generation, in: db)
            var existing = follower.index(for: wording)
            if let index = existing, index.plan !== plan {
                // The plans differ, so the schema may have changed since the follower last looked.
                try follower.catchUp(db)
                existing = follower.index(for: wording)
            }
            existing = try existing ?? redeclared(request, wording, plan, db)
            // An existing index may have made a newer plan itself, so its plan is kept.
            plans.remember(existing?.plan ?? plan, for: wording, generation: generation)
            return (wording, plan, existing, follower.noticedCommits)
        }
        if let existing { return existing }
        if isClosed { throw ResultsError.closed }
        return try await loads.index(for: wording) {
            if let first,
                let index = try await self.loadFirst(max(first, 1), of: request, wording, plan, from: opened)
            {
                return index
            }
            return try await self.load(request, wording, plan, after: commits, from: opened)
        }
    }

    /// Returns a new index that shares the rows of another index, if both requests differ only in their declared
    /// sections. The rows are not read again.
    private func redeclared(
        _ request: RequestDescription, _ wording: RequestWording, _ plan: RequestPlan, _ db: Database
    ) throws -> RowsIndex? {
        guard !isClosed, follower.index(besidesDeclared: wording) != nil else { return nil }
        try follower.catchUp(db)
        guard let twin = follower.index(besidesDeclared: wording), twin.isReadable, !twin.isLoading, !twin.isLagging,
            twin.snapshot.isWhole, twin.plan.isSame(as: plan)
        else { return nil }
        let index = RowsIndex(
            request, wording, plan: plan, snapshot: twin.snapshot.declaring(plan.declared), logger: logger)
        follower.register(index)
        return index
    }

    /// Reads the list of an index anew.
    func refetch(_ index: RowsIndex) async throws {
        try? await index.waitUntilLoaded()
        try await betweenCommits(of: { [index] }) { [self] db in
            if isClosed { throw ResultsError.closed }
            try follower.refetch(index, db)
        }
    }

    /// Runs `body` on the writer queue, when the given lists include everything up to the same commit.
    ///
    /// - Parameter indexes: Returns the lists. Called on the writer queue.
    func betweenCommits(
        of indexes: @escaping @Sendable () -> [RowsIndex], _ body: @escaping @Sendable (Database) throws -> Void
    ) async throws {
        // If large commits keep coming, the lists follow on the writer queue in the third round.
        for isLast in [false, false, true] {
            let opened = opened
            let lagging = try await opened.database.writeWithoutTransaction { [self] db in
                try requireOpen(opened)
                return try follower.following(db) {
                    try follower.catchUp(db)
                    let lagging = indexes().filter(\.isLagging)
                    if !lagging.isEmpty, !isLast { return lagging }
                    for index in lagging { index.followAtOnce(db) }
                    if !lagging.isEmpty { follower.arrange() }
                    try body(db)
                    return []
                }
            }
            if lagging.isEmpty { return }
            for index in lagging { await index.waitUntilCaughtUp() }
        }
    }

    /// Opens a read transaction on a connection of its own, so that no reader of the pool is occupied.
    ///
    /// - Returns: `nil` for a database that is not a pool, when its files were moved or replaced, or when GRDB cannot
    ///   open the connection.
    private func moment(of opened: OpenedDatabase) -> DatabaseSnapshot? {
        // A new connection opens any file that is at the path, so the files are checked before and after.
        guard opened.files.trouble == nil, let pool = opened.database as? DatabasePool,
            let moment = try? pool.makeSnapshot()
        else { return nil }
        return opened.files.trouble == nil ? moment : nil
    }

    private func requireOpen(_ opened: OpenedDatabase) throws {
        if !isOpen(opened) { throw ResultsError.replaced(opened.files.path) }
    }

    /// - Parameter commits: The value of `noticedCommits` when the plan was made.
    private func load(
        _ request: RequestDescription, _ wording: RequestWording, _ plan: RequestPlan, after commits: Int,
        from opened: OpenedDatabase
    ) async throws -> RowsIndex {
        // With history, the rows are read in a read transaction, which does not block the writer. Afterwards the list
        // follows what was committed meanwhile. The log does not have the documents of a search. So the rows that it
        // found count only if nothing was committed meanwhile.
        var snapshot: RowsSnapshot?
        if plan.following != .refetch, plan.hasHistory {
            snapshot = try await opened.database.read { [logger] db in
                try plan.snapshot(db, version: History.version(db), logger: logger)
            }
        }
        return try await opened.database.writeWithoutTransaction { [self, snapshot] db in
            try requireOpen(opened)
            if isClosed { throw ResultsError.closed }
            if let existing = follower.index(for: wording) { return existing }
            try follower.catchUp(db)
            return try db.reading {
                let current = try plan.renewed(for: request, in: db)
                let isKnown = plan.following == .history || follower.noticedCommits == commits
                let known = isKnown && current.isSame(as: plan) ? snapshot : nil
                let version = known == nil && current.hasHistory ? try History.version(db) : 0
                let index = RowsIndex(
                    request, wording, plan: current,
                    snapshot: try known ?? current.snapshot(db, version: version, logger: logger), logger: logger)
                if known != nil, plan.following == .history {
                    follower.follow(index, .log, upTo: follower.lastEntry(db), db)
                }
                if let error = index.error { throw error }
                follower.register(index)
                notes.log(current.notes)
                return index
            }
        }
    }
}

// MARK: - First rows first

extension StoreLists {
    /// Returns an index that knows the first rows of a request, and loads the others in the background.
    ///
    /// - Returns: `nil` when the list has to be loaded whole.
    private func loadFirst(
        _ limit: Int, of request: RequestDescription, _ wording: RequestWording, _ plan: RequestPlan,
        from opened: OpenedDatabase
    ) async throws -> RowsIndex? {
        guard plan.canShowFirstRows, opened.database is DatabasePool else { return nil }
        await loads.reached(.beforeFirstRows)
        guard let moment = moment(of: opened) else { return nil }
        let first = try await moment.read { [logger] db in
            try plan.firstRows(db, limit: limit, version: History.version(db), logger: logger)
        }
        await loads.reached(.beforeIndex)
        return try await opened.database.writeWithoutTransaction { [self] db in
            try requireOpen(opened)
            if isClosed { throw ResultsError.closed }
            if let existing = follower.index(for: wording) { return existing }
            try follower.catchUp(db)
            return try db.reading {
                guard try plan.renewed(for: request, in: db).isSame(as: plan) else { return nil }
                let index = RowsIndex(request, wording, plan: plan, snapshot: first, logger: logger)
                if first.isWhole {
                    follower.follow(index, .log, upTo: follower.lastEntry(db), db)
                    if let error = index.error { throw error }
                } else {
                    index.begin(
                        loads.begin { [weak self, weak index] in
                            let whole = await self?.readRest(behind: first, plan, at: moment)
                            if let self, let index, let whole { await finish(index, with: whole, plan, from: opened) }
                        })
                }
                follower.register(index)
                notes.log(plan.notes)
                return index
            }
        }
    }

    /// Reads all rows of a list that shows only its first rows.
    ///
    /// - Parameter moment: The read transaction in which the first rows were read.
    private func readRest(
        behind first: RowsSnapshot, _ plan: RequestPlan, at moment: DatabaseSnapshot
    ) async -> Result<RowsSnapshot, any Error> {
        await loads.reached(.beforeOtherRows)
        do {
            try Task.checkCancellation()
            let whole = try await moment.read { [logger] db in
                try plan.snapshot(db, version: first.version, logger: logger)
            }
            await loads.reached(.beforeFollowing)
            return .success(whole)
        } catch {
            return .failure(error)
        }
    }

    private func finish(
        _ index: RowsIndex, with whole: Result<RowsSnapshot, any Error>, _ plan: RequestPlan,
        from opened: OpenedDatabase
    ) async {
        // Another database may replace this one at any time. Then the next round uses the new one.
        while index.isLoading, !Task.isCancelled {
            let current = self.opened
            do {
                try await current.database.writeWithoutTransaction { [self] db in
                    guard isOpen(current) else { return }
                    do {
                        let whole = try whole.get()
                        try follower.catchUp(db)
                        try db.reading {
                            let isSame =
                                current.files === opened.files
                                && (try? plan.renewed(for: index.request, in: db))?.isSame(as: plan) == true
                            let cause = index.finishLoading(whole, isSame: isSame, db)
                            follower.follow(index, cause, upTo: follower.lastEntry(db), db)
                        }
                        follower.arrange()
                    } catch {
                        index.failLoading(error)
                    }
                }
            } catch {
                index.failLoading(error)
            }
        }
    }
}

// MARK: - After a large commit

extension StoreLists {
    /// Lets a list follow the log in the background, beside the writer.
    ///
    /// Called on the writer queue.
    ///
    /// - Returns: `false` when the store is closed, or when nothing can be read beside the writer.
    private func followBesideWriter(_ index: RowsIndex) -> Bool {
        let opened = opened
        guard !isClosed, opened.database is DatabasePool else { return false }
        let lag = LaggingLists.Lag(index.plan.followed, behind: index.snapshot.version)
        follower.lags.begin(lag, of: index) {
            loads.begin(after: .zero) { [follower, weak self, weak index] in
                if let self, let index { await follow(index, lag, in: opened) }
                follower.lags.end(lag)
            }
        }
        return true
    }

    private func follow(_ index: RowsIndex, _ lag: LaggingLists.Lag, in opened: OpenedDatabase) async {
        let plan = index.plan
        // If this fails, the list is read anew on the writer queue. If that fails, too, the list reports the error.
        let step = try? await self.step(of: index, lag, plan, in: opened)
        // Another database may replace this one at any time. Then the next round uses the new one.
        while index.isLagging(by: lag) {
            let current = self.opened
            do {
                try await current.database.writeWithoutTransaction { [self] db in
                    guard isOpen(current), index.isLagging(by: lag) else { return }
                    do {
                        try follower.catchUp(db)
                        try db.reading {
                            let isSame = try current.files === opened.files && isRead(as: plan, index, db)
                            let cause = index.finishLagging(isSame ? step : nil, db)
                            follower.follow(index, cause, upTo: follower.lastEntry(db), db)
                        }
                        follower.arrange()
                    } catch {
                        index.fail(lag, error)
                    }
                }
            } catch {
                index.fail(lag, error)
            }
        }
    }

    /// Computes the next state of a list.
    ///
    /// - Returns: `nil` when nothing can be read beside the writer, or when the request needs another plan.
    private func step(
        of index: RowsIndex, _ lag: LaggingLists.Lag, _ plan: RequestPlan, in opened: OpenedDatabase
    ) async throws -> RowsIndex.Step? {
        let tail = await follower.lags.tail(for: lag, in: opened.files) { [weak self] version in
            guard let moment = self?.moment(of: opened) else { return nil }
            return try? await moment.read { db in try LoggedTables.read(behind: version, db) }
        }
        if let step = tail.flatMap(index.step(by:)) { return step }
        guard let moment = moment(of: opened) else { return nil }
        return try await moment.read { [self] db in try isRead(as: plan, index, db) ? index.step(db) : nil }
    }

    private func isRead(as plan: RequestPlan, _ index: RowsIndex, _ db: Database) throws -> Bool {
        let current = try plan.renewed(for: index.request, in: db)
        return current === plan || current.isSame(as: plan)
    }
}
