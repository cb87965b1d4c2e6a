import AviaryResults
import AviarySnapshots
import AviaryTesting
import Testing

/// The model of `InterleavingTests` is worth something: it notices whatever a follow gets wrong.
struct FollowFaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let fault: FollowFault
        let kind: DrawnRequest.Kind
        var testDescription: String { "\(fault), \(kind)" }
    }

    /// Each fault in one kind of request; in a long run in each kind.
    private static let cases = FollowFault.allCases.flatMap { fault in
        fault.kinds.prefix(draws(1, long: .max)).map { Case(fault: fault, kind: $0) }
    }

    @Test(arguments: cases)
    func aFaultIsNoticed(_ faulty: Case) async throws {
        for number in 0..<200 {
            do {
                try await replay(number, faulty.fault, faulty.kind)
            } catch is ReplayError {
                return
            } catch is BatchUpdateError {
                return
            }
        }
        Issue.record("Nothing is noticed")
    }

    @Test(arguments: DrawnRequest.Kind.allCases)
    func nothingIsNoticedWithoutAFault(kind: DrawnRequest.Kind) async throws {
        for number in 0..<draws(1, long: 5) { try await replay(number, nil, kind) }
    }

    /// - Throws: `ReplayError` or `BatchUpdateError` when a fault is noticed.
    private func replay(_ number: Int, _ fault: FollowFault?, _ kind: DrawnRequest.Kind) async throws {
        let replay = try await InterleavedReplay(
            seed: UInt64(50_000 + number), following: kind, by: { FaultyReading(plan: $0, fault: fault, list: $1) })
        defer { replay.remove() }
        for _ in 0..<100 {
            try await replay.step()
            if replay.disorders > 0 { throw ReplayError(description: "A list is out of order") }
        }
    }
}
