import GRDB
import Synchronization

/// The plans of all live lists. A thousand pages with equal requests share one plan.
///
/// Making a plan takes dozens of statements on the writer's queue. Comparing the wordings of requests takes none.
final class RequestPlans: Sendable {
    private struct Key: Hashable {
        let wording: RequestWording
        /// The generation of the database. Another file may have another schema with the same version.
        let generation: Int
    }

    private struct Weak { weak var plan: RequestPlan? }

    private let known = Mutex<[Key: Weak]>([:])

    /// Returns the plan of a request with this wording. Makes it if no list has one under the present schema.
    ///
    /// - Throws: `ResultsError`, or SQLite's error about the request.
    func plan(
        for request: RequestDescription, _ wording: RequestWording, generation: Int, in db: Database
    ) throws -> RequestPlan {
        let key = Key(wording: wording, generation: generation)
        if let plan = known.withLock({ $0[key]?.plan }) { return try plan.renewed(for: request, in: db) }
        return try RequestPlan(request, in: db)
    }

    /// Remembers the plan of a list, weakly.
    func remember(_ plan: RequestPlan, for wording: RequestWording, generation: Int) {
        let key = Key(wording: wording, generation: generation)
        known.withLock { known in
            if known[key] == nil { known = known.filter { $0.value.plan != nil } }
            known[key] = Weak(plan: plan)
        }
    }
}
