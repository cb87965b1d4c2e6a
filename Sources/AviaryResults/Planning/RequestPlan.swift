import AviarySnapshots
import GRDB
import Logging

/// How a request is read and followed, worked out against the schema as it is.
final class RequestPlan: Sendable {
    enum Following: Sendable, Equatable {
        /// Row by row, from the history log.
        case history
        /// Row by row for this process's commits; others' are answered by reading everything again.
        case observer
        /// By reading everything again and comparing.
        case refetch
    }

    /// Requests with equal keys share an index.
    struct Key: Hashable, Sendable {
        let load: Query
        let shown: ColumnSet
        let window: RowWindow?
        let section: Int?
        let declared: [RowsSection]
        let dependencies: [DependencyPlan.Key]
        /// How the records of a query are read; `nil` under the names of its columns.
        let adapter: String?

        /// The same rows in the same order, whichever sections are declared.
        func isSame(besidesDeclared other: Key) -> Bool {
            load == other.load && shown == other.shown && window == other.window && section == other.section
                && dependencies == other.dependencies && adapter == other.adapter
        }
    }

    let key: Key
    let source: RequestSource
    let following: Following
    /// Why the list is read anew after each commit; `nil` when it is followed row by row.
    let refetchReason: RefetchReason?
    /// Of rows without rowids; `nil` where there are rowids.
    let numbers: RowNumbers?
    /// What stands in the place of the table; `nil` for the table itself.
    private let queried: Query?
    /// `nil` when only SQLite can tell which of two rows stands before the other.
    let orders: [KeyOrder]?
    let window: RowWindow?
    /// The sections that are there without rows, too.
    let declared: [RowsSection]
    let dependencies: [DependencyPlan]
    /// The columns that decide whether a row belongs to the list, and where it stands.
    let ordering: ColumnSet
    /// The columns that the record reads, and those that say how large an item is.
    let shown: ColumnSet
    /// What says how large items are.
    let sizes: Query?
    /// Whether the log tells which rows of the table changed, even where the list must be read anew.
    let hasHistory: Bool
    /// Whether the log can be trusted with which columns changed.
    let knowsColumns: Bool
    /// Changes of these may change the list or what the record shows, where that is read anew.
    let region: DatabaseRegion
    /// Whether the record reads what the request does not declare: other tables, other rows, virtual tables.
    let showsOthers: Bool
    /// Whether these are rows of the request's own table.
    private let showsOtherRows: Bool
    private let shownRegion: DatabaseRegion
    /// See `FetchedResults.volatileFunctions`.
    let volatileFunctions: Set<String>
    /// The schema of what the request reads.
    private let identity: [String]
    /// Counts the changes of the schema, those of temporary tables apart.
    private let schemaVersions: [Int64]
    /// All rows, in order, as far as they are kept.
    let load: Query
    let touched: TouchedQueries
    /// The tables whose logs are followed.
    let followed: [String]

    var shape: TableShape { source.shape }

    /// - Throws: `ResultsError`, or what SQLite says of the filter and the keys.
    init(_ request: RequestDescription, in db: Database) throws {
        schemaVersions = try Self.schemaVersions(db)
        let query = try request.query.map { try RowQuery($0(db), in: db) }
        let primaryKey = request.primaryKey
        let shape =
            try query.map { TableShape($0, named: request.table, key: primaryKey ?? []) }
            ?? TableShape(request.table, key: primaryKey, in: db)
        if shape.lacksKey { throw ResultsError.noPrimaryKey(table: shape.name) }
        numbers = shape.key.isEmpty ? nil : request.numbers.numbers(for: shape.name, columns: shape.key)
        queried = try query.map { try Query($0.sql, in: db) }
        var source = try RequestSource(request, shape: shape, query: query, in: db)
        var probe = shape.kind == .table ? try RequestProbe(source, in: db) : nil
        if probe?.hasExactSections != true, source.sectionKey != nil {
            source.separateSections()
            if probe != nil { probe = try RequestProbe(source, in: db) }
        }
        self.source = source
        window = request.window
        declared = request.sections?.declared ?? []
        orders = try History.isUTF8(db) ? probe?.orders : nil

        let coverage = try History.coverage(of: shape, in: db)
        hasHistory = coverage != .none
        knowsColumns = coverage == .columns
        let record = try request.record(db)
        let shownRegion = record.databaseRegion
        self.shownRegion = shownRegion
        dependencies = try request.dependencies.map {
            try DependencyPlan($0, of: source, shownRegion: shownRegion, in: db)
        }
        let shownProgram = try RequestProgram(Query(record), in: db)
        let isShownElsewhere =
            shape.kind != .table || shownProgram.hasForeignTables
            || !shownProgram.tables(beside: shape).isSubset(of: dependencies.map(\.shape.name))
        showsOthers = isShownElsewhere
        showsOtherRows = shape.kind != .table || shownProgram.tables(beside: shape).contains(shape.name)
        (following, refetchReason) =
            request.sectionLimit != nil && source.sectionKey != nil
            ? (.refetch, .sectionLimit)
            : Self.following(probe?.program, of: shape, coverage, dependencies, isShownElsewhere)

        let limit = window?.kept.map { SQL(sql: " LIMIT \($0)") } ?? SQL("")
        load = try Query(
            "\(source.selectShown())\(source.order(isReversed: window?.isReadBackwards ?? false))\(limit)", in: db)
        let read = try db.makeStatement(sql: load.sql).databaseRegion
        let all = read.union(shownRegion)
        region = following == .refetch ? try all.addingWhatMayChange(in: db) : all
        identity = try all.schema(in: db)
        volatileFunctions = try (probe?.program ?? RequestProgram(load, in: db)).volatileFunctions(in: db)
        ordering = shape.columns(readBy: read)
        var shown = shape.columns(readBy: shownRegion)
        sizes =
            source.sizes.isEmpty
            ? nil : try Query("SELECT \(source.sizes.joined(separator: ", ")) FROM \(source.table)", in: db)
        if let sizes {
            // Another size is seen, whether or not the record has it.
            shown.formUnion(shape.columns(readBy: try db.makeStatement(sql: sizes.sql).databaseRegion))
        }
        self.shown = shown
        touched = try TouchedQueries(source, in: db)
        followed = following == .history ? [shape.name] + dependencies.map(\.shape.name) : []
        key = Key(
            load: load, shown: shown, window: window, section: source.sectionKey, declared: declared,
            dependencies: dependencies.map(\.key), adapter: query?.adapter.map { String(reflecting: $0) })
    }

