import Testing

@testable import AviaryServer

/// When a serving process that died is started again, and when it is not.
struct RestartPolicyTests {
    private static func pauses(_ deaths: Int, served: Duration? = nil) -> [Duration] {
        var policy = RestartPolicy()
        return (0..<deaths).map { _ in
            policy.note(served: served)
            return policy.pause
        }
    }

    @Test(arguments: [nil, .zero, .milliseconds(9_999)] as [Duration?])
    func thePauseDoublesUpToHalfAMinute(served: Duration?) {
        let milliseconds = [0, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000]
        #expect(Self.pauses(11, served: served) == milliseconds.map { .milliseconds($0) })
        #expect(Self.pauses(1_000).last == .seconds(30))
    }

    @Test func afterTenSecondsOfServiceTheNextStartWaitsForNothing() {
        #expect(Self.pauses(9, served: .seconds(10)).allSatisfy { $0 == .zero })
        var policy = RestartPolicy()
        for _ in 0..<8 { policy.note(served: nil) }
        #expect(policy.pause == .milliseconds(25_600))
        policy.note(served: .seconds(10))
        #expect(policy.pause == .zero)
        policy.note(served: nil)
        #expect(policy.pause == .milliseconds(400))
    }

    @Test func theFifthDeathIsTheLastOfAServerThatNeverServed() {
        var policy = RestartPolicy()
        for _ in 0..<4 {
            policy.note(served: nil)
            #expect(policy.mayRestart(hasServed: false))
        }
        policy.note(served: nil)
        #expect(!policy.mayRestart(hasServed: false))
        #expect(policy.mayRestart(hasServed: true))
    }
}
