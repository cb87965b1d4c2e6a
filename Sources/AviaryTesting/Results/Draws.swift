import Foundation

/// How many cases a fuzzer or a replay draws: few in every run of the tests, and many in a long run.
///
/// - Parameters:
///   - count: The number in a usual run. `scripts/test --quick`, which sets `AVIARY_QUICK` in the environment, draws a
///     tenth.
///   - long: The number in a long run, `scripts/test --long`, which sets `AVIARY_LONG` in the environment.
public func draws(_ count: Int, long: Int) -> Int {
    let environment = ProcessInfo.processInfo.environment
    if environment["AVIARY_LONG"] != nil { return long }
    return environment["AVIARY_QUICK"] == nil ? count : max(1, count / 10)
}
