import AviaryTesting
import Testing

/// Another connection commits between the statements by which lists follow a commit.
struct InterleavingTests {
    private static let runs = 20

    /// Together at least 20,000 commits between two statements of one follow; 300,000 in a long run.
    @Test(arguments: 0..<runs)
    func listsAreRightOnceItIsQuiet(number: Int) async throws {
        let replay = try await InterleavedReplay(seed: UInt64(40_000 + number))
        defer { replay.remove() }
        while replay.commitsBetween < draws(20_000, long: 300_000) / Self.runs { try await replay.step() }
        #expect(replay.disorders == 0)
    }

    /// Lists follow some of the commits beside the writer, and are read anew for some; others are opened and dropped.
    @Test(arguments: 0..<draws(8, long: 400))
    func listsAreRightHoweverLargeACommitIs(number: Int) async throws {
        let replay = try await InterleavedReplay(seed: UInt64(44_000 + number), variesLimits: true)
        defer { replay.remove() }
        for _ in 0..<100 { try await replay.step() }
        #expect(replay.disorders == 0)
    }
}
