import Foundation

/// How many cases a fuzzer or a replay draws: few enough for every run of the tests, or `long` in a long run,
/// `scripts/test --long`.
public func draws(_ count: Int, long: Int) -> Int {
    ProcessInfo.processInfo.environment["AVIARY_LONG"] == nil ? count : long
}
