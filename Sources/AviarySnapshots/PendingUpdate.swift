/// One or several updates that wait for their readers, and are delivered as one.
@usableFromInline
package struct PendingUpdate<S: Snapshot>: Sendable {
    @usableFromInline let first: SnapshotUpdate<S>
    /// The updates after the first; usually `nil`.
    @usableFromInline var more: More?

    @usableFromInline
    struct More: Sendable {
        /// The snapshot after the last update.
        var last: S
        /// The items of all updates. The next two properties also concern all updates.
        var touched: [S.ItemID: ColumnSet]
        var sections: Set<S.SectionID>
        /// `true` when any of the updates replaces the list. Then it is unknown which items changed.
        var isReplacement: Bool

        fileprivate init(_ update: SnapshotUpdate<S>) {
            (last, touched, isReplacement) = (update.new, update.changeset.touched, update.isReplacement)
            sections = update.changedSections
        }
    }

    @inlinable
    package init(_ update: SnapshotUpdate<S>) { (first, more) = (update, nil) }

    /// `true` when there are several updates, so that `update` has to compute a changeset.
    @inlinable
    var isMerged: Bool { more != nil }

    /// Adds the update that follows.
    ///
    /// - Complexity: O(*k*) for *k* items and sections in the added update.
    package mutating func add(_ next: SnapshotUpdate<S>) { add(PendingUpdate(next)) }

    /// Adds the updates that follow.
    mutating func add(_ next: PendingUpdate) {
        var all = more ?? More(first)
        more = nil
        let next = next.more ?? More(next.first)
        all.last = next.last
        all.touched.merge(next.touched) { $0.union($1) }
        all.sections.formUnion(next.sections)
        all.isReplacement = all.isReplacement || next.isReplacement
        more = all
    }

    /// All updates as one.
    ///
    /// - Complexity: O(1) for one update. O(*k* log *n*) for *k* items of several updates. O(*m*) for *m* known items
    ///   of both lists, if one of the updates replaces the list.
    @inlinable
    package var update: SnapshotUpdate<S> {
        guard let more else { return first }
        return merged(more)
    }

    @usableFromInline
    func merged(_ all: More) -> SnapshotUpdate<S> {
        if all.isReplacement { return SnapshotUpdate(replacing: first.old, by: all.last) }
        return SnapshotUpdate(
            from: first.old, to: all.last,
            changeset: Changeset(from: first.old, to: all.last, touched: all.touched, sections: all.sections))
    }
}

extension SnapshotUpdate {
    /// The sections in the changeset.
    fileprivate var changedSections: Set<S.SectionID> {
        Set(changeset.deletedSections.map(old.sectionIdentifier(at:)))
            .union(changeset.insertedSections.lazy.map(new.sectionIdentifier(at:)))
    }
}
