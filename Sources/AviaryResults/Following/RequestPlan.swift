import AviarySnapshots
import GRDB

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
        let dependencies: [DependencyPlan.Key]
    }

    let key: Key
    let source: RequestSource
    let following: Following
    /// `nil` when only SQLite can tell which of two rows stands before the other.
    let orders: [KeyOrder]?
    let window: RowWindow?
    let dependencies: [DependencyPlan]
    /// The columns that decide whether a row belongs to the list, and where it stands.
    let ordering: ColumnSet
    /// The columns that the record reads.
    let shown: ColumnSet
    /// Whether the log tells which rows of the table changed, even where the list must be read anew.
    let hasHistory: Bool
    /// Whether the log can be trusted with which columns changed.
    let knowsColumns: Bool
    /// What the request reads, other tables included; where it is read anew, what generated columns are made of, too.
    let region: DatabaseRegion
    /// All rows, in order, as far as they are kept.
    let load: Query
    let touched: TouchedQueries
    /// The tables whose logs are followed.
    let followed: [String]

    var shape: TableShape { source.shape }

    /// - Throws: `ResultsError`, or what SQLite says of the filter and the keys.
    init(_ request: RequestDescription, in db: Database) throws {
        let shape = try TableShape(request.table, in: db)
        var source = try RequestSource(request, shape: shape, in: db)
        var probe = shape.kind == .table ? try RequestProbe(source, in: db) : nil
        if probe?.hasExactSections != true, source.sectionKey != nil {
            source.separateSections()
            if probe != nil { probe = try RequestProbe(source, in: db) }
        }
        self.source = source
        window = request.window
        let isUTF8 = try String.fetchOne(db, sql: "PRAGMA encoding") == "UTF-8"
        orders = isUTF8 ? probe?.orders : nil

        let coverage = try History.coverage(of: shape, in: db)
        hasHistory = coverage != .none
        knowsColumns = coverage == .columns
        let shownRegion = try request.shownRegion(db)
        dependencies = try request.dependencies.map {
            try DependencyPlan($0, of: source, shownRegion: shownRegion, in: db)
        }
        following = Self.following(probe, of: shape, coverage, dependencies)

        let limit = window?.kept.map { SQL(sql: " LIMIT \($0)") } ?? SQL("")
        load = try Query(
            "\(source.select())\(source.order(isReversed: window?.isReadBackwards ?? false))\(limit)", in: db)
        let read = try db.makeStatement(sql: load.sql).databaseRegion
        region = following == .refetch ? try read.union(Self.sources(ofGeneratedColumnsIn: read, in: db)) : read
        ordering = shape.columns(readBy: read)
        shown = shape.columns(readBy: shownRegion)
        touched = try TouchedQueries(source, in: db)
        followed = following == .history ? [shape.name] + dependencies.map(\.shape.name) : []
        key = Key(
            load: load, shown: shown, window: window, section: source.sectionKey,
            dependencies: dependencies.map(\.key))
    }

    /// The tables of which a region has generated columns: a change of any other column may be one of these.
    private static func sources(ofGeneratedColumnsIn region: DatabaseRegion, in db: Database) throws -> DatabaseRegion {
        let generated = try Row.fetchAll(
            db,
            sql: """
                SELECT made.name, info.name FROM sqlite_master AS made, pragma_table_xinfo(made.name) AS info
                WHERE made.type = 'table' AND made.sql NOT LIKE 'CREATE VIRTUAL%' AND info.hidden IN (2, 3)
                """)
        return try generated.reduce(into: DatabaseRegion()) { sources, row in
            let (table, column) = (row[0] as String, row[1] as String)
            if region.isModified(byEventsOfKind: .update(tableName: table, columnNames: [column])) {
                try sources.formUnion(Table(table).databaseRegion(db))
            }
        }
    }

    /// Whether the schema means the same for the request.
    func isSame(as other: RequestPlan) -> Bool {
        key == other.key && following == other.following && touched == other.touched && orders == other.orders
    }

    private static func following(
        _ probe: RequestProbe?, of shape: TableShape, _ coverage: History.Coverage, _ dependencies: [DependencyPlan]
    ) -> Following {
        guard let probe, !probe.hasForeignTables else { return .refetch }
        var others = Set(probe.tables.keys)
        // A subquery over the table itself depends on other rows of it.
        if probe.tables[shape.name] == 1 { others.remove(shape.name) }
        if others.isEmpty, dependencies.isEmpty { return coverage == .none ? .observer : .history }
        let canFollow = coverage != .none && dependencies.allSatisfy(\.isFollowed)
        return canFollow && others.isSubset(of: dependencies.map(\.shape.name)) ? .history : .refetch
    }
}

extension TableShape {
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
