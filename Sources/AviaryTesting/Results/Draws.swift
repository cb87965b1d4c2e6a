import Foundation

/// How many cases a fuzzer or a replay draws: few enough for every run of the tests, or many in a long run.
///
/// - Parameters:
///   - count: In a usual run. `scripts/test --quick`, which sets `AVIARY_QUICK` in the environment, draws a tenth.
///   - long: In a long run, `scripts/test --long`, which sets `AVIARY_LONG` in the environment.
public func draws(_ count: Int, long: Int) -> Int {
    let environment = ProcessInfo.processInfo.environment
    if environment["AVIARY_LONG"] != nil { return long }
    return environment["AVIARY_QUICK"] == nil ? count : max(1, count / 10)
}
