import AviaryImages
import AviaryResults
import Synchronization

/// The pictures that one window waits for, by photo.
///
/// A fetch begins when the cell comes into view or near the viewport, and is cancelled when the cell has left. Results
/// are collected for a moment, so that the page gets them in one batch update.
final class PictureFetches {
    /// The result for a picture. `failure` is `nil` if the picture is stored. Otherwise it is a message with the
    /// reason.
    typealias Outcome = (id: WebPhoto.ID, failure: String?)

    /// Signals that `take()` has results, or that `isSlow` has changed.
    let arrivals: AsyncStream<Void>

    private let size: PictureSize
    private let library: PhotoramaLibrary
    private let glance: Duration
    private let inbox: Inbox
    private var running: [WebPhoto.ID: Running] = [:]

    private struct Running {
        var priority: ImageRequest.Priority
        /// The time at which the fetch begins.
        var start: ContinuousClock.Instant
        /// A task for each priority. Earlier tasks continue, so that the shared request always has a task that waits.
        var tasks: [Task<Void, Never>]
    }

    /// Makes an empty set of fetches.
    ///
    /// - Parameters:
    ///   - glance: How long an item must stay in view during scrolling before its picture is fetched.
    ///   - pause: How long a result waits for further results, because each update redraws the page. The result does
    ///     not wait if no other picture in view is outstanding.
    ///   - slowness: How long pictures in view may take before `isSlow` becomes true.
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

    /// Whether to show a progress indicator. It becomes true when pictures in view are outstanding, and the last of
    /// them came into view `slowness` ago. It becomes false when none is outstanding.
    var isSlow: Bool { inbox.isSlow }

    /// Fetches a picture. If it is being fetched, this only raises the priority, or lets a waiting fetch begin at once.
    ///
    /// - Parameters:
    ///   - id: The photo's identifier.
    ///   - priority: `.visible` for an item in view, lower for an item near it.
    ///   - hasScrollingEnded: Whether scrolling has stopped. Then the fetch begins at once.
    func begin(_ id: WebPhoto.ID, _ priority: ImageRequest.Priority, hasScrollingEnded: Bool = false) {
        if let earlier = running[id] {
            let isWaiting = earlier.start > .now
            guard earlier.priority < priority || isWaiting && hasScrollingEnded else { return }
            if isWaiting { cancel(id) }
        }
        let wait = hasScrollingEnded || running[id] != nil ? .zero : priority < .visible ? nearbyDelay : glance
        let start = ContinuousClock.now + wait
        if priority == .visible { inbox.expect(id) }
        var fetch = running[id] ?? Running(priority: priority, start: start, tasks: [])
        fetch.priority = priority
        fetch.tasks.append(
            Task { [size, library, inbox] in
                do {
                    // In a fast scroll, the item leaves the viewport before this time. Then the task is cancelled, and
                    // nothing is fetched.
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

    /// Cancels a fetch. A result that has already arrived is still delivered.
    func cancel(_ id: WebPhoto.ID) {
        inbox.dismiss(id)
        for task in running.removeValue(forKey: id)?.tasks ?? [] { task.cancel() }
    }

    func cancelAll() {
        for id in Array(running.keys) { cancel(id) }
    }

    /// Takes the results that have arrived since the last call.
    func take() -> [Outcome] {
        inbox.take().map { id, failure in
            cancel(id)
            return (id, failure)
        }
    }
}

/// How long an item must stay near the viewport before its picture is fetched.
private let nearbyDelay = Duration.milliseconds(300)

/// Collects the results of tasks, and signals them together.
private final class Inbox: Sendable {
    private struct State {
        var outcomes: [WebPhoto.ID: String?] = [:]
        /// The outstanding pictures in view.
        var expected: Set<WebPhoto.ID> = []
        /// The time at which the last outstanding picture came into view.
        var lastExpected = ContinuousClock.now
        var isTimed = false
        var isSlow = false

        /// Removes an outstanding picture.
        ///
        /// - Returns: Whether it was the last outstanding picture.
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

    /// Adds an outstanding picture in view. Results wait for this picture, but only for a short time.
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

    /// Checks whether fetching has become slow. The time starts again with each picture that comes into view, because a
    /// person who scrolls does not wait.
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
        if isLast { return signal() }
        guard isFirst else { return }
        Task {
            try? await Task.sleep(for: pause)
            signal()
        }
    }

    private func signal() {
        // Without results, there is nothing to signal: an earlier signal has delivered them.
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
