import Foundation

/// The sources of time and randomness, which tests replace.
struct WebTime: Sendable {
    /// The monotonic time since some moment.
    let now: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void
    /// The time of day, to compare with servers' dates.
    let date: @Sendable () -> Date
    /// A random number from 0 to 1.
    let chance: @Sendable () -> Double

    init<C: Clock>(
        _ clock: C, date: @escaping @Sendable () -> Date = { Date() },
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) where C.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(for: $0) }
        self.date = date
        self.chance = chance
    }
}
