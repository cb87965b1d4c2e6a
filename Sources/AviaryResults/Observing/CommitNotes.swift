import GRDB

/// What the present transaction did to the tables of live queries, as far as GRDB's observer reports it.
struct CommitNotes {
    /// A table that is watched.
    private struct Watch {
        var shape: TableShape
        var wantsRows = false
        var isTouched = false
        /// `true` when rows may have been deleted or got other rowids without a report.
        var isUnknown = false
        /// `true` when a change was reported without its rows.
        var isUnspecified = false
        var rows = Set<Int64>()
    }

    /// A request that is read anew when anything it reads may have changed.
    private struct Refetched {
        let wording: RequestWording
        let plan: RequestPlan
        var isTouched = false
        /// `true` when other tables that the record reads may have changed. Nothing tells which records show these
        /// changes.
        var isShownElsewhere = false
    }

    private var watches: [String: Watch] = [:]
    private var refetched: [Refetched] = []
    /// The full-text tables that lists search.
    private var searches: Set<SearchedTable> = []
    /// The rowids of the documents that were written, by the shadow table that has a row for each document.
    private var documents: [String: Set<Int64>] = [:]
    /// `true` when a change of a full-text table was reported without its documents.
    private var areDocumentsUnspecified = false
    /// The last table whose rows are not noted. Events of unobserved tables may come along, for instance of the other
    /// shadow tables of a full-text table.
    private var uninteresting: String?
    private(set) var mayHaveChangedSchema = false
    private(set) var mayHaveDropped = false
    /// `true` when a VACUUM may give other rowids to rows of a list. GRDB reports no statement for VACUUM.
    private(set) var hasShiftingRowids = false

    /// `true` when a list may read virtual tables, or tables of attached databases.
    private(set) var readsAttached = false

    /// Sets the requests whose tables are watched.
    mutating func watch(for plans: [(wording: RequestWording, plan: RequestPlan)]) {
        let earlier = watches
        uninteresting = nil
        watches = [:]
        refetched = []
        hasShiftingRowids = plans.contains { $0.plan.shape.kind == .table && $0.plan.shape.rowidColumn == nil }
        readsAttached = plans.contains(where: \.plan.readsForeignTables)
        searches = Set(plans.flatMap(\.plan.searches))
        documents = Dictionary(
            searches.compactMap(\.documents).map { ($0, documents[$0] ?? []) }, uniquingKeysWith: { $0.union($1) })
        for (wording, plan) in plans {
            if plan.following == .refetch { refetched.append(Refetched(wording: wording, plan: plan)) }
            for shape in [plan.shape] + plan.dependencies.map(\.shape) where shape.kind == .table {
                var watch = watches[shape.name] ?? earlier[shape.name] ?? Watch(shape: shape)
                watch.shape = shape
                if shape.name == plan.shape.name { watch.wantsRows = watch.wantsRows || !plan.hasHistory }
                watches[shape.name] = watch
            }
        }
    }

    // MARK: Noting

    /// Notes a statement that is about to write. Changes of the schema and of tables without rowids are reported in no
    /// other way. If the statement fails or is rolled back, lists at worst look for changes in vain.
    ///
    /// - Returns: `true` when each row that the statement changes has to be noted.
    mutating func noteStatement(_ kind: DatabaseEventKind) -> Bool {
        let table = kind.table
        if table.hasPrefix("sqlite_") {
            if table.hasSuffix("_master") || table.hasSuffix("_schema") {
                mayHaveChangedSchema = true
                // A table that is dropped and made again in one transaction may look the same, so this is noted.
                if case .update(_, ["rootpage"]) = kind { mayHaveDropped = true }
            }
            return false
        }
        for index in refetched.indices {
            let plan = refetched[index].plan
            if plan.region.isModified(byEventsOfKind: kind) { refetched[index].isTouched = true }
            if plan.isShownElsewhere(kind, table) { refetched[index].isShownElsewhere = true }
        }
        // SQLite reports the statement for the full-text table, and its rows for the shadow table.
        let isSearched = documents[table] != nil || searches.contains { $0.name == table }
        guard let index = watches.index(forKey: table) else { return isSearched }
        watches.values[index].isTouched = true
        guard watches.values[index].wantsRows else { return false }
        if watches.values[index].shape.hidesRows(from: kind) { watches.values[index].isUnknown = true }
        return true
    }

