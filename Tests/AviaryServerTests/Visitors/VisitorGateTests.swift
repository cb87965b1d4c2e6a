import AviaryTesting
import Foundation
import HTTPTypes
import Logging
import Synchronization
import Testing

@testable import AviaryServer

/// Checks that hang until they are let go.
private final class HangingChecks: Sendable {
    private let hung = Mutex<[CheckedContinuation<Void, Never>]>([])
    private let begun = AsyncStream.makeStream(of: Void.self)

    func hang() async {
        await withCheckedContinuation { continuation in
            hung.withLock { $0.append(continuation) }
            begun.continuation.yield()
        }
    }

    /// Waits until so many checks hang.
    func wait(for count: Int) async {
        var seen = 0
        for await _ in begun.stream {
            seen += 1
            if seen == count { break }
        }
    }

    func letGo() {
        for continuation in hung.withLock({ $0 }) { continuation.resume() }
    }
}

/// The limits of a check: time, number, wrong passwords. No error of a check lets anybody in.
@Suite(.timeLimit(.minutes(1)))
struct VisitorGateTests {
    private struct Broken: Error {}
    private struct NotSo: Error {
        let what: String
        init(_ what: String) { self.what = what }
    }

    private let clock = ManualClock()
    private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let peer = PeerAddress("192.0.2.1")

    private func gate(_ answer: @escaping @Sendable (VisitorRequest) async throws -> VisitorAnswer) -> VisitorGate {
        VisitorGate(VisitorCheck(answer), logger: quiet, clock: clock)
    }

    private func request(_ password: String? = nil, cookie: String? = nil) -> VisitorRequest {
        var headers: HTTPFields = [:]
        headers[.authorization] = password.map { "Basic \($0)" }
        headers[.cookie] = cookie
        return VisitorRequest(path: "/", headers: headers)
    }

    private func name(_ outcome: VisitorGate.Outcome) -> String {
        switch outcome {
        case .answer(.visitor): "in"
        case .answer: "asked"
        case .wrongOften: "later"
        case .failed: "failed"
        }
    }

    private let basic = VisitorCheck.basic(realm: "Board") { _, password in
        password == "rose" ? Visitor(id: "ann") : nil
    }

    @Test func anErrorAndAnEmptyIdLetNobodyIn() async {
        let throwing = gate { _ in throw Broken() }
        let empty = gate { _ in .visitor(Visitor(id: "")) }
        for gate in [throwing, empty] {
            guard case .failed = await gate.ask(request(), from: peer) else {
                Issue.record("let in")
                continue
            }
        }
    }

