import AviarySnapshots
import GRDB

extension LiveStore {
    /// The index of a request, loaded when nobody watches it yet.
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
        let (wording, plan, existing) = try await opened.database.writeWithoutTransaction { [self] db in
            try requireOpen(opened)
            let wording = try RequestWording(request, in: db)
            let plan = try plans.plan(for: request, wording, generation: generation, in: db)
            var existing = follower.index(for: wording)
            if let index = existing, index.plan !== plan {
                // The schema may have changed, and nobody has looked.
                try follower.catchUp(db)
                existing = follower.index(for: wording)
            }
            existing = try existing ?? redeclared(request, wording, plan, db)
            // A list may have worked its own out anew.
            plans.keep(existing?.plan ?? plan, for: wording, generation: generation)
            return (wording, plan, existing)
        }
        if let existing { return existing }
        if isClosed { throw ResultsError.closed }
        return try await loads.index(for: wording) {
            if let first,
                let index = try await self.loadFirst(max(first, 1), of: request, wording, plan, from: opened)
            {
                return index
            }
            return try await self.load(request, wording, plan, from: opened)
        }
    }

    /// The index of a request whose rows are held already, with other declared sections: nothing is read.
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

    /// Runs something while nothing is committed here, after some lists have followed all of one moment.
    ///
    /// - Parameter indexes: Asked for on the writer queue.
    func betweenCommits(
        of indexes: @escaping @Sendable () -> [RowsIndex], _ body: @escaping @Sendable (Database) throws -> Void
    ) async throws {
        // Where large commits never end, the writer waits for the lists in the end.
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

    /// A read transaction on a connection of its own, so it takes none away from other readers.
    ///
    /// - Returns: `nil` for a database without snapshots, or when other files stand at its path by now.
    private func moment(of opened: OpenedDatabase) -> DatabaseSnapshot? {
        // A connection opens whatever stands at the path.
        guard opened.files.trouble == nil, let pool = opened.database as? DatabasePool,
            let moment = try? pool.makeSnapshot()
        else { return nil }
        return opened.files.trouble == nil ? moment : nil
    }

    private func requireOpen(_ opened: OpenedDatabase) throws {
        if !isOpen(opened) { throw ResultsError.replaced(opened.files.path) }
    }

    private func load(
        _ request: RequestDescription, _ wording: RequestWording, _ plan: RequestPlan, from opened: OpenedDatabase
    ) async throws -> RowsIndex {
        // With history the rows are read beside the writer, and what was committed meanwhile is caught up.
        var snapshot: RowsSnapshot?
        if plan.following == .history {
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
                let known = current.isSame(as: plan) ? snapshot : nil
                let version = known == nil && current.hasHistory ? try History.version(db) : 0
                let index = RowsIndex(
                    request, wording, plan: current,
                    snapshot: try known ?? current.snapshot(db, version: version, logger: logger), logger: logger)
                if known != nil { follower.follow(index, .log, upTo: follower.lastEntry(db), db) }
                if let error = index.error { throw error }
                follower.register(index)
                current.report(to: logger)
                return index
            }
        }
    }
}

// MARK: - First rows first

extension LiveStore {
    /// The index of a request that knows its first rows, and reads the others behind.
    ///
    /// - Returns: `nil` where that cannot be.
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
                plan.report(to: logger)
                return index
            }
        }
    }

    /// - Parameter moment: Sees what the first rows were read from.
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
        // Another database may take the place of this one at any time.
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
                            let cause = index.finishLoading(whole, isSame: isSame)
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

// MARK: - Behind a large commit

extension LiveStore {
    /// Has a list follow beside the writer what the log has behind it.
    ///
    /// Called on the writer queue.
    ///
    /// - Returns: `false` where nothing can be read beside the writer.
    func followBesideWriter(_ index: RowsIndex) -> Bool {
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
        // When this fails, the list says why when it is read anew on the writer queue.
        let step = try? await self.step(of: index, lag, plan, in: opened)
        // Another database may take the place of this one at any time.
        while index.isLagging(by: lag) {
            let current = self.opened
            do {
                try await current.database.writeWithoutTransaction { [self] db in
                    guard isOpen(current), index.isLagging(by: lag) else { return }
                    do {
                        try follower.catchUp(db)
                        try db.reading {
                            let isSame = try current.files === opened.files && isRead(as: plan, index, db)
                            let cause = index.finishLagging(isSame ? step : nil)
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

    /// Works out what a list becomes.
    ///
    /// - Returns: `nil` when the request is no longer read as it was.
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
