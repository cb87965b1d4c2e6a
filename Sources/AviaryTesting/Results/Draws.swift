import Foundation

/// How many cases a fuzzer or a replay draws: few enough for every run of the tests, or many in a long run.
///
/// - Parameters:
///   - count: In a usual run.
///   - long: In a long run, `scripts/test --long`, which sets `AVIARY_LONG` in the environment.
public func draws(_ count: Int, long: Int) -> Int {
    ProcessInfo.processInfo.environment["AVIARY_LONG"] == nil ? count : long
}
