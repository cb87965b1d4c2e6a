extension Changeset {
    /// Finds the deleted and inserted sections. A moved section is deleted and inserted.
    ///
    /// - Parameter sections: Sections that may have been inserted, deleted or moved. All others are in both snapshots,
    ///   in the same order. `nil` when this is unknown.
    /// - Complexity: O(*c* log *n*) for *c* such sections. If they are unknown, O(*s*) for all *s* sections; or the
    ///   cost of `Snapshot.hasSameSections(as:)` when both snapshots have the same sections.
    @usableFromInline
    mutating func findSectionChanges<S: Snapshot<ItemID>>(from old: S, to new: S, among sections: Set<S.SectionID>?) {
        typealias Numbers = [(id: S.SectionID, number: Int)]
        func numbers(in snapshot: S) -> Numbers {
            guard let sections else { return snapshot.sectionIdentifiers.enumerated().map { ($0.element, $0.offset) } }
            let found: Numbers = sections.compactMap { id in snapshot.section(of: id).map { (id, $0) } }
            return found.sorted { $0.number < $1.number }
        }
        if let sections { guard !sections.isEmpty else { return } } else if old.hasSameSections(as: new) { return }
        let (before, after) = (numbers(in: old), numbers(in: new))
        let ranks = Dictionary(zip(after.lazy.map(\.id), 0...)) { first, _ in first }
        // The sections that are not among `before` and `after` keep their order. A section that passed none of them has
        // the same number of them before it in both snapshots.
        let comparable = before.enumerated().compactMap { rank, section -> (from: Int, to: Int)? in
            guard let newRank = ranks[section.id] else { return nil }
            let to = after[newRank].number
            return section.number - rank == to - newRank ? (section.number, to) : nil
        }
        let kept = longestIncreasingSubsequence(comparable.map(\.to)).map { comparable[$0] }
        let (keptBefore, keptAfter) = (Set(kept.lazy.map(\.from)), Set(kept.lazy.map(\.to)))
        deletedSections = before.map(\.number).filter { !keptBefore.contains($0) }
        insertedSections = after.map(\.number).filter { !keptAfter.contains($0) }
    }
}
