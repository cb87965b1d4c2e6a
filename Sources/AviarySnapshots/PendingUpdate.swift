/// One update or several that wait for their readers, to be told as one.
struct PendingUpdate<S: Snapshot>: Sendable {
    private let first: SnapshotUpdate<S>
    /// Where the updates behind the first lead.
    private var last: S?
    private var touched: [S.ItemID: ColumnSet] = [:]
    private var sections: Set<S.SectionID> = []
    /// Whether any of them replaces the list: which items it concerns is not known then.
    private var isReplacement: Bool

    init(_ update: SnapshotUpdate<S>) { (first, isReplacement) = (update, update.isReplacement) }

    /// Whether `update` costs a search.
    var isMerged: Bool { last != nil }

    /// Adds the update that follows.
    ///
    /// - Complexity: O(*k*) for *k* items and sections that it mentions.
    mutating func add(_ next: SnapshotUpdate<S>) { add(PendingUpdate(next)) }

    /// Adds the updates that follow.
    mutating func add(_ next: PendingUpdate) {
        if last == nil {
            touched = first.changeset.touched
            sections = first.changedSections
        }
        touched.merge(next.isMerged ? next.touched : next.first.changeset.touched) { $0.union($1) }
        sections.formUnion(next.isMerged ? next.sections : next.first.changedSections)
        last = next.last ?? next.first.new
        isReplacement = isReplacement || next.isReplacement
    }

    /// - Complexity: O(*k* log *n*) for *k* items that any of them mentions, when there are several.
    var update: SnapshotUpdate<S> {
        guard let last else { return first }
        if isReplacement { return SnapshotUpdate(replacing: first.old, by: last) }
        return SnapshotUpdate(
            from: first.old, to: last,
            changeset: Changeset(from: first.old, to: last, touched: touched, sections: sections))
    }
}

extension SnapshotUpdate {
    /// The sections that the changeset speaks of.
    fileprivate var changedSections: Set<S.SectionID> {
        Set(changeset.deletedSections.map(old.sectionIdentifier(at:)))
            .union(changeset.insertedSections.lazy.map(new.sectionIdentifier(at:)))
    }
}
