extension Changeset {
    /// Finds which sections came and went. One that passed another is told as both.
    ///
    /// - Complexity: O(*s*) for *s* sections; O(1) when both snapshots have one and the same.
    mutating func findSectionChanges<S: Snapshot<ItemID>>(from old: S, to new: S) {
        if old.numberOfSections == 1, new.numberOfSections == 1,
            old.sectionIdentifier(at: 0) == new.sectionIdentifier(at: 0)
        {
            return
        }
        let before = (0..<old.numberOfSections).map(old.sectionIdentifier(at:))
        let after = (0..<new.numberOfSections).map(new.sectionIdentifier(at:))
        guard before != after else { return }

        let stays = before.indices.filter { new.section(of: before[$0]) != nil }
        let kept = longestIncreasingSubsequence(stays.compactMap { new.section(of: before[$0]) })
        let keptBefore = Set(kept.map { stays[$0] })
        let keptAfter = Set(keptBefore.compactMap { new.section(of: before[$0]) })
        deletedSections = before.indices.filter { !keptBefore.contains($0) }
        insertedSections = after.indices.filter { !keptAfter.contains($0) }
    }
}
