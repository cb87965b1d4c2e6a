import AviaryTesting
import Logging
import Testing

@testable import AviaryServer

struct HealthProbeTests {
    private let clock = ManualClock()

    private func probe(_ check: @escaping @Sendable () async throws -> String) -> HealthProbe {
        HealthProbe(check: check, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: clock)
    }

    /// An answer that is waited for as long as the probe has patience.
    private func answer(of probe: HealthProbe, sleepers: Int) async -> HealthProbe.Answer {
        let answer = Task { await probe.answer() }
        while clock.sleepers < sleepers { await Task.yield() }
        clock.advance(by: .seconds(3))
        return await answer.value
    }

    @Test(.timeLimit(.minutes(1))) func aStoreThatIsBusyForAWhileIsWell() async {
        let (done, finish) = AsyncStream.makeStream(of: Void.self)
        let probe = probe {
            for await _ in done { break }
            return "ok"
        }
        // The check's own deadline sleeps, too.
        for _ in 0..<19 {
            let answer = await answer(of: probe, sleepers: 2)
            #expect(answer.isWell && answer.text == "ok, busy")
        }
        clock.advance(by: .seconds(3))
        while await !probe.isStuck { await Task.yield() }
        let stuck = await answer(of: probe, sleepers: 1)
        #expect(!stuck.isWell && stuck.text == "The store does not answer.")
        finish.yield()
        while await probe.isStuck { await Task.yield() }
        #expect(await probe.answer().text == "ok")
    }

    @Test(.timeLimit(.minutes(1))) func aStoreThatCannotBeWrittenIsNotWell() async {
        struct Full: Error {}
        let probe = probe { throw Full() }
        let answer = await probe.answer()
        #expect(!answer.isWell && answer.text == "The store cannot be written.")
    }

    @Test(.timeLimit(.minutes(1))) func anAppMaySayWhatIsWrong() async {
        let probe = probe { throw Unhealthy("PostgreSQL cannot be reached.") }
        let answer = await probe.answer()
        #expect(!answer.isWell && answer.text == "PostgreSQL cannot be reached.")
    }
}
