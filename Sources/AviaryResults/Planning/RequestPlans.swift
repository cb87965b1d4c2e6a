import GRDB
import Synchronization

/// The plans of the lists that are alive, so that a thousand windows with one request work it out once.
///
/// To work a request out takes dozens of statements on the writer's queue. To compare its wording takes none.
final class RequestPlans: Sendable {
    /// All that a request says, as SQL: equal for requests that mean the same in one schema.
    struct Wording: Hashable {
        private let table: String
        private let generation: Int
        private let statements: [[Query]]
        /// How many keys stand before that of the sections; `nil` without sections.
        private let sectionKeys: Int?
        private let directions: [Bool]
        private let declared: [RowsSection]
        private let window: RowWindow?
        private let sectionLimit: [Int]
        private let tables: [String]
        private let primaryKey: [String]?
        private let adapter: String?

        /// - Parameter generation: Of the database; another file may have another schema of the same version.
        init(_ request: RequestDescription, generation: Int, in db: Database) throws {
            let keys = (request.sections.map { $0.order + [$0.key] } ?? []) + request.sort
            let sizes = request.sizes?.expressions ?? []
            var parts: [[SQL]] = [keys.map { SQL("\($0.expression)") }, sizes.map { SQL("\($0)") }]
            parts.append(request.filter.map { [SQL("\($0)")] } ?? [])
            parts.append(request.joins.map { [$0] } ?? [])
            parts.append(request.dependencies.map(\.rows))
            parts.append(request.selection)
            var statements = try parts.map { try $0.map { try Query($0, in: db) } }
            let query = try request.query?(db)
            if let query { statements.append([Query(query.statement)]) }
            adapter = query?.adapter.map { String(reflecting: $0) }
            self.statements = statements
            sectionKeys = request.sections?.order.count
            directions = keys.map(\.isDescending)
            declared = request.sections?.declared ?? []
            tables = request.dependencies.map(\.table)
            sectionLimit = request.sectionLimit.map { [$0.count, $0.isAtEnd ? 1 : 0] } ?? []
            (table, window, primaryKey) = (request.table, request.window, request.primaryKey)
            self.generation = generation
        }
    }

    private struct Weak { weak var plan: RequestPlan? }

    private let known = Mutex<[Wording: Weak]>([:])

    /// The plan of a request with this wording, worked out when no list has it under the schema as it is.
    ///
    /// - Throws: `ResultsError`, or what SQLite says of the request.
    func plan(for request: RequestDescription, _ wording: Wording, in db: Database) throws -> RequestPlan {
        if let plan = known.withLock({ $0[wording]?.plan }) { return try plan.renewed(for: request, in: db) }
        return try RequestPlan(request, in: db)
    }

    /// Remembers the plan of a list as long as the list has it.
    func keep(_ plan: RequestPlan, for wording: Wording) {
        known.withLock { known in
            if known[wording] == nil { known = known.filter { $0.value.plan != nil } }
            known[wording] = Weak(plan: plan)
        }
    }
}
