import AviaryImages
import AviaryResults
import Synchronization

/// The pictures that one window waits for, by the identity of their photos.
///
/// A picture is asked for when its cell comes into view or near, and given up when that is gone again. What has come is
/// told together: pictures that come at one moment are one step of the page.
final class PictureFetches {
    /// What became of a picture: `nil` when it is stored now, or else why not.
    typealias Outcome = (id: WebPhoto.ID, failure: String?)

    /// Something has come, or `isSlow` is another: time for `take`.
    let arrivals: AsyncStream<Void>

    private let size: PictureSize
    private let library: PhotoramaLibrary
    private let glance: Duration
    private let inbox: Inbox
    private var running: [WebPhoto.ID: Running] = [:]

    private struct Running {
        var priority: ImageRequest.Priority
        /// When it is asked for.
        var start: ContinuousClock.Instant
        /// One for each priority it was asked for with: an earlier one goes on, so that the request is never without a waiter.
        var tasks: [Task<Void, Never>]
    }

    /// - Parameters:
    ///   - glance: How long an item has to stay in view before its picture is asked for, while the list moves.
    ///   - pause: How long what has come waits for what comes next, unless nothing in view is still to come: a page that
    ///     draws a screenful one by one draws it often.
    ///   - slowness: How long pictures in view are waited for until that is slow.
    init(
        _ size: PictureSize, from library: PhotoramaLibrary, glance: Duration = .zero,
        pause: Duration = .milliseconds(40), slowness: Duration = .seconds(1)
    ) {
        (self.size, self.library, self.glance) = (size, library, glance)
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.arrivals = arrivals
        inbox = Inbox(arrived, pause: pause, slowness: slowness)
    }

    deinit { cancelAll() }

    /// Whether pictures in view have been waited for so long, since the last of them came into view, that a person
    /// wants to see that something goes on. It ends when none is waited for.
    var isSlow: Bool { inbox.isSlow }

    /// Asks for a picture. One that is under way is asked for once more only to have it sooner.
    ///
    /// - Parameters:
    ///   - id: The photo's identifier.
    ///   - priority: `.visible` for an item in view, lower for one near.
    ///   - isAtRest: Whether the list stands still: then the item is not about to be passed, and nothing is waited for.
    func begin(_ id: WebPhoto.ID, _ priority: ImageRequest.Priority, isAtRest: Bool = false) {
        if let earlier = running[id] {
            let isWaiting = earlier.start > .now
            guard earlier.priority < priority || isWaiting && isAtRest else { return }
            if isWaiting { cancel(id) }
        }
        let wait = isAtRest || running[id] != nil ? .zero : priority < .visible ? patience : glance
        let start = ContinuousClock.now + wait
        if priority == .visible { inbox.expect(id) }
        var fetch = running[id] ?? Running(priority: priority, start: start, tasks: [])
        fetch.priority = priority
        fetch.tasks.append(
            Task { [size, library, inbox] in
                do {
                    // Whoever scrolls fast has passed it before that.
                    try await Task.sleep(until: start)
                    let photo = try await library.photo(id)
                    try await library.picture(of: photo, size: size, priority: priority)
                    inbox.put(id, library.isStored(photo, size: size) ? nil : PhotoramaError.notStored.description)
                } catch {
                    guard !Task.isCancelled else { return }
                    inbox.put(id, library.store.sentence(about: error))
                }
            })
        running[id] = fetch
    }

    /// Gives a picture up. What has come already is told all the same.
    func cancel(_ id: WebPhoto.ID) {
        inbox.dismiss(id)
        for task in running.removeValue(forKey: id)?.tasks ?? [] { task.cancel() }
    }

    func cancelAll() {
        for id in Array(running.keys) { cancel(id) }
    }

    /// What has come since.
    func take() -> [Outcome] {
        inbox.take().map { id, failure in
            cancel(id)
            return (id, failure)
        }
    }
}

/// How long an item has to stay near the visible rect before its picture is asked for.
private let patience = Duration.milliseconds(300)

/// Where tasks leave what has come.
private final class Inbox: Sendable {
    private struct State {
        var outcomes: [WebPhoto.ID: String?] = [:]
        /// Those in view that are still to come.
        var expected: Set<WebPhoto.ID> = []
        /// When the last of those came into view.
        var lastExpected = ContinuousClock.now
        var isTimed = false
        var isSlow = false

        /// - Returns: Whether it was the last of those.
        mutating func remove(expected id: WebPhoto.ID) -> Bool {
            guard expected.remove(id) != nil, expected.isEmpty else { return false }
            isSlow = false
            return true
        }
    }

    private let state = Mutex(State())
    private let arrived: AsyncStream<Void>.Continuation
    private let pause: Duration
    private let slowness: Duration

    init(_ arrived: AsyncStream<Void>.Continuation, pause: Duration, slowness: Duration) {
        (self.arrived, self.pause, self.slowness) = (arrived, pause, slowness)
    }

    deinit { arrived.finish() }

    var isSlow: Bool { state.withLock { $0.isSlow } }

    /// Has the others wait for it.
    func expect(_ id: WebPhoto.ID) {
        let begins = state.withLock { state in
            state.expected.insert(id)
            state.lastExpected = .now
            defer { state.isTimed = true }
            return !state.isTimed
        }
        if begins { look(at: .now + slowness) }
    }

    private func look(at instant: ContinuousClock.Instant) {
        Task { [weak self] in
            try? await Task.sleep(until: instant)
            self?.look()
        }
    }

    /// Whether it is slow by now. While pictures come into view the time begins anew: whoever scrolls waits for none.
    private func look() {
        let (next, isSlow) = state.withLock { state -> (ContinuousClock.Instant?, Bool) in
            state.isTimed = false
            if state.expected.isEmpty || state.isSlow { return (nil, false) }
            let end = state.lastExpected + slowness
            state.isTimed = end > .now
            state.isSlow = !state.isTimed
            return (state.isTimed ? end : nil, state.isSlow)
        }
        if let next { look(at: next) }
        if isSlow { arrived.yield() }
    }

    func dismiss(_ id: WebPhoto.ID) {
        let isNews = state.withLock { state in
            let wasSlow = state.isSlow
            return state.remove(expected: id) && (wasSlow || !state.outcomes.isEmpty)
        }
        if isNews { arrived.yield() }
    }

    func put(_ id: WebPhoto.ID, _ failure: String?) {
        let (isFirst, isLast) = state.withLock { state in
            state.outcomes[id] = .some(failure)
            return (state.outcomes.count == 1, state.remove(expected: id))
        }
        if isLast { return tell() }
        guard isFirst else { return }
        Task {
            try? await Task.sleep(for: pause)
            tell()
        }
    }

    private func tell() {
        // What came last has told of all.
        guard state.withLock({ !$0.outcomes.isEmpty }) else { return }
        arrived.yield()
    }

    func take() -> [WebPhoto.ID: String?] {
        state.withLock { state in
            defer { state.outcomes = [:] }
            return state.outcomes
        }
    }
}
