import Testing

@testable import AviaryServer

struct UploadLedgerTests {
    private func ledger(_ change: (inout UploadLimits) -> Void = { _ in }) -> UploadLedger {
        var limits = UploadLimits(file: 100)
        limits.visitor = 250
        limits.visitorFiles = 4
        limits.total = 400
        limits.freeDisk = 10
        limits.lifetime = .seconds(60)
        change(&limits)
        return UploadLedger(limits: limits)
    }

    @Test func aFileHasALimit() throws {
        var ledger = ledger()
        #expect(throws: UploadError.tooLarge(limit: 100)) {
            try ledger.begin("a", account: "x", length: 101, free: 1_000, at: 0)
        }
        try ledger.begin("a", account: "x", length: 100, free: 1_000, at: 0)
        #expect(ledger.entries.count == 1)
    }

    @Test func aVisitorHasALimit() throws {
        var ledger = ledger()
        for id in ["a", "b"] { try ledger.begin(id, account: "x", length: 100, free: 1_000, at: 0) }
        #expect(throws: UploadError.tooMany) { try ledger.begin("c", account: "x", length: 51, free: 1_000, at: 0) }
        // Others do not wait for that.
        try ledger.begin("c", account: "y", length: 51, free: 1_000, at: 0)
        ledger.remove("a")
        try ledger.begin("d", account: "x", length: 51, free: 1_000, at: 0)
    }

    @Test func aVisitorBeginsOnlySoMany() throws {
        var ledger = ledger()
        for id in ["a", "b", "c", "d"] { try ledger.begin(id, account: "x", length: 0, free: 1_000, at: 0) }
        #expect(throws: UploadError.tooMany) { try ledger.begin("e", account: "x", length: 0, free: 1_000, at: 0) }
    }

    @Test func allTogetherHaveALimit() throws {
        var ledger = ledger()
        for id in ["a", "b", "c", "d"] { try ledger.begin(id, account: id, length: 100, free: 1_000, at: 0) }
        #expect(throws: UploadError.full) { try ledger.begin("e", account: "e", length: 1, free: 1_000, at: 0) }
    }

    /// The limit holds for clients that sign in repeatedly to begin empty files.
    @Test func allTogetherBeginOnlySoMany() throws {
        var ledger = ledger { $0.totalFiles = 3 }
        for id in ["a", "b", "c"] { try ledger.begin(id, account: id, length: 0, free: 1_000, at: 0) }
        #expect(throws: UploadError.full) { try ledger.begin("d", account: "d", length: 0, free: 1_000, at: 0) }
        ledger.remove("a")
        try ledger.begin("d", account: "d", length: 0, free: 1_000, at: 0)
    }

    @Test func whatOthersWillTakeOfTheDiskCounts() throws {
        var ledger = ledger()
        try ledger.begin("a", account: "x", length: 100, free: 110, at: 0)
        #expect(throws: UploadError.full) { try ledger.begin("b", account: "x", length: 100, free: 110, at: 0) }
        // All of it has come, so the disk has less and the file will take no more.
        ledger.touch("a", received: 100, at: 0)
        try ledger.begin("b", account: "x", length: 100, free: 110, at: 0)
    }

    @Test func lengthsFromOutsideOverflowNothing() throws {
        var ledger = ledger {
            $0.file = .max
            $0.visitor = .max
            $0.total = .max
        }
        try ledger.begin("a", account: "x", length: .max - 10, free: .max, at: 0)
        #expect(throws: UploadError.full) { try ledger.begin("b", account: "y", length: .max, free: .max, at: 0) }
    }

    @Test func whatNobodyGoesOnWithIsAbandoned() throws {
        var ledger = ledger()
        try ledger.begin("a", account: "x", length: 10, free: 1_000, at: 0)
        try ledger.begin("b", account: "x", length: 10, free: 1_000, at: 0)
        ledger.touch("b", received: 5, at: 30)
        #expect(ledger.nextEnd == 60)
        #expect(ledger.abandoned(at: 59) == [])
        #expect(ledger.abandoned(at: 60) == ["a"])
        ledger.remove("a")
        #expect(ledger.nextEnd == 90)
    }

    @Test func whatIsToldLateMakesNoFileShorter() throws {
        var ledger = ledger()
        try ledger.begin("a", account: "x", length: 10, free: 1_000, at: 0)
        ledger.touch("a", received: 10, at: 0)
        // The request before had written its bytes, and lost its turn before it told so.
        ledger.touch("a", received: 5, at: 0)
        try ledger.claim("a")
    }

    @Test func onlyAWholeFileIsClaimedAndOnce() throws {
        var ledger = ledger()
        try ledger.begin("a", account: "x", length: 10, free: 1_000, at: 0)
        #expect(throws: UploadError.unknown) { try ledger.claim("a") }
        ledger.touch("a", received: 10, at: 0)
        try ledger.claim("a")
        #expect(throws: UploadError.claimed) { try ledger.claim("a") }
        #expect(ledger.abandoned(at: 1_000) == [])
        ledger.release("a")
        try ledger.claim("a")
        #expect(throws: UploadError.unknown) { try ledger.claim("b") }
    }
}
