import AviaryResults
import GRDB
import Synchronization

/// The callers that wait for a receipt, or for any step.
final class ReplicaWaiting: Sendable {
    private struct State {
        var steps = 0
        var last = 0
        var forReceipt: [String: [Int: CheckedContinuation<Bool, Never>]] = [:]
        var forStep: [Int: CheckedContinuation<Bool, Never>] = [:]
        /// The numbers of waits that have given up, perhaps before their continuation was stored.
        var ended: Set<Int> = []
    }

    private let state = Mutex(State())

    /// How many steps there were so far.
    var steps: Int { state.withLock { $0.steps } }

    // MARK: Steps

    func noteStep() {
        let waiting = state.withLock { state in
            state.steps += 1
            defer { state.forStep = [:] }
            return state.forStep
        }
        for continuation in waiting.values { continuation.resume(returning: true) }
    }

    /// - Returns: `true` when there were more than `steps` steps; `false` after the timeout or a cancellation.
    func wait(after steps: Int, timeout: Duration) async -> Bool {
        await limited(timeout) { number in
            await withCheckedContinuation { continuation in
                let answer: Bool? = self.state.withLock { state in
                    if state.steps > steps { return true }
                    if state.ended.contains(number) { return false }
                    state.forStep[number] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } giveUp: { number in
            self.state.withLock { $0.forStep.removeValue(forKey: number) }?.resume(returning: false)
        }
    }

    // MARK: Receipts

    /// Checks which receipts have arrived. Called on the writer queue, after a commit.
    func noteReceipts(in db: Database) throws {
        let names = state.withLock { Array($0.forReceipt.keys) }
        for name in names where try Self.has(name, db) { found(name) }
    }

    static func has(_ name: String, _ db: Database) throws -> Bool {
        let receipts = "SELECT EXISTS (SELECT 1 FROM main.aviaryReceipt WHERE name = ?)"
        return try Bool.fetchOne(db.cachedStatement(sql: receipts), arguments: [name]) ?? false
    }

    private func found(_ name: String) {
        let waiting = state.withLock { $0.forReceipt.removeValue(forKey: name) } ?? [:]
        for continuation in waiting.values { continuation.resume(returning: true) }
    }

    /// - Parameter look: Looks for the receipt once. It is called when the wait is registered, so that no arrival
    ///   is missed.
    /// - Returns: `true` when the receipt is there; `false` after the timeout or a cancellation.
    func wait(
        forReceipt name: String, timeout: Duration, look: @escaping @Sendable () async throws -> Bool
    ) async -> Bool {
        await limited(timeout) { number in
            await withCheckedContinuation { continuation in
                let hasEnded = self.state.withLock { state in
                    if state.ended.contains(number) { return true }
                    state.forReceipt[name, default: [:]][number] = continuation
                    return false
                }
                if hasEnded { return continuation.resume(returning: false) }
                Task { if (try? await look()) == true { self.found(name) } }
            }
        } giveUp: { number in
            self.state.withLock { state in
                let continuation = state.forReceipt[name]?.removeValue(forKey: number)
                if state.forReceipt[name]?.isEmpty == true { state.forReceipt[name] = nil }
                return continuation
            }?.resume(returning: false)
        }
    }

    // MARK: Time

    /// Waits, and gives up after the timeout or a cancellation.
    private func limited(
        _ timeout: Duration, _ wait: @escaping @Sendable (_ number: Int) async -> Bool,
        giveUp: @escaping @Sendable (_ number: Int) -> Void
    ) async -> Bool {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let end: @Sendable () -> Void = {
            self.state.withLock { _ = $0.ended.insert(number) }
            giveUp(number)
        }
        defer { state.withLock { _ = $0.ended.remove(number) } }
        return await withTaskCancellationHandler {
            let alarm = Task {
                try await Task.sleep(for: timeout)
                end()
            }
            defer { alarm.cancel() }
            return await wait(number)
        } onCancel: {
            end()
        }
    }
}

extension Replica {
    /// How many steps were applied to the file since it was opened. A new copy counts as a step.
    public var steps: Int { waiting.steps }

    /// Waits until more than `steps` steps were applied to the file.
    ///
    /// - Parameters:
    ///   - steps: The value of the property `steps` before the wait.
    ///   - timeout: How long to wait.
    /// - Returns: `true` when there were more steps; `false` after the timeout or a cancellation.
    @discardableResult
    public func wait(after steps: Int, timeout: Duration) async -> Bool {
        hurry()
        return await waiting.wait(after: steps, timeout: timeout)
    }

    /// Waits until the file has the row of a receipt.
    ///
    /// - Parameters:
    ///   - name: The receipt.
    ///   - timeout: How long to wait.
    /// - Returns: `true` when the file has the receipt, and with it everything that was committed with the receipt.
    ///   `false` after the timeout.
    /// - Throws: `CancellationError`.
    public func wait(forReceipt name: String, timeout: Duration) async throws -> Bool {
        hurry()
        let store = store
        let isThere = await waiting.wait(forReceipt: name, timeout: timeout) {
            try await store.read { db in try ReplicaWaiting.has(name, db) }
        }
        try Task.checkCancellation()
        return isThere
    }
}
