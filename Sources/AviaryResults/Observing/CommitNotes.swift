import GRDB

/// What the transaction at hand did to the tables that live queries watch, as far as GRDB's observer tells.
struct CommitNotes {
    /// One table that is watched.
    private struct Watch {
        var shape: TableShape
        var wantsRows = false
        var isTouched = false
        /// Rows may have gone that are not told.
        var isUnknown = false
        /// Somebody said that something changed, but not where.
        var isUnspecified = false
        var rows = Set<Int64>()
    }

    /// A request that is read anew when anything it reads may have changed.
    private struct Refetched {
        let wording: RequestWording
        let plan: RequestPlan
        var isTouched = false
        /// Whether other tables that the record reads may have changed. Nothing tells which rows show that.
        var isShownElsewhere = false
    }

    private var watches: [String: Watch] = [:]
    private var refetched: [Refetched] = []
    private(set) var mayHaveChangedSchema = false
    private(set) var mayHaveDropped = false
    /// Whether a VACUUM, which no statement tells of, may number rows of a list anew.
    private(set) var hasShiftingRowids = false

    /// Whether a list may be of tables in attached databases.
    private(set) var readsAttached = false

    /// Works out what to look for.
    mutating func watch(for plans: [(wording: RequestWording, plan: RequestPlan)]) {
        let earlier = watches
        watches = [:]
        refetched = []
        hasShiftingRowids = plans.contains { $0.plan.shape.kind == .table && $0.plan.shape.rowidColumn == nil }
        readsAttached = plans.contains(where: \.plan.readsForeignTables)
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

    /// A statement is about to write. Changes of the schema and of tables without rowids are reported in no other way. If
    /// the statement fails or is rolled back, lists look in vain at worst.
    ///
    /// - Returns: Whether each row that it changes is to be noted.
    mutating func noteStatement(_ kind: DatabaseEventKind) -> Bool {
        let table = kind.table
        if table.hasPrefix("sqlite_") {
            if table.hasSuffix("_master") || table.hasSuffix("_schema") {
                mayHaveChangedSchema = true
                // A table that is dropped and made again in one transaction may look the same.
                if case .update(_, ["rootpage"]) = kind { mayHaveDropped = true }
            }
            return false
        }
        for index in refetched.indices {
            let plan = refetched[index].plan
            if plan.region.isModified(byEventsOfKind: kind) { refetched[index].isTouched = true }
            if plan.isShownElsewhere(kind, table) { refetched[index].isShownElsewhere = true }
        }
        guard let index = watches.index(forKey: table) else { return false }
        watches.values[index].isTouched = true
        guard watches.values[index].wantsRows else { return false }
        if watches.values[index].shape.hidesRows(from: kind) { watches.values[index].isUnknown = true }
        return true
    }

    mutating func noteRow(_ event: DatabaseEvent) {
        // Other tables' events come along, those of full-text shadow tables for one.
        // A temporary or attached table may have the same name.
        guard let index = watches.index(forKey: event.tableName), watches.values[index].wantsRows,
            event.databaseName == "main"
        else { return }
        watches.values[index].rows.insert(event.rowID)
    }

    /// Somebody says that something changed, but not where.
    mutating func noteUnspecifiedChange() {
        for index in watches.values.indices where watches.values[index].wantsRows {
            watches.values[index].isUnspecified = true
        }
    }

    /// The transaction is over.
    mutating func forget() {
        mayHaveChangedSchema = false
        mayHaveDropped = false
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

    /// What the transaction at hand means for a request; `nil` when nothing.
    ///
    /// - Parameter hasMissedCommits: Whether others committed in between. That is seen, too, but was not noted.
    func cause(
        for plan: RequestPlan, _ wording: RequestWording, hasMissedCommits: () -> Bool
    ) -> RowsIndex.Cause? {
        if plan.following == .history {
            return plan.followed.contains { watches[$0]?.isTouched == true } ? .log : nil
        }
        let watch = watches[plan.shape.name]
        let entry = refetched.first { $0.wording == wording }
        guard entry?.isTouched ?? watch?.isTouched ?? false else { return nil }
        if hasMissedCommits() { return .othersCommits(for: plan) }
        if entry?.isShownElsewhere == true { return .unknown(.all) }
        if plan.hasHistory { return .unknown(.log) }
        // Nobody knows which rows of a view changed.
        guard let watch, !watch.isUnspecified else { return .unknown(.all) }
        if entry != nil || watch.isUnknown { return .unknown(.rows(watch.rows)) }
        return watch.rows.isEmpty ? nil : .rows(watch.rows)
    }
}

extension RowsIndex.Cause {
    /// Anybody's commits may have changed the list, and the rows that the log names, if there is one.
    static func othersCommits(for plan: RequestPlan) -> Self {
        if plan.following == .history { return .log }
        return .unknown(plan.hasHistory && !plan.showsOthers ? .log : .all)
    }
}

extension DatabaseEventKind {
    var table: String {
        switch self {
        case .insert(let table), .update(let table, _), .delete(let table): table
        }
    }
}

extension TableShape {
    /// Whether a statement may change rows without an event. A REPLACE deletes other rows without one. An update of a
    /// rowid reports only the new rowid.
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
