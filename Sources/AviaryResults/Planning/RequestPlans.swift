import GRDB
import Synchronization

/// The plans of the lists that are alive, so that a thousand windows with one request work it out once.
///
/// To work a request out takes dozens of statements on the writer's queue. To compare its wording takes none.
final class RequestPlans: Sendable {
    private struct Key: Hashable {
        let wording: RequestWording
        /// Of the database; another file may have another schema of the same version.
        let generation: Int
    }

    private struct Weak { weak var plan: RequestPlan? }

    private let known = Mutex<[Key: Weak]>([:])

    /// The plan of a request with this wording, worked out when no list has it under the schema as it is.
    ///
    /// - Throws: `ResultsError`, or what SQLite says of the request.
    func plan(
        for request: RequestDescription, _ wording: RequestWording, generation: Int, in db: Database
    ) throws -> RequestPlan {
        let key = Key(wording: wording, generation: generation)
        if let plan = known.withLock({ $0[key]?.plan }) { return try plan.renewed(for: request, in: db) }
        return try RequestPlan(request, in: db)
    }

    /// Remembers the plan of a list as long as the list has it.
    func keep(_ plan: RequestPlan, for wording: RequestWording, generation: Int) {
        let key = Key(wording: wording, generation: generation)
        known.withLock { known in
            if known[key] == nil { known = known.filter { $0.value.plan != nil } }
            known[key] = Weak(plan: plan)
        }
    }
}
