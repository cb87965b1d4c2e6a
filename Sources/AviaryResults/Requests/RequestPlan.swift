import AviarySnapshots
import Foundation
import GRDB
import Logging

/// How a request is read and followed under the present schema.
final class RequestPlan: Sendable {
    enum Following: Sendable, Equatable {
        /// Row by row, with the history log.
        case history
        /// Row by row for commits of this store's own connection: a table without history, or a full-text search. A
        /// commit of another connection makes the list read everything again.
        case observer
        /// Everything is read again and compared.
        case refetch
    }

    let source: RequestSource
    let following: Following
    /// The reason why the list is read anew after each commit that may change it; `nil` when it is followed row by row.
    let refetchReason: RefetchReason?
    /// The numbers of rows without rowids; `nil` in tables with rowids.
    let numbers: RowNumbers?
    /// The subquery that replaces the table; `nil` for the table itself.
    private let queried: Query?
    /// Reads the records of all rows.
    private let records: Query
    /// The names under which the records read their columns, when a row adapter changes them.
    private let names: [RowValue]?
    /// `nil` when only SQLite can compare the sort keys of two rows.
    let orders: [KeyOrder]?
    let window: RowWindow?
    /// How the values of a request for aggregates are read; `nil` for a list.
    let aggregation: AggregatePlan?
    /// The sections that exist even without rows.
    let declared: [RowsSection]
    let dependencies: [DependencyPlan]
    /// The full-text tables whose written documents lead to rows of the list. Empty for a list that is read anew.
    let searches: [SearchedTable]
    /// The columns that decide whether a row belongs to the list, and at which position.
    let ordering: ColumnSet
    /// The columns that the record and the sizes of items are read from.
    let shown: ColumnSet
    /// Reads the sizes of items.
    let sizes: Query?
    /// `true` when the log names the changed rows of the table, even if the list must be read anew.
    let hasHistory: Bool
    /// `true` when the log reliably names the changed columns.
    let knowsColumns: Bool
    /// A change in this region may change a list that is read anew, or the content of its records.
    let region: DatabaseRegion
    /// `true` when the record reads data that is not followed row by row: other tables, other rows, virtual tables.
    let showsOthers: Bool
    /// `true` when that data includes other rows of the request's own table.
    private let showsOtherRows: Bool
    /// A change in this region may change the records of a list that is read anew.
    private let shownRegion: DatabaseRegion
    /// `true` when the request reads virtual tables, or tables of attached databases.
    let readsForeignTables: Bool
    /// See `FetchedResults.volatileFunctions`.
    let volatileFunctions: Set<String>
    /// The schema of everything that the request reads.
    private let identity: [Data]
    /// How the log covers the followed tables. A history that began later has no earlier changes.
    private let histories: [History.Covered]
    /// The schema versions of the database and of temporary tables.
    private let schemaVersions: [Int64]
    /// Reads all rows in order, or as many as are kept.
    let load: Query
    /// Reads all rows in any order; `nil` when SQLite reads them in order, or when only SQLite can sort them. SQLite
    /// takes several times as long for sorting rows as the list itself.
    let unsorted: Query?
    let touched: TouchedQueries
    /// The tables whose logs are read.
    let followed: [String]

    var shape: TableShape { source.shape }

