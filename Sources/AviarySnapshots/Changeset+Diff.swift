extension Changeset {
    /// Compares two whole snapshots.
    ///
    /// The common beginning and end are passed over; what lies between is hashed once, and the fewest items are moved.
    /// Content is not compared: identifiers are all a snapshot knows.
    ///
    /// - Parameter updated: Items whose content is known to have changed, with their columns.
    /// - Complexity: O(*n* + *m* log *m*) for *m* items between the common beginning and end; scratch memory of about
    ///   80 bytes for each of those.
    public init<S: Snapshot<ItemID>>(from old: S, to new: S, updated: [ItemID: ColumnSet] = [:]) {
        var touched = differences(from: old, to: new)
        touched.merge(updated) { $0.union($1) }
        self.init(from: old, to: new, touched: touched)
    }
}

/// The items that must be deleted, inserted or moved for the rest to stand in the same order in the same sections.
private func differences<S: Snapshot>(from old: S, to new: S) -> [S.ItemID: ColumnSet] {
    let before = old.items(in: 0..<old.numberOfItems)
    let after = new.items(in: 0..<new.numberOfItems)
    let oneSection =
        old.numberOfSections == 1 && new.numberOfSections == 1
        && old.sectionIdentifier(at: 0) == new.sectionIdentifier(at: 0)
    if oneSection { return differences(before[...], after[...]) }

    // Sections with one name are compared with each other; whoever is left changed sections, came or went.
    var touched: [S.ItemID: ColumnSet] = [:]
    var unmatched = Set<S.ItemID>()
    var matched = Set<Int>()
    for section in 0..<new.numberOfSections {
        let items = after[new.range(ofSection: section)]
        guard let twin = old.section(of: new.sectionIdentifier(at: section)) else {
            unmatched.formUnion(items)
            continue
        }
        matched.insert(twin)
        touched.merge(differences(before[old.range(ofSection: twin)], items)) { $0.union($1) }
    }
    for section in 0..<old.numberOfSections where !matched.contains(section) {
        unmatched.formUnion(before[old.range(ofSection: section)])
    }
    var sections = Changeset<S.ItemID>()
    sections.findSectionChanges(from: old, to: new)
    for section in sections.deletedSections { unmatched.formUnion(before[old.range(ofSection: section)]) }
    for item in unmatched where touched[item] == nil { touched[item] = [] }
    return touched
}

private func differences<ItemID: Hashable>(
    _ before: ArraySlice<ItemID>, _ after: ArraySlice<ItemID>
) -> [ItemID: ColumnSet] {
    var (before, after) = (before, after)
    while let first = before.first, first == after.first {
        before.removeFirst()
        after.removeFirst()
    }
    while let last = before.last, last == after.last {
        before.removeLast()
        after.removeLast()
    }
    var touched: [ItemID: ColumnSet] = [:]
    var places = [ItemID: Int](minimumCapacity: before.count)
    for (place, item) in before.enumerated() { places[item] = place }

    var common: [ItemID] = []
    var from: [Int] = []
    for item in after {
        if let place = places.removeValue(forKey: item) {
            common.append(item)
            from.append(place)
        } else {
            touched[item] = []
        }
    }
    for item in places.keys { touched[item] = [] }
    var stays = longestIncreasingSubsequence(from)[...]
    for (place, item) in common.enumerated() {
        if stays.first == place { stays.removeFirst() } else { touched[item] = [] }
    }
    return touched
}
