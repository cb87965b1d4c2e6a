/// A lock for async code that lets one task at a time through, in the order of arrival.
///
/// It belongs to an actor and is used on that actor only. Unlike the actor itself, it lets no second task through while
/// the first is suspended.
///
/// The check and the append are in one step, in the body of `withCheckedContinuation`. A task may prefer another executor
/// than the one on which it runs. Then it is enqueued once more before that body is called, and a check before the call
/// could be outdated.
final class AsyncLock {
    private var isLocked = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func lock() async {
        await withCheckedContinuation { continuation in
            if isLocked { return waiting.append(continuation) }
            isLocked = true
            continuation.resume()
        }
    }

    func unlock() {
        if waiting.isEmpty { isLocked = false } else { waiting.removeFirst().resume() }
    }
}
