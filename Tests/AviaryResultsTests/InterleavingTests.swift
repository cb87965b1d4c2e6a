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
}
