import AviaryTesting
import Testing

/// Whatever shares a transaction does what it would do alone.
struct SharedWriteReplayTests {
    @Test(arguments: 0..<UInt64(draws(3, long: 1_000)))
    func writesTogetherDoWhatTheyDoOneByOne(seed: UInt64) async throws {
        let replay = try SharedWriteReplay(seed: seed)
        defer { replay.remove() }
        for _ in 0..<40 { try await replay.playRound() }
    }

    @Test func drawnWritesReachWhatTheyTest() async throws {
        var kinds: [String: Int] = [:]
        var (commits, writes, refusals) = (0, 0, 0)
        for seed in 2_000..<2_010 as Range<UInt64> {
            let replay = try SharedWriteReplay(seed: seed)
            defer { replay.remove() }
            for _ in 0..<40 { try await replay.playRound() }
            kinds.merge(replay.outcomes, uniquingKeysWith: +)
            commits += replay.commits
            writes += replay.writes
            refusals += replay.refusals
        }
        #expect(commits < writes * 2 / 3, "most share a transaction")
        #expect(refusals > 20)
        for kind in ["done", "already done", "mistake", "constraint", "foreign key", "undone"] {
            #expect(kinds[kind, default: 0] > 20, "\(kind)")
        }
    }
}
