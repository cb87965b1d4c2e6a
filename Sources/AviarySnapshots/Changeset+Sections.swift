extension Changeset {
    /// Finds which sections came and went. One that passed another is told as both.
    ///
    /// - Complexity: O(*s*) for *s* sections; as `Snapshot.hasSameSections(as:)` when both snapshots have the same.
    @usableFromInline
    mutating func findSectionChanges<S: Snapshot<ItemID>>(from old: S, to new: S) {
        guard !old.hasSameSections(as: new) else { return }
        let before = (0..<old.numberOfSections).map(old.sectionIdentifier(at:))
        let after = (0..<new.numberOfSections).map(new.sectionIdentifier(at:))

        let stays = before.indices.filter { new.section(of: before[$0]) != nil }
        let kept = longestIncreasingSubsequence(stays.compactMap { new.section(of: before[$0]) })
        let keptBefore = Set(kept.map { stays[$0] })
        let keptAfter = Set(keptBefore.compactMap { new.section(of: before[$0]) })
        deletedSections = before.indices.filter { !keptBefore.contains($0) }
        insertedSections = after.indices.filter { !keptAfter.contains($0) }
    }
}