    /// The first request hangs for ever, and does not hear that it is cancelled. The others are answered meanwhile.
    @Test func aCheckThatHangsIsGivenUpAndKeepsNobodyElse() async throws {
        let hung = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let gate = gate { request in
            guard request.path == "/slow" else { return .visitor(Visitor(id: "ann")) }
            await withCheckedContinuation { continuation in
                hung.withLock { $0 = continuation }
                begin.yield()
            }
            return .visitor(Visitor(id: "late"))
        }
        let slow = Task { await gate.ask(VisitorRequest(path: "/slow", headers: [:]), from: peer) }
        for await _ in begun { break }
        guard case .answer(.visitor) = await gate.ask(request(), from: peer) else {
            throw NotSo("kept waiting")
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        guard case .failed = await slow.value else { throw NotSo("let in") }
        hung.withLock { $0.take() }?.resume()
    }

    @Test func onlySoManyChecksRunAtATime() async throws {
        let checks = HangingChecks()
        let gate = gate { _ in
            await checks.hang()
            return .anonymous
        }
        let asking = (0..<VisitorGate.capacity).map { number in
            Task { await gate.ask(request(), from: PeerAddress("192.0.2.\(number % 8)")) }
        }
        await checks.wait(for: VisitorGate.capacity)
        guard case .failed = await gate.ask(request(), from: peer) else { throw NotSo("one too many") }
        checks.letGo()
        for task in asking {
            guard case .answer(.anonymous) = await task.value else { throw NotSo("not answered") }
        }
    }

    /// One address fills its share with checks that never end. Others are answered, and it is, too, after the deadline.
    @Test func checksThatHangKeepOnlyTheirAddressWaiting() async {
        let checks = HangingChecks()
        let gate = gate { request in
            guard request.path == "/slow" else { return .anonymous }
            await checks.hang()
            return .anonymous
        }
        let slow = VisitorRequest(path: "/slow", headers: [:])
        let asking = (0..<VisitorGate.share).map { _ in Task { await gate.ask(slow, from: peer) } }
        await checks.wait(for: VisitorGate.share)
        #expect(name(await gate.ask(request(), from: peer)) == "failed")
        #expect(name(await gate.ask(request(), from: PeerAddress("192.0.2.2"))) == "asked")
        await clock.waitForSleepers(VisitorGate.share)
        clock.advance(by: .seconds(10))
        for task in asking { #expect(name(await task.value) == "failed") }
        #expect(name(await gate.ask(request(), from: peer)) == "asked")
        checks.letGo()
    }

    /// Guesses that are sent at the same time count before one of them is answered.
    @Test func guessesAtTheSameTimeAreCounted() async {
        let checks = HangingChecks()
        let gate = gate { request in
            await checks.hang()
            return .password(realm: "Board")
        }
        let asking = (0..<30).map { _ in Task { await gate.ask(request("YW5uOnh4eHg="), from: peer) } }
        await checks.wait(for: 30)
        #expect(name(await gate.ask(request("YW5uOnh4eHg="), from: peer)) == "later")
        checks.letGo()
        for task in asking { #expect(name(await task.value) == "asked") }
        #expect(name(await gate.ask(request("YW5uOnh4eHg="), from: peer)) == "later")
    }

    /// A member is recognized by a cookie, and tries the passwords of others beside it.
    @Test func aGuessBesideACookieIsNoRightPassword() async {
        let gate = gate { [basic] request in
            if request.headers[.cookie] != nil { return .visitor(Visitor(id: "ben")) }
            return try await basic.answer(to: request)
        }
        let guesses = (0..<32).map { Data("ann:\($0)".utf8).base64EncodedString() }
        for guess in guesses { #expect(name(await gate.ask(request(guess, cookie: "club=b1"), from: peer)) == "in") }
        var outcomes: [String] = []
        for guess in guesses { outcomes.append(name(await gate.ask(request(guess), from: peer))) }
        #expect(outcomes == Array(repeating: "asked", count: 30) + ["later", "later"])
    }

    @Test func passwordsCannotBeGuessed() async {
        let asked = Mutex(0)
        let right = "YW5uOnJvc2U="  // ann:rose
        let gate = gate { [basic] request in
            asked.withLock { $0 += 1 }
            return try await basic.answer(to: request)
        }
        func outcome(_ password: String?, from peer: PeerAddress? = nil) async -> String {
            name(await gate.ask(request(password), from: peer ?? self.peer))
        }
        #expect(await outcome(right) == "in")
        for _ in 0..<30 { #expect(await outcome("YW5uOnh4eHg=") == "asked") }
        let count = asked.withLock { $0 }
        #expect(await outcome("YW5uOnh4eHg=") == "later")
        #expect(asked.withLock { $0 } == count, "the check is not asked")
        // Without a password the browser asks. Who is in stays in, and another network is not affected.
        #expect(await outcome(nil) == "asked")
        #expect(await outcome(right) == "in")
        #expect(await outcome("YW5uOnh4eHg=", from: PeerAddress("192.0.2.2")) == "asked")
    }

    // MARK: Signing out

    @Test func aSignOutClosesTheWindowsOfOnePerson() {
        let windows = VisitorWindows()
        let closed = Mutex<[String]>([])
        let check = ContinuousClock.now
        let numbers = ["ann", "ann", "ben"].map { name in
            windows.add(name, checkedAt: check) { closed.withLock { $0.append(name) } }
        }
        #expect(Set(numbers).count == 3 && windows.count == 3)
        windows.signOut("ann")
        #expect(closed.withLock { $0 } == ["ann", "ann"])
        #expect(windows.count == 1)
        numbers[2].map { windows.remove($0, of: "ben") }
        #expect(windows.count == 0)
    }

    /// The check has read the session before it ended, and the window opens after the sign-out.
    @Test func aWindowThatWasCheckedBeforeASignOutDoesNotOpen() {
        let now = Mutex(ContinuousClock.now)
        let windows = VisitorWindows { now.withLock { $0 } }
        let before = now.withLock { $0 }
        now.withLock { $0 += .seconds(1) }
        windows.signOut("ann")
        #expect(windows.add("ann", checkedAt: before) {} == nil)
        #expect(windows.add("ben", checkedAt: before) {} != nil)
        now.withLock { $0 += .seconds(1) }
        #expect(windows.add("ann", checkedAt: now.withLock { $0 }) {} != nil, "signed in again")
        // Sign-outs are forgotten when no check can be that old.
        now.withLock { $0 += .seconds(60) }
        windows.signOut("ben")
        #expect(windows.add("ann", checkedAt: before) {} != nil)
    }
}
