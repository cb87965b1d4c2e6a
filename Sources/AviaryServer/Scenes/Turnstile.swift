/// Lets one task at a time through, in the order of arrival.
///
/// Belongs to an actor and is used on it only; what it adds is that a turn stays whole across its suspensions.
///
/// A waiter is added to the queue before any suspension: a task that prefers another executor than the one it runs on is
/// enqueued once more before `withCheckedContinuation` calls its body.
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
