import Foundation

/// Calls back as soon as the commit of another connection can be read. It compares the index of the log after each write
/// to the database's files.
///
/// A write is reported some moments before its commit can be read: SQLite writes the log, waits for the disk, and changes
/// the index last. So the index is compared again and again, with growing pauses, until it has changed.
///
/// `@unchecked Sendable`: the state is used on `queue` only.
final class CommitWatch: @unchecked Sendable {
    /// Where `check()` is called.
    let queue = DispatchQueue(label: "aviary.commits")
    private let index: LogIndex
    private let ownCommits: @Sendable () -> Int
    private let onCommit: @Sendable () -> Bool
    /// The header of the index before the last look.
    private var known: LogIndex.Header?
    private var knownOwnCommits: Int
    /// The next comparison; `nil` when none is waited for.
    private var next: DispatchWorkItem?
    /// Whether `next` waits for this process to have made several commits.
    private var isDelayed = false

    /// The pause before a look while this process writes itself. Several commits then need one look.
    private static let pauseOfWriters = 0.005
    /// How long the index is compared without a pause. Most commits can be read some 20 microseconds after their write,
    /// and the shortest sleep takes 70.
    private static let timeWithoutPause = Duration.microseconds(60)
    /// How often the index is compared after that, before the pauses. Each time takes some 70 microseconds.
    private static let comparisonsAtOnce = 12
    /// The pauses between further comparisons, in seconds. The last ones reach to the next regular look of the store.
    static let pauses: [Double] =
        [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064] + Array(repeating: 0.125, count: 16)

    /// - Parameters:
    ///   - path: The path of the database.
    ///   - isReadOnly: Whether nothing may be written to the database's files.
    ///   - ownCommits: Returns how many transactions of this process have begun to commit.
    ///   - onCommit: Follows the commits of other connections. It is called on `queue`. It returns `false` when nothing
    ///     could be read; then it is called again.
    /// - Returns: `nil` when the database is not in WAL mode.
    init?(
        path: String, isReadOnly: Bool, ownCommits: @escaping @Sendable () -> Int,
        onCommit: @escaping @Sendable () -> Bool
    ) {
        guard let index = LogIndex(path: path, isReadOnly: isReadOnly) else { return nil }
        self.index = index
        self.ownCommits = ownCommits
        self.onCommit = onCommit
        known = index.header
        knownOwnCommits = ownCommits()
    }

    /// Whether no comparison is waited for. Read on `queue`.
    var isIdle: Bool { next == nil }

    /// Ends the watch, and lets the file leave WAL mode.
    func close() { index.close() }

    /// Compares the index after a write. Called on `queue`.
    func check() {
        // The look that is waited for is followed by further comparisons.
        if isDelayed { return }
        next?.cancel()
        next = nil
        // The write is this process's own, or is followed together with one.
        if ownCommits() != knownOwnCommits { return noteChange(Self.pauses[...]) }
        let begin = ContinuousClock.now
        repeat {
            if hasChanged { return noteChange(Self.pauses[...]) }
            sched_yield()
        } while ContinuousClock.now - begin < Self.timeWithoutPause
        for _ in 0..<Self.comparisonsAtOnce {
            usleep(20)
            if hasChanged { return noteChange(Self.pauses[...]) }
        }
        compareLater(Self.pauses[...])
    }

    private var hasChanged: Bool {
        // The header is being written when there is none.
        guard let header = index.header else { return true }
        return header != known
    }

    /// - Parameter pauses: Those that are left, as in all functions here. After an error they go on to grow.
    private func noteChange(_ pauses: ArraySlice<Double>) {
        guard ownCommits() != knownOwnCommits else { return look(pauses) }
        isDelayed = true
        after(Self.pauseOfWriters) { watch in
            watch.isDelayed = false
            watch.look(pauses)
        }
    }

    private func look(_ pauses: ArraySlice<Double>) {
        (known, knownOwnCommits) = (index.header, ownCommits())
        if !onCommit() { known = nil }
        // The write that was reported last may be of a later commit, which cannot be read yet.
        compareLater(pauses)
    }

    private func compareLater(_ pauses: ArraySlice<Double>) {
        guard let pause = pauses.first else { return }
        after(pause) { watch in
            let rest = pauses.dropFirst()
            if watch.hasChanged { watch.noteChange(rest) } else { watch.compareLater(rest) }
        }
    }

    private func after(_ seconds: Double, _ work: @escaping (CommitWatch) -> Void) {
        let item = DispatchWorkItem { [weak self] in
            self?.next = nil
            if let self { work(self) }
        }
        next = item
        queue.asyncAfter(deadline: .now() + seconds, execute: item)
    }
}