    mutating func noteRow(_ event: DatabaseEvent) {
        let table = event.tableName
        // FTS5 writes many rows, one after the other into the same shadow table, and few of them name a document.
        if table == uninteresting { return }
        if let index = documents.index(forKey: table) {
            // A temporary or attached table may have the same name as a watched table.
            if event.databaseName == "main" { documents.values[index].insert(event.rowID) }
        } else if watches[table]?.wantsRows != true {
            return uninteresting = table
        }
        guard let index = watches.index(forKey: table), watches.values[index].wantsRows,
            event.databaseName == "main"
        else { return }
        watches.values[index].rows.insert(event.rowID)
    }

    /// Notes a change that was reported without its table and rows.
    mutating func noteUnspecifiedChange() {
        areDocumentsUnspecified = !documents.isEmpty
        for index in watches.values.indices where watches.values[index].wantsRows {
            watches.values[index].isUnspecified = true
        }
    }

    /// Forgets the notes, because the transaction is over.
    mutating func forget() {
        mayHaveChangedSchema = false
        mayHaveDropped = false
        areDocumentsUnspecified = false
        for index in documents.values.indices where !documents.values[index].isEmpty {
            documents.values[index] = []
        }
        for index in watches.values.indices where watches.values[index].isTouched {
            watches.values[index].isTouched = false
            watches.values[index].isUnknown = false
            watches.values[index].isUnspecified = false
            watches.values[index].rows = []
        }
        for index in refetched.indices where refetched[index].isTouched || refetched[index].isShownElsewhere {
            refetched[index].isTouched = false
            refetched[index].isShownElsewhere = false
        }
    }

    // MARK: What it means

    /// Returns what the present transaction means for a request; `nil` when it does not concern the request.
    ///
    /// - Parameter hasMissedCommits: Returns whether other connections have committed since the last look. The list
    ///   then sees their changes, too, but these are not noted.
    func cause(
        for plan: RequestPlan, _ wording: RequestWording, hasMissedCommits: () -> Bool
    ) -> RowsIndex.Cause? {
        if plan.following == .history {
            return isTouched(plan.followed) ? .log : nil
        }
        let found = plan.searches.reduce(into: Set<Int64>()) { $0.formUnion(documents[$1.documents ?? ""] ?? []) }
        let isSearchTouched = !found.isEmpty || areDocumentsUnspecified && !plan.searches.isEmpty
        if plan.following == .observer, plan.hasHistory {
            guard isSearchTouched || isTouched(plan.followed) else { return nil }
            if hasMissedCommits() { return .othersCommits(for: plan) }
            return areDocumentsUnspecified ? .unknown(.log) : .rows(found)
        }
        let watch = watches[plan.shape.name]
        let entry = refetched.first { $0.wording == wording }
        guard entry?.isTouched ?? watch?.isTouched ?? false || isSearchTouched else { return nil }
        if hasMissedCommits() { return .othersCommits(for: plan) }
        if entry?.isShownElsewhere == true { return .unknown(.all) }
        if plan.hasHistory { return .unknown(.log) }
        // A view has no watch, and nothing tells which of its rows changed.
        guard let watch, !watch.isUnspecified else { return .unknown(.all) }
        if entry != nil || watch.isUnknown || isSearchTouched && areDocumentsUnspecified {
            return .unknown(.rows(watch.rows))
        }
        let rows = watch.rows.union(found)
        return rows.isEmpty ? nil : .rows(rows)
    }

    private func isTouched(_ tables: [String]) -> Bool { tables.contains { watches[$0]?.isTouched == true } }
}

extension RowsIndex.Cause {
    /// The cause for following commits of other connections. If there is a log, it names the rows whose contents have
    /// changed.
    static func othersCommits(for plan: RequestPlan) -> Self {
        if plan.following == .history { return .log }
        return .unknown(plan.hasHistory && !plan.showsOthers ? .log : .all)
    }
}

extension TableShape {
    /// Returns whether a statement may change rows without an event. A REPLACE deletes other rows without an event. An
    /// update of a rowid reports only the new rowid.
    fileprivate func hidesRows(from kind: DatabaseEventKind) -> Bool {
        let canReplace = !uniqueIndexes.isEmpty || hasOpaqueUniqueIndex
        switch kind {
        case .insert: return canReplace
        case .update(_, let columns):
            return canReplace
                || columns.contains { [rowidColumn?.lowercased(), "rowid"].contains($0.lowercased()) }
        case .delete: return false
        }
    }
}
