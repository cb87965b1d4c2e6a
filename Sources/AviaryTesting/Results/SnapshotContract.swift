public import AviarySnapshots

/// Checks a snapshot against the contract of the protocol `Snapshot`.
///
/// Call it in a test for each type that conforms to the protocol.
///
/// - Returns: The violations, as sentences; empty when there are none.
/// - Complexity: O(*n* log *n*).
public func contractViolations<S: Snapshot>(of snapshot: S) -> [String] {
    var found: [String] = []
    var end = 0
    let known = snapshot.numberOfKnownItems
    if !(0...snapshot.numberOfItems).contains(known) { return ["\(known) items are known"] }
    let sizes = snapshot.sizes(in: 0..<snapshot.numberOfItems)
    if sizes.count != snapshot.numberOfItems { found.append("\(sizes.count) items have a size") }
    for section in 0..<snapshot.numberOfSections {
        let range = snapshot.range(ofSection: section)
        if range.lowerBound != end { found.append("section \(section) begins at \(range.lowerBound), not at \(end)") }
        if snapshot.section(of: snapshot.sectionIdentifier(at: section)) != section {
            found.append("section \(section) is not found by its identifier")
        }
        for position in range.clamped(to: known..<Int.max) {
            let path = ItemIndexPath(section: section, item: position - range.lowerBound)
            if snapshot.section(at: position) != section { found.append("\(position) is not in section \(section)") }
            if snapshot.item(at: path) != nil { found.append("\(path) holds an item that is not known") }
        }
        for position in range.clamped(to: 0..<known) {
            let item = snapshot.item(at: position)
            let path = ItemIndexPath(section: section, item: position - range.lowerBound)
            if snapshot.section(at: position) != section { found.append("\(position) is not in section \(section)") }
            if snapshot.position(of: item) != position { found.append("\(item) is not found at \(position)") }
            if snapshot.indexPath(of: item) != path { found.append("\(item) is not found at \(path)") }
            if snapshot.item(at: path) != item { found.append("\(path) does not hold \(item)") }
        }
        end = range.upperBound
    }
    if end != snapshot.numberOfItems { found.append("sections end at \(end), items at \(snapshot.numberOfItems)") }
    let items = (0..<known).map(snapshot.item(at:))
    if Set(items).count != items.count { found.append("an item is there twice") }
    for range in [0..<items.count, 0..<0, items.count / 3..<items.count / 2]
    where snapshot.items(in: range) != Array(items[range]) {
        found.append("the items in \(range) are others than one by one")
    }
    for path in [(-1, 0), (0, -1), (snapshot.numberOfSections, 0)].map({ ItemIndexPath(section: $0.0, item: $0.1) })
    where snapshot.item(at: path) != nil {
        found.append("\(path) holds an item")
    }
    return found
}
