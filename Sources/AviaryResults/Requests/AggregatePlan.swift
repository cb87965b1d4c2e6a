import AviarySnapshots
import GRDB

/// How the values of a request for aggregates are read and followed.
struct AggregatePlan: Sendable {
    let columns: [AggregateColumn]
    /// For each aggregate, the index of its value among the values that are read of a row; `nil` for the number of rows.
    let places: [Int?]
    /// How many values are read of a row.
    var width: Int { places.count { $0 != nil } }
    /// Reads the values of all groups. The group comes first, then the number of rows.
    let all: Query
    /// The reason why the values are read anew after each commit that may change them; `nil` when they are followed.
    let refetchReason: RefetchReason?
    /// Computes what rows counted for before they changed; `nil` for a request that is read anew.
    let former: FormerRows?
    /// `true` when an index leads to the rows of one group.
    let searchesGroups: Bool
    private let selection: [SQL]

    /// - Parameters:
    ///   - orders: The directions and collations of the source's sort keys; `nil` when they are unknown.
    ///   - list: How a list of the same rows would be followed.
    ///   - volatile: The functions of the request whose results may change.
    init(
        _ aggregates: [Aggregate], of source: RequestSource, _ orders: [KeyOrder]?,
        asList list: (following: RequestPlan.Following, refetchReason: RefetchReason?), _ coverage: History.Coverage,
        volatile: Set<String>, in db: Database
    ) throws {
        var places: [Int?] = []
        for aggregate in aggregates {
            places.append(aggregate.expression == nil ? nil : places.count { $0 != nil })
        }
        self.places = places
        let width = places.count { $0 != nil }
        let collations = orders?.suffix(width).map(\.collation)
        columns = zip(aggregates, places).map { aggregate, place in
            AggregateColumn(
                function: aggregate.function,
                isBinary: place.flatMap { collations?[$0] } == .binary)
        }
        selection = ["count(*)"] + aggregates.flatMap(Self.selection)
        all = try Query(source.aggregates(selection), in: db)
        var (reason, former) = (list.refetchReason, FormerRows?.none)
        if source.hasJoins {
            reason = .joins
        } else if aggregates.contains(where: { $0.function == .countDistinct }) {
            reason = .distinctValues
        } else if case .undeclaredTables(let tables) = reason {
            reason = .otherTables(tables)
        } else if reason == nil, !volatile.isEmpty {
            reason = .volatileFunctions(volatile)
        } else if reason == nil, coverage == .none {
            reason = .noHistory([source.shape.name])
        } else if reason == nil {
            let isComplete = try coverage == .columns && History.isFirst(on: source.shape, in: db)
            former = isComplete ? try FormerRows(of: source, in: db) : nil
            if former == nil { reason = .noOldValues(source.shape.name) }
        }
        (refetchReason, self.former) = (reason, former)
        guard former != nil, source.sectionKey != nil else {
            searchesGroups = false
            return
        }
        let one = try Query(source.aggregates(selection, ofSection: RowsSection(1)), in: db)
        let steps = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + one.sql, arguments: one.arguments)
        searchesGroups = steps.contains { ($0["detail"] as String?)?.hasPrefix("SEARCH") == true }
    }

    /// Returns the query for the values of one group. The number of rows comes first.
    func query(of section: RowsSection, _ source: RequestSource, in db: Database) throws -> Query {
        try Query(source.aggregates(selection, ofSection: source.sectionKey == nil ? nil : section), in: db)
    }

    /// The columns that `RequestPlan.cell` reads.
    private static func selection(_ aggregate: Aggregate) -> [SQL] {
        // GRDB's operator `??` would make an IFNULL of an SQL expression.
        guard let expression = aggregate.expression else { return ["count(*)"] }
        let value = SQL("(\(expression))")
        switch aggregate.function {
        case .rows, .count: return ["count(\(value))"]
        case .countDistinct: return ["count(DISTINCT \(value))"]
        case .min: return ["min(\(value))"]
        case .max: return ["max(\(value))"]
        case .sum, .average:
            // A value that is not an integer makes the sum of absolute values too large.
            let magnitude: SQL = """
                total(CASE typeof(\(value)) WHEN 'integer' THEN abs(CAST(\(value) AS REAL)) WHEN 'null' THEN 0 \
                ELSE 1e300 END)
                """
            let function = aggregate.function == .sum ? "sum" : "avg"
            return ["\(sql: function)(\(value))", "count(\(value))", "total(\(value))", magnitude]
        }
    }
}