    /// This plan, when the schema has not changed since; else another.
    ///
    /// - Throws: `ResultsError`, or what SQLite says of the filter and the keys.
    func renewed(for request: RequestDescription, in db: Database) throws -> RequestPlan {
        try Self.schemaVersions(db) == schemaVersions ? self : RequestPlan(request, in: db)
    }

    private static func schemaVersions(_ db: Database) throws -> [Int64] {
        try ["main", "temp"].map { try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA \($0).schema_version")) ?? 0 }
    }

    /// Whether the schema means the same for the request, and its rows kept their rowids.
    ///
    /// VACUUM may number those anew that no column holds.
    func isSame(as other: RequestPlan) -> Bool { key == other.key && isSame(besidesDeclared: other) }

    /// Whether it means the same, whichever sections are declared.
    func isSame(besidesDeclared other: RequestPlan) -> Bool {
        key.isSame(besidesDeclared: other.key) && following == other.following && touched == other.touched
            && orders == other.orders
            && identity == other.identity && ([shape] + dependencies.map(\.shape)).allSatisfy(\.keepsRowids)
    }

    /// Whether an item of both plans' lists is the same row, which shows the same.
    func showsSameItems(as other: RequestPlan) -> Bool {
        numbers === other.numbers && queried == other.queried && sizes == other.sizes
    }

    /// Whether an event may change what the record shows of anything but its own row.
    func isShownElsewhere(_ kind: DatabaseEventKind, _ table: String) -> Bool {
        showsOthers && (showsOtherRows || table != shape.name) && shownRegion.isModified(byEventsOfKind: kind)
    }

    /// Says what of the request cannot be followed as people expect.
    func report(to logger: Logger) {
        if !volatileFunctions.isEmpty {
            logger.notice(
                "A live query depends on more than its rows, and grows stale while nobody commits",
                metadata: ["table": "\(shape.name)", "functions": "\(volatileFunctions.sorted())"])
        }
        if let refetchReason {
            logger.debug(
                "A live query is read anew after each commit that may concern it",
                metadata: ["table": "\(shape.name)", "reason": "\(refetchReason)"])
        }
        if showsOthers, shape.kind == .table {
            logger.notice(
                "A record shows tables that its request does not declare: their changes tell every row as updated",
                metadata: ["table": "\(shape.name)"])
        }
    }

    private static func following(
        _ program: RequestProgram?, of shape: TableShape, _ coverage: History.Coverage,
        _ dependencies: [DependencyPlan], _ isShownElsewhere: Bool
    ) -> (Following, RefetchReason?) {
        guard let program else { return (.refetch, .noRowids) }
        if program.hasForeignTables { return (.refetch, .otherDatabases) }
        let others = program.tables(beside: shape)
        let undeclared = others.subtracting(dependencies.map(\.shape.name))
        if !undeclared.isEmpty { return (.refetch, .undeclaredTables(undeclared)) }
        if isShownElsewhere { return (.refetch, .undeclaredSelection) }
        if others.isEmpty, dependencies.isEmpty { return (coverage == .none ? .observer : .history, nil) }
        var withoutHistory = Set(dependencies.filter { !$0.isFollowed }.map(\.shape.name))
        if coverage == .none { withoutHistory.insert(shape.name) }
        return withoutHistory.isEmpty ? (.history, nil) : (.refetch, .noHistory(withoutHistory))
    }
}

extension TableShape {
    fileprivate var keepsRowids: Bool { rowidColumn != nil || kind == .withoutRowid }

    /// Whether the list can name no row: there is neither a rowid nor a key.
    fileprivate var lacksKey: Bool { key.isEmpty && kind != .table && kind != .virtual }

    /// The columns that belong to a region.
    fileprivate func columns(readBy region: DatabaseRegion) -> ColumnSet {
        var set = ColumnSet()
        for (position, column) in columns.enumerated()
        where region.isModified(byEventsOfKind: .update(tableName: name, columnNames: [column.name])) {
            set.insert(ColumnSet(column: position))
        }
        return set
    }
}
