public import AviarySnapshots

/// What a layout is told of a list: how many items its sections have, and how large they are. Copies are free.
public struct LayoutList: Sendable {
    private let snapshot: any Snapshot

    public init(_ snapshot: any Snapshot) { self.snapshot = snapshot }

    public var numberOfItems: Int { snapshot.numberOfItems }

    /// How many items each section has.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    public var sectionCounts: [Int] { snapshot.sectionCounts }

    /// How large the items in a range of positions are.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* items.
    public func sizes(in range: Range<Int>) -> [ItemSize] { snapshot.sizes(in: range) }
}

/// Which sections an edit of a list concerns.
public struct LayoutEdit: Hashable, Sendable {
    /// In the list before.
    public var deletedSections: Set<Int>
    /// In the list behind.
    public var insertedSections: Set<Int>
    /// Those of the others, in the list behind, whose items or sizes may be others.
    public var changedSections: Set<Int>

    public init(deletedSections: Set<Int> = [], insertedSections: Set<Int> = [], changedSections: Set<Int> = []) {
        self.deletedSections = deletedSections
        self.insertedSections = insertedSections
        self.changedSections = changedSections
    }

    /// - Complexity: O(*k*) for *k* changes, and O(*s*) more when sections come or go among *s*.
    package init(_ changeset: Changeset<some Hashable & Sendable>, sectionsBefore: Int) {
        self.init(
            deletedSections: Set(changeset.deletedSections), insertedSections: Set(changeset.insertedSections))
        changedSections.insert(runsOf: changeset.inserted.lazy.map(\.path.section))
        changedSections.insert(runsOf: changeset.moved.lazy.map(\.to.section))
        changedSections.insert(runsOf: changeset.updated.lazy.map(\.to.section))
        var left: Set<Int> = []
        if deletedSections.count < sectionsBefore {
            left.insert(runsOf: changeset.deleted.lazy.map(\.path.section))
            left.insert(runsOf: changeset.moved.lazy.map(\.from.section))
            left.subtract(deletedSections)
        }
        if deletedSections.isEmpty, insertedSections.isEmpty {
            changedSections.formUnion(left)
        } else if !left.isEmpty {
            var behind = 0
            for before in 0..<sectionsBefore where !deletedSections.contains(before) {
                while insertedSections.contains(behind) { behind += 1 }
                if left.contains(before) { changedSections.insert(behind) }
                behind += 1
            }
        }
        changedSections.subtract(insertedSections)
    }
}

extension Set<Int> {
    /// Inserts numbers that mostly repeat the one before: changes are listed section by section.
    fileprivate mutating func insert(runsOf numbers: some Sequence<Int>) {
        var last: Int?
        for number in numbers where number != last {
            insert(number)
            last = number
        }
    }
}
