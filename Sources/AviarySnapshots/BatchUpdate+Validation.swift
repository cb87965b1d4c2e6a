extension BatchUpdate {
    /// Checks the batch against the counts before and after it, by the rules of `UICollectionView`.
    ///
    /// - Every index exists. Deletes, reloads, reconfigurations and origins of moves refer to `before`. Inserts and
    ///   targets of moves refer to `after`.
    /// - No section or item is changed twice, and no two come to the same index. An item may be moved and reconfigured,
    ///   but not moved and reloaded. Items of a deleted section may be deleted too, or moved out. Items of an inserted
    ///   section may be inserted or moved in.
    /// - In each section that is neither deleted nor inserted, items before + inserted − deleted + moved in − moved out
    ///   = items after.
    ///
    /// - Parameters:
    ///   - before: How many items each section had.
    ///   - after: How many items each section should have.
    /// - Throws: A `BatchUpdateError` for the first broken rule. It names the section or the index path, or the numbers
    ///   of sections.
    /// - Complexity: O(*s* + *k*) for *s* sections and *k* changes.
    public func validate(from before: [Int], to after: [Int]) throws(BatchUpdateError) {
        try checkSections(before, after)
        try checkItems(before, after)
        try checkCounts(before, after)
    }

    /// Returns the old index of each new section; `nil` for an inserted section.
    ///
    /// - Precondition: The sections of the batch have been validated.
    package func origins(from before: [Int], to after: [Int]) -> [Int?] {
        let gone = Set(deletedSections).union(movedSections.map(\.from))
        var stays = before.indices.lazy.filter { !gone.contains($0) }.makeIterator()
        let fresh = Set(insertedSections)
        let moved = Dictionary(uniqueKeysWithValues: movedSections.map { ($0.to, $0.from) })
        return after.indices.map { moved[$0] ?? (fresh.contains($0) ? nil : stays.next()) }
    }

    private func checkSections(_ before: [Int], _ after: [Int]) throws(BatchUpdateError) {
        var changed = Set<Int>()
        for (sections, verb) in [(deletedSections, "delete"), (movedSections.map(\.from), "move")] {
            for section in sections {
                guard before.indices.contains(section) else { throw .noSuchSection(verb, section, count: before.count) }
                guard changed.insert(section).inserted else { throw .sectionChangedTwice(section) }
            }
        }
        var filled = Set<Int>()
        for (sections, verb) in [(insertedSections, "insert"), (movedSections.map(\.to), "move to")] {
            for section in sections {
                guard after.indices.contains(section) else { throw .noSuchSection(verb, section, count: after.count) }
                guard filled.insert(section).inserted else { throw .sectionFilledTwice(section) }
            }
        }
        guard before.count - deletedSections.count + insertedSections.count == after.count else {
            throw .sectionCount(
                before: before.count, after: after.count, inserted: insertedSections.count,
                deleted: deletedSections.count)
        }
    }

    private func checkItems(_ before: [Int], _ after: [Int]) throws(BatchUpdateError) {
        var changed = Set<ItemIndexPath>()
        let leaving = [(deletedItems, "delete"), (movedItems.map(\.from), "move"), (reloadedItems, "reload")]
        for (paths, verb) in leaving {
            for path in paths {
                try require(path, in: before, verb)
                guard changed.insert(path).inserted else { throw .itemChangedTwice(path) }
            }
        }
        let vanishing = Set(deletedItems).union(reloadedItems)
        var reconfigured = Set<ItemIndexPath>()
        for path in reconfiguredItems {
            try require(path, in: before, "reconfigure")
            guard !vanishing.contains(path), reconfigured.insert(path).inserted else { throw .itemChangedTwice(path) }
        }
        var filled = Set<ItemIndexPath>()
        for (paths, verb) in [(insertedItems, "insert"), (movedItems.map(\.to), "move to")] {
            for path in paths {
                try require(path, in: after, verb)
                guard filled.insert(path).inserted else { throw .pathFilledTwice(path) }
            }
        }
    }

    private func require(_ path: ItemIndexPath, in counts: [Int], _ verb: String) throws(BatchUpdateError) {
        guard counts.indices.contains(path.section) else {
            throw .noSuchSection(verb + " item \(path) in", path.section, count: counts.count)
        }
        guard (0..<counts[path.section]).contains(path.item) else {
            throw .noSuchItem(verb, path, count: counts[path.section])
        }
    }

    private func checkCounts(_ before: [Int], _ after: [Int]) throws(BatchUpdateError) {
        func tally(_ paths: [ItemIndexPath], _ count: Int) -> [Int] {
            var sums = [Int](repeating: 0, count: count)
            for path in paths { sums[path.section] += 1 }
            return sums
        }
        let deleted = tally(deletedItems, before.count)
        let movedOut = tally(movedItems.map(\.from), before.count)
        let inserted = tally(insertedItems, after.count)
        let movedIn = tally(movedItems.map(\.to), after.count)
        for (section, origin) in origins(from: before, to: after).enumerated() {
            guard let origin else { continue }
            let expected =
                before[origin] + inserted[section] - deleted[origin] + movedIn[section] - movedOut[origin]
            guard expected == after[section] else {
                throw .itemCount(
                    section: section, before: before[origin], after: after[section], inserted: inserted[section],
                    deleted: deleted[origin], movedIn: movedIn[section], movedOut: movedOut[origin])
            }
        }
    }
}
