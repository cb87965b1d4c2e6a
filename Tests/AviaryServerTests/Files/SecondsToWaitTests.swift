import Testing

@testable import AviaryServer

/// The value of `Retry-After`: it is rounded up, so that no client returns too early.
struct SecondsToWaitTests {
    @Test(
        arguments: [
            (.zero, 0), (.milliseconds(1), 1), (.milliseconds(999), 1), (.seconds(1), 1), (.milliseconds(1_001), 2),
            (.milliseconds(-1), 0), (.seconds(-5), 0), (.seconds(Int64.max), .max),
            (Duration(secondsComponent: .max, attosecondsComponent: 1), .max),
        ] as [(Duration, Int64)])
    func partsOfASecondCountAsOne(wait: Duration, seconds: Int64) {
        #expect(wait.secondsToWait == seconds)
    }
}
