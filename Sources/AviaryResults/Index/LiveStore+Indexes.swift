import GRDB

extension LiveStore {
    /// The index of a request, loaded when nobody watches it yet.
    func index(for request: RequestDescription) async throws -> RowsIndex {
        let opened = opened
        let (plan, existing) = try await opened.database.writeWithoutTransaction { [self] db in
            try requireOpen(opened)
            let plan = try RequestPlan(request, in: db)
            return (plan, follower.index(for: plan.key))
        }
        if let existing { return existing }
        if isClosed { throw ResultsError.closed }
        return try await loads.index(for: plan.key) { try await self.load(request, plan, from: opened) }
    }

    /// Reads the list of an index anew.
    func refetch(_ index: RowsIndex) async throws {
        let opened = opened
        try await opened.database.writeWithoutTransaction { [self] db in
            try requireOpen(opened)
            if isClosed { throw ResultsError.closed }
            try follower.refetch(index, db)
        }
    }

    /// Runs something while nothing is committed here.
    func betweenCommits(_ body: @escaping @Sendable () -> Void) async throws {
        try await opened.database.writeWithoutTransaction { _ in body() }
    }

    private func requireOpen(_ opened: OpenedDatabase) throws {
        if !isOpen(opened) { throw ResultsError.replaced(opened.files.path) }
    }

    private func load(
        _ request: RequestDescription, _ plan: RequestPlan, from opened: OpenedDatabase
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