    /// - Throws: `ResultsError`, or SQLite's error about the filter or the keys.
    init(_ request: RequestDescription, in db: Database) throws {
        schemaVersions = try Self.schemaVersions(db)
        let query = try request.query.map { try RowQuery($0(db), in: db) }
        let primaryKey = request.primaryKey
        let shape =
            try query.map { TableShape($0, named: request.table, key: primaryKey ?? []) }
            ?? TableShape(request.table, key: primaryKey, in: db)
        if shape.lacksKey { throw ResultsError.noPrimaryKey(table: shape.name) }
        // Aggregates have no rows that need numbers.
        numbers =
            shape.key.isEmpty || request.aggregates != nil
            ? nil : request.numbers.numbers(for: shape.name, columns: shape.key)
        queried = try query.map { try Query($0.sql, in: db) }
        var source = try RequestSource(request, shape: shape, query: query, in: db)
        let searches = try request.dependencies.filter(\.isSearch).map { try SearchedTable($0.table, in: db) }
        var probe = shape.kind == .table ? try RequestProbe(source, searching: searches, in: db) : nil
        if probe?.hasExactSections != true, source.sectionKey != nil {
            source.separateSections()
            if probe != nil { probe = try RequestProbe(source, searching: searches, in: db) }
        }
        self.source = source
        window = request.window
        let isUTF8 = try History.isUTF8(db)
        declared = try (request.sections?.declared ?? []).map { try isUTF8 ? $0 : $0.encoded(in: db) }
        let orders = isUTF8 ? probe?.orders : nil
        self.orders = orders

        let history = try History.covered(shape, in: db)
        try request.histories.note(history, of: shape.name, in: db)
        let coverage = history.coverage
        hasHistory = coverage != .none
        knowsColumns = coverage == .columns
        let record = try request.record(db)
        records = Query(record)
        names = query?.adapter.map { RequestWording.names(by: $0, for: record) }
        let shownRegion = record.databaseRegion
        dependencies = try request.dependencies.filter { !$0.isSearch }.map {
            try DependencyPlan($0, of: source, shownRegion: shownRegion, in: db)
        }
        let shownProgram = try RequestProgram(records, in: db)
        let shownTables = shownProgram.tables(beside: shape)
        let isShownElsewhere =
            shape.kind != .table || shownProgram.hasForeignTables
            || !shownTables.isSubset(of: dependencies.map(\.shape.name))
        showsOtherRows = shape.kind != .table || shownTables.contains(shape.name)
        let list =
            request.sectionLimit != nil && source.sectionKey != nil
            ? (.refetch, .sectionLimit)
            : Self.following(probe?.program, of: shape, coverage, dependencies, searches, isShownElsewhere)
        let volatile = try probe?.program.volatileFunctions(in: db)
        aggregation = try request.aggregates.map { [source] in
            try AggregatePlan($0, of: source, orders, asList: list, coverage, volatile: volatile ?? [], in: db)
        }
        (following, refetchReason) =
            aggregation.map { ($0.former == nil ? .refetch : .history, $0.refetchReason) } ?? list
        self.searches = following == .refetch ? [] : searches

        histories = [history] + dependencies.map(\.history)
        // A list that is read anew follows no dependency row by row. So each other table that the record reads counts.
        showsOthers = isShownElsewhere || following == .refetch && !shownTables.isEmpty
        let limit = window?.kept.map { SQL(sql: " LIMIT \($0)") } ?? SQL("")
        load = try Query(
            "\(source.selectShown())\(source.order(isReversed: window?.isReadBackwards ?? false))\(limit)", in: db)
        let canSort =
            orders != nil && window == nil && source.sectionKey == nil && source.sizes.isEmpty && shape.kind == .table
            && !source.hasJoins
        unsorted = try canSort && RequestProgram.sorts(load, in: db) ? Query(source.select(), in: db) : nil
        let read = try db.makeStatement(sql: load.sql).databaseRegion
        let all = read.union(shownRegion)
        region = following == .refetch ? try all.addingWhatMayChange(in: db) : all
        self.shownRegion = showsOthers ? try shownRegion.addingWhatMayChange(in: db) : shownRegion
        identity = try all.schema(in: db)
        let program = try probe?.program ?? RequestProgram(load, in: db)
        volatileFunctions = try volatile ?? program.volatileFunctions(in: db)
        readsForeignTables = program.hasForeignTables || shownProgram.hasForeignTables
        ordering = shape.columns(readBy: read)
        var shown = shape.columns(readBy: shownRegion)
        sizes =
            source.sizes.isEmpty
            ? nil : try Query("SELECT \(source.sizes.joined(separator: ", ")) FROM \(source.table)", in: db)
        if let sizes {
            // A new size is visible, whether or not the record contains it.
            shown.formUnion(shape.columns(readBy: try db.makeStatement(sql: sizes.sql).databaseRegion))
        }
        self.shown = shown
        touched = try TouchedQueries(
            source, searching: self.searches, hasOldValues: aggregation != nil, in: db)
        followed = following != .refetch && hasHistory ? [shape.name] + dependencies.map(\.shape.name) : []
    }

    /// Returns this plan if the schema is still the same, otherwise a new plan.
    ///
    /// - Throws: `ResultsError`, or SQLite's error about the filter or the keys.
    func renewed(for request: RequestDescription, in db: Database) throws -> RequestPlan {
        try Self.schemaVersions(db) == schemaVersions ? self : RequestPlan(request, in: db)
    }

