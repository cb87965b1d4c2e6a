import AviaryTesting
import Testing

/// Whatever others do meanwhile, a write is done once, on the rows that are there.
struct UpstreamReplayTests {
    @Test(arguments: 0..<UInt64(draws(3, long: 1_000)))
    func writesThroughAnotherDatabaseDoWhatTheModelDoes(seed: UInt64) async throws {
        let replay = try UpstreamReplay(seed: seed)
        defer { replay.remove() }
        for _ in 0..<60 { try await replay.playRound() }
    }

    @Test func drawnWritesReachWhatTheyTest() async throws {
        var outcomes: [String: Int] = [:]
        var conflicts = 0
        for seed in 3_000..<3_010 as Range<UInt64> {
            let replay = try UpstreamReplay(seed: seed)
            defer { replay.remove() }
            for _ in 0..<60 { try await replay.playRound() }
            outcomes.merge(replay.outcomes, uniquingKeysWith: +)
            conflicts += replay.conflicts
        }
        #expect(conflicts > 20)
        for answer in ["done", "already done", "unknown", "failed", "mistake", "constraint", "nothing"] {
            #expect(outcomes[answer, default: 0] > 3, "\(answer)")
        }
        let partial = outcomes.filter { outcome in
            let words = outcome.key.split(separator: " ")
            return words.count == 4 && words[1] != words[3]
        }
        #expect(!partial.isEmpty, "undo meets rows that others changed")
        #expect(outcomes.keys.contains { $0.hasPrefix("restored") })
    }
}
