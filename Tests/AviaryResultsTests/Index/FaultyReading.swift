import AviarySnapshots
import GRDB
import GRDBSQLite
import Logging

@testable import AviaryResults

/// What a follow gets wrong.
enum FollowFault: CaseIterable {
    /// Each statement reads the file as it is by then, as it would without a transaction.
    case laterState
    /// A row that changed is not read.
    case unreadRow
    /// A row that left the list is not removed.
    case keptRow
    /// A row that belongs elsewhere stays where it was.
    case unmovedRow
    /// A row shows something else, and nobody is told.
    case untoldRow
    /// A row is counted in the section before its own.
    case wrongSection
    /// Two rows that only SQLite can compare are compared the wrong way round.
    case wrongOrder
    /// What another table's changes lead to is not read.
    case forgottenDependency
    /// The rows behind the last that is kept are read from the second on.
    case skippedRefill
    /// No rows are read when those that are kept are used up.
    case forgottenRefill

    /// The requests that do what the fault gets wrong.
    var kinds: [DrawnRequest.Kind] {
        switch self {
        // What keys alone put in order, the next commit puts right.
        case .laterState: [.plain, .sections, .limited, .refetched]
        case .unreadRow, .keptRow, .unmovedRow, .untoldRow, .forgottenDependency: DrawnRequest.Kind.allCases
        case .wrongSection: [.sections, .refetched]
        case .wrongOrder: [.plain, .sections, .limited]
        case .skippedRefill, .forgottenRefill: [.limited]
        }
    }
}

/// Reads as the plan does, but for one fault.
struct FaultyReading: FollowReading {
    let plan: RequestPlan
    let fault: FollowFault?
    /// The list that the follow begins with.
    let list: RowsSnapshot
    /// Called before each statement.
    var onRead: @Sendable (Database) throws -> Void = { _ in }

    /// Lets the next statement see what was committed since the one before.
    private func renew(_ db: Database) throws {
        try onRead(db)
        guard fault == .laterState else { return }
        let result = sqlite3_exec(db.sqliteConnection, "COMMIT; BEGIN", nil, nil, nil)
        guard result == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: result)) }
    }

    // MARK: Row by row

    func logged(_ db: Database, after version: Int64, limit: Int) throws -> TouchedRows? {
        try renew(db)
        guard var touched = try plan.logged(db, after: version, limit: limit) else { return nil }
        switch fault {
        case .unreadRow: if let id = touched.rows.keys.min() { touched.rows[id] = nil }
        case .keptRow where plan.touched.tailHasKeys: touched.rows = touched.rows.filter { $0.value.sorted != nil }
        default: break
        }
        for id in touched.rows.keys where list.rows.contains(id) {
            if fault == .unmovedRow { touched.rows[id]?.columns.subtract(plan.ordering) }
            if fault == .untoldRow { touched.rows[id]?.columns.formIntersection(plan.ordering) }
        }
        if fault == .wrongSection { touched.rows = touched.rows.mapValues(inSectionBefore) }
        return touched
    }

    private func inSectionBefore(_ row: TouchedRows.TouchedRow) -> TouchedRows.TouchedRow {
        var row = row
        row.sorted = row.sorted.map(inSectionBefore)
        return row
    }

    private func inSectionBefore(_ row: SortedRow) -> SortedRow {
        var row = row
        let position = list.rows.position(for: .min, at: row.key)
        if position > 0, let before = list.sections?.tree.entry(at: position - 1) { row.section = before.section }
        return row
    }

    func rows(dependingOn dependency: DependencyPlan, _ db: Database, after version: Int64) throws -> Set<Int64> {
        try renew(db)
        return try fault == .forgottenDependency ? [] : plan.rows(dependingOn: dependency, db, after: version)
    }

    func changesExceed(_ limit: Int, of table: String, _ db: Database, after version: Int64) throws -> Bool {
        try renew(db)
        return try plan.changesExceed(limit, of: table, db, after: version)
    }

    func sorted(_ rows: Set<Int64>, _ db: Database) throws -> [Int64: SortedRow] {
        try renew(db)
        var sorted = try plan.sorted(rows, db)
        if fault == .unreadRow, let id = sorted.keys.min() { sorted[id] = nil }
        return fault == .wrongSection ? sorted.mapValues(inSectionBefore) : sorted
    }

    func precedes(_ id: Int64, _ other: Int64, _ db: Database) throws -> Bool {
        try renew(db)
        return try plan.precedes(id, other, db) != (fault == .wrongOrder)
    }

    func rows(_ db: Database, beyond id: Int64?, count: Int) throws -> [(id: Int64, row: SortedRow)] {
        try renew(db)
        return switch fault {
        case .forgottenRefill: []
        case .skippedRefill: Array(try plan.rows(db, beyond: id, count: count + 1).dropFirst())
        default: try plan.rows(db, beyond: id, count: count)
        }
    }

    // MARK: Anew

    func version(_ db: Database) throws -> Int64 {
        try renew(db)
        return try plan.version(db)
    }

    func changes(_ db: Database, after version: Int64) throws -> [Int64: ColumnSet]? {
        try renew(db)
        return try fault == .untoldRow ? [:] : plan.changes(db, after: version)
    }

    func snapshot(_ db: Database, version: Int64, logger: Logger) throws -> RowsSnapshot {
        try renew(db)
        let new = try plan.snapshot(db, version: version, logger: logger)
        let (before, now) = (list.rows.ids(in: 0..<list.rows.count), new.rows.ids(in: 0..<new.rows.count))
        var old = list
        old.version = version
        switch fault {
        case .unreadRow:
            guard let came = Set(now).subtracting(before).min() else { return new }
            var edit = RowsEdit(of: new)
            try edit.remove(came)
            return try edit.finish(version: version).snapshot
        case .keptRow: return Set(before).isSubset(of: now) ? new : old
        case .unmovedRow: return Set(before) == Set(now) ? old : new
        case .forgottenDependency: return try plan.changes(db, after: list.version)?.isEmpty == true ? old : new
        case .wrongSection:
            guard let sections = new.sections, sections.count > 1 else { return new }
            var counts = (0..<sections.count).map { sections.tree[$0] }.map {
                (section: $0.section, rows: $0.rows.count)
            }
            counts[0].rows += 1
            counts[1].rows -= 1
            if counts[1].rows == 0 { counts.remove(at: 1) }
            return RowsSnapshot(
                rows: new.rows, sections: try RowSections(counts, of: new.rows), declared: new.declared,
                window: new.window,
                isComplete: new.isComplete, version: version)
        default: return new
        }
    }
}
