/// A lock for async code that lets one task at a time through, in the order of arrival.
///
/// It belongs to an actor and is used on that actor only. Unlike the actor itself, it keeps a turn whole across
/// suspensions.
///
/// A waiter is queued before any suspension. Without care a task could lose its position here: if it prefers another
/// executor than it runs on, it is enqueued once more before `withCheckedContinuation` calls its body.
final class Turnstile {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
        await withCheckedContinuation { continuation in
            if isTaken { return waiting.append(continuation) }
            isTaken = true
            continuation.resume()
        }
    }

    func leave() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
