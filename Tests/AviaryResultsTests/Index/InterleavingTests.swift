import AviaryTesting
import Testing

/// Another connection commits between the statements by which lists follow a commit.
struct InterleavingTests {
    private static let runs = draws(4, long: 20)

    /// Together at least 1,600 commits between two statements of one follow; 300,000 in a long run.
    @Test(arguments: 0..<runs)
    func listsAreRightOnceItIsQuiet(number: Int) async throws {
        let replay = try await InterleavedReplay(seed: UInt64(40_000 + number))
        defer { replay.remove() }
        while replay.commitsBetween < draws(1_600, long: 300_000) / Self.runs { try await replay.step() }
        #expect(replay.disorders == 0)
    }

    /// Lists follow some of the commits beside the writer, and are read anew for some; others are opened and dropped.
    @Test(arguments: 0..<draws(2, long: 400))
    func listsAreRightHoweverLargeACommitIs(number: Int) async throws {
        let replay = try await InterleavedReplay(seed: UInt64(44_000 + number), variesLimits: true)
        defer { replay.remove() }
        for _ in 0..<draws(60, long: 100) { try await replay.step() }
        #expect(replay.disorders == 0)
    }

    /// Lists are held up, fail, come and go while others and the store itself commit. Each list that is told is one that a
    /// commit had, and a write of the store finds the lists of its tables as it has left them.
    @Test(.timeLimit(.minutes(5)), arguments: 0..<draws(4, long: 400))
    func aListThatLagsIsAlwaysThatOfSomeCommit(number: Int) async throws {
        let replay = try await LaggingReplay(seed: UInt64(46_000 + number))
        defer { replay.remove() }
        for _ in 0..<120 { try await replay.step() }
        try await replay.close()
        let counts = replay.counts
        #expect(counts.stepsBeside > 20 && counts.commitsMeanwhile > 5 && counts.failures > 0 && counts.told > 20)
    }
}