    private static func schemaVersions(_ db: Database) throws -> [Int64] {
        try ["main", "temp"].map { try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA \($0).schema_version")) ?? 0 }
    }

    /// Returns whether another plan is equivalent: the statements, the schema and the coverage by the log are the same.
    ///
    /// Plans of a table whose rowid is not a column are never equivalent, because VACUUM may change its rowids.
    ///
    /// - Parameter other: A plan of the same request. Its declared sections may differ.
    func isSame(as other: RequestPlan) -> Bool {
        load == other.load && records == other.records && names == other.names && shown == other.shown
            && following == other.following && touched == other.touched && searches == other.searches
            && orders == other.orders && aggregation?.all == other.aggregation?.all
            && aggregation?.refetchReason == other.aggregation?.refetchReason
            && dependencies.map(\.rows) == other.dependencies.map(\.rows)
            && histories == other.histories && identity == other.identity
            && ([shape] + dependencies.map(\.shape)).allSatisfy(\.keepsRowids)
    }

    /// Returns whether an item that is in the lists of both plans is the same row and shows the same content.
    func showsSameItems(as other: RequestPlan) -> Bool {
        numbers === other.numbers && queried == other.queried && records == other.records && names == other.names
            && sizes == other.sizes
    }

    /// Returns whether an event may change the record of any row besides the changed row.
    func isShownElsewhere(_ kind: DatabaseEventKind, _ table: String) -> Bool {
        showsOthers && (showsOtherRows || table != shape.name) && shownRegion.isModified(byEventsOfKind: kind)
    }

    /// Facts about the request that the author of a program may not expect.
    var notes: [RequestNote] {
        var notes: [RequestNote] = []
        if !volatileFunctions.isEmpty {
            notes.append(
                RequestNote(
                    level: .notice,
                    sentence: "A live query depends on more than its rows, and grows stale while nobody commits",
                    facts: ["table": shape.name, "functions": "\(volatileFunctions.sorted())"]))
        }
        if let refetchReason {
            notes.append(
                RequestNote(
                    level: .debug, sentence: "A live query is read anew after each commit that may concern it",
                    facts: ["table": shape.name, "reason": "\(refetchReason)"]))
        }
        if showsOthers, shape.kind == .table, aggregation == nil {
            notes.append(
                RequestNote(
                    level: .notice,
                    sentence:
                        "A record shows more than is followed row by row: changes elsewhere tell every row as updated",
                    facts: ["table": shape.name]))
        }
        return notes
    }

    private static func following(
        _ program: RequestProgram?, of shape: TableShape, _ coverage: History.Coverage,
        _ dependencies: [DependencyPlan], _ searches: [SearchedTable], _ isShownElsewhere: Bool
    ) -> (Following, RefetchReason?) {
        guard let program else { return (.refetch, .noRowids) }
        if !program.undeclaredSearches.isEmpty { return (.refetch, .undeclaredTables(program.undeclaredSearches)) }
        if program.hasForeignTables { return (.refetch, .otherDatabases) }
        if let search = searches.first(where: { $0.documents == nil }) { return (.refetch, .noDocuments(search.name)) }
        if let name = program.readSearches.min() { return (.refetch, .searchedColumns(name)) }
        let others = program.tables(beside: shape)
        let undeclared = others.subtracting(dependencies.map(\.shape.name))
        if !undeclared.isEmpty { return (.refetch, .undeclaredTables(undeclared)) }
        if isShownElsewhere { return (.refetch, .undeclaredSelection) }
        let logged = searches.isEmpty ? Following.history : .observer
        if others.isEmpty, dependencies.isEmpty { return (coverage == .none ? .observer : logged, nil) }
        var withoutHistory = Set(dependencies.filter { !$0.isFollowed }.map(\.shape.name))
        if coverage == .none { withoutHistory.insert(shape.name) }
        return withoutHistory.isEmpty ? (logged, nil) : (.refetch, .noHistory(withoutHistory))
    }
}

extension TableShape {
    fileprivate var keepsRowids: Bool { rowidColumn != nil || kind == .withoutRowid }

    /// `true` when rows cannot be identified, because there is neither a rowid nor a key.
    fileprivate var lacksKey: Bool { key.isEmpty && kind != .table && kind != .virtual }

    /// Returns the columns that belong to a region.
    fileprivate func columns(readBy region: DatabaseRegion) -> ColumnSet {
        var set = ColumnSet()
        for (position, column) in columns.enumerated()
        where region.isModified(byEventsOfKind: .update(tableName: name, columnNames: [column.name])) {
            set.insert(ColumnSet(column: position))
        }
        return set
    }
}
