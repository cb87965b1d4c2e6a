public import AviarySnapshots

/// The reason why a changeset cannot be applied to a list.
public struct ReplayError: Error, CustomStringConvertible {
    /// A sentence that names the item or the index path.
    public let description: String

    /// An error with this sentence.
    public init(description: String) { self.description = description }
}

/// Applies a changeset to sections of items, as a strict view would.
///
/// - Returns: The items of each section of the new snapshot.
/// - Throws: `ReplayError` when the changeset breaks a rule. Examples are an index path outside of its snapshot, an
///   index path of another item, an item that is changed twice, and two items with one index path.
/// - Complexity: O(*n* + *k* log *k*) for *k* changes.
public func replay<ItemID>(_ changeset: Changeset<ItemID>, on sections: [[ItemID]]) throws -> [[ItemID]] {
    let origins = changeset.deleted.map { ($0.id, $0.path) } + changeset.moved.map { ($0.id, $0.from) }
    let targets = changeset.inserted.map { ($0.id, $0.path) } + changeset.moved.map { ($0.id, $0.to) }
    guard Set(origins.map(\.1)).count == origins.count else { throw ReplayError(description: "An item leaves twice.") }
    guard Set(targets.map(\.1)).count == targets.count else {
        throw ReplayError(description: "Two items for one position.")
    }

    // Each old index path must hold the item of its change.
    for (id, path) in origins + changeset.updated.map({ ($0.id, $0.from) }) {
        guard sections.indices.contains(path.section), sections[path.section].indices.contains(path.item),
            sections[path.section][path.item] == id
        else { throw ReplayError(description: "\(id) was not at \(path).") }
    }
    var result = sections
    for (section, paths) in Dictionary(grouping: origins.map(\.1), by: \.section) {
        result[section] = rest(of: sections[section], without: paths.map(\.item).sorted())
    }
    for section in changeset.deletedSections.reversed() {
        guard result.indices.contains(section), result[section].isEmpty else {
            throw ReplayError(description: "Section \(section) is deleted with items in it.")
        }
        result.remove(at: section)
    }

    // The indices of inserted sections are those in the new list, in ascending order.
    for section in changeset.insertedSections {
        guard section <= result.count else { throw ReplayError(description: "Section \(section) lies too far.") }
        result.insert([], at: section)
    }
    var arriving: [Int: [(ItemID, Int)]] = [:]
    for (id, path) in targets.sorted(by: { $0.1 < $1.1 }) {
        arriving[path.section, default: []].append((id, path.item))
    }
    for (section, items) in arriving {
        guard result.indices.contains(section) else {
            throw ReplayError(description: "There is no section \(section).")
        }
        result[section] = try merge(result[section], items)
    }
    for update in changeset.updated {
        let path = update.to
        guard result.indices.contains(path.section), result[path.section].indices.contains(path.item),
            result[path.section][path.item] == update.id
        else { throw ReplayError(description: "\(update.id) is not at \(path) now.") }
    }
    return result
}

/// Applies a changeset to a list of one section.
///
/// - Parameters:
///   - changeset: A changeset that does not delete the section.
///   - items: The list before the changes.
/// - Returns: The list after the changes.
/// - Throws: `ReplayError` when the changeset breaks a rule.
/// - Complexity: O(*n* + *k* log *k*) for *k* changes.
public func replay<ItemID>(_ changeset: Changeset<ItemID>, on items: [ItemID]) throws -> [ItemID] {
    try replay(changeset, on: [items])[0]
}

/// - Parameter positions: The positions to leave out, in ascending order.
private func rest<ItemID>(of items: [ItemID], without positions: [Int]) -> [ItemID] {
    var result: [ItemID] = []
    result.reserveCapacity(items.count)
    var next = 0
    for position in positions {
        result += items[next..<position]
        next = position + 1
    }
    return result + items[next...]
}

private func merge<ItemID>(_ items: [ItemID], _ arriving: [(id: ItemID, position: Int)]) throws -> [ItemID] {
    var result: [ItemID] = []
    result.reserveCapacity(items.count + arriving.count)
    var rest = items[...]
    for (id, position) in arriving {
        let before = rest.prefix(max(0, position - result.count))
        result += before
        rest = rest.dropFirst(before.count)
        guard result.count == position else { throw ReplayError(description: "\(id) at \(position) lies too far.") }
        result.append(id)
    }
    return result + rest
}
