public import Synchronization

/// A position in the sequence of updates of a list. Readers are at such points.
///
///     point ── step ─▶ point ── step ─▶ point      the newest has no step yet
///       └───────── one step over both ─────▲
///
/// Many readers may fall behind together. They are at the same point, so the updates after this point are merged once
/// and stored at the point. A later reader gets the same step if it covers at least half of what the reader has missed.
/// Otherwise the updates are merged again, up to the newest point.
///
/// The code that runs for each change is inlinable, here and in `SnapshotUpdates`, so the compiler specializes it in
/// other modules. Otherwise generic code looks up type metadata in each call, which takes longer than everything else.
@usableFromInline
package final class UpdatePoint<S: Snapshot>: Sendable {
    /// The number of updates before this point.
    @usableFromInline let number: Int
    @usableFromInline let way: Mutex<Way?>

    @usableFromInline
    struct Way {
        @usableFromInline var step: UpdateStep<S>
        /// `true` when a reader has taken the step.
        @usableFromInline var isTaken: Bool

        @inlinable
        init(step: UpdateStep<S>) { (self.step, isTaken) = (step, false) }
    }

    package convenience init() { self.init(number: 0) }

    @inlinable
    init(number: Int) {
        self.number = number
        way = Mutex(nil)
    }

    /// Adds an update after this point, which is the newest one.
    ///
    /// - Returns: The new newest point.
    @inlinable
    package func append(_ update: SnapshotUpdate<S>) -> UpdatePoint {
        let next = UpdatePoint(number: number + 1)
        way.withLock { $0 = Way(step: UpdateStep(PendingUpdate(update), to: next)) }
        return next
    }

    /// The step for a reader at this point. It leads to the newest point, or covers at least half of the way. `nil` at
    /// the newest point.
    @inlinable
    func take() -> UpdateStep<S>? {
        way.withLock { way in
            guard let known = way else { return nil }
            if known.step.end.way.withLock({ $0 == nil }) {
                way?.isTaken = true
                return known.step
            }
            let steps = steps(from: known.step)
            let missed = steps[steps.count - 1].end.number - number
            if !known.isTaken || 2 * (known.step.end.number - number) < missed { way?.step = .joining(steps) }
            way?.isTaken = true
            return way?.step
        }
    }

    /// The number of the newest point.
    var newest: Int { way.withLock { $0.map { steps(from: $0.step) }?.last?.end.number } ?? number }

    /// Joins all steps up to the newest point. This releases the points between that have no reader.
    @usableFromInline
    func shorten() {
        way.withLock { way in
            if let known = way { way?.step = .joining(steps(from: known.step)) }
        }
    }

    // A caller may hold the lock of an earlier point. Locks are always taken from earlier to later points, so no two
    // threads wait for each other.
    @usableFromInline
    func steps(from first: UpdateStep<S>) -> [UpdateStep<S>] {
        var steps = [first]
        while let more = steps[steps.count - 1].end.way.withLock({ $0?.step }) { steps.append(more) }
        return steps
    }
}

/// The change from one point to a later one: one update, or several that are merged.
@usableFromInline
final class UpdateStep<S: Snapshot>: Sendable {
    @usableFromInline let end: UpdatePoint<S>
    @usableFromInline let pending: PendingUpdate<S>
    @usableFromInline let merged: Mutex<SnapshotUpdate<S>?>

    @inlinable
    init(_ pending: PendingUpdate<S>, to end: UpdatePoint<S>) {
        self.pending = pending
        self.end = end
        merged = Mutex(nil)
    }

    /// - Parameter steps: At least one step. Each begins where the previous one ends.
    /// - Complexity: O(*k*) for *k* items and sections in them.
    @usableFromInline
    static func joining(_ steps: [UpdateStep]) -> UpdateStep {
        guard steps.count > 1 else { return steps[0] }
        var pending = steps[0].pending
        for step in steps.dropFirst() { pending.add(step.pending) }
        return UpdateStep(pending, to: steps[steps.count - 1].end)
    }

    /// The update of this step. The first reader that needs it computes it.
    @inlinable
    var update: SnapshotUpdate<S> {
        guard pending.isMerged else { return pending.update }
        return merged.withLock { merged in
            if let merged { return merged }
            let update = pending.update
            merged = update
            return update
        }
    }
}
