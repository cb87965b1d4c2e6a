public import AviarySnapshots

/// The part of a list that a layout sees: the number of items of each section, and their sizes. O(1) to copy.
public struct LayoutList: Sendable {
    private let snapshot: any Snapshot

    /// The list of a snapshot, for tests of a layout.
    ///
    /// - Complexity: O(1).
    public init(_ snapshot: any Snapshot) { self.snapshot = snapshot }

    /// The number of all items, also of those that are not known yet.
    public var numberOfItems: Int { snapshot.numberOfItems }

    /// The number of items of each section, in order.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    public var sectionCounts: [Int] { snapshot.sectionCounts }

    /// The sizes of the items at a range of positions; `ItemSize.unknown` where the list does not give one, or not yet.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* items.
    public func sizes(in range: Range<Int>) -> [ItemSize] { snapshot.sizes(in: range) }
}

/// The sections that an edit of a list concerns, so that a layout can keep the others.
public struct LayoutEdit: Hashable, Sendable {
    /// Numbers of sections in the old list that the new list does not have.
    public var deletedSections: Set<Int>
    /// Numbers of sections in the new list that the old list did not have.
    public var insertedSections: Set<Int>
    /// Numbers, in the new list, of the other sections whose items or their sizes may have changed.
    public var changedSections: Set<Int>

    /// An edit that concerns no section unless given.
    public init(deletedSections: Set<Int> = [], insertedSections: Set<Int> = [], changedSections: Set<Int> = []) {
        self.deletedSections = deletedSections
        self.insertedSections = insertedSections
        self.changedSections = changedSections
    }

    /// - Complexity: O(*k*) for *k* changes, and O(*s*) more when sections come or go among *s*.
    package init(_ changeset: Changeset<some Hashable & Sendable>, sectionsBefore: Int) {
        if sectionsBefore == 1, changeset.deletedSections.isEmpty, changeset.insertedSections.isEmpty {
            self.init(changedSections: changeset.isEmpty ? [] : [0])
            return
        }
        self.init(
            deletedSections: Set(changeset.deletedSections), insertedSections: Set(changeset.insertedSections))
        // Closures: in generic code a key path is made anew at each call, which takes longer than all else here.
        changedSections.insert(runsOf: changeset.inserted.lazy.map { $0.path.section })
        changedSections.insert(runsOf: changeset.moved.lazy.map { $0.to.section })
        changedSections.insert(runsOf: changeset.updated.lazy.map { $0.to.section })
        var left: Set<Int> = []
        if deletedSections.count < sectionsBefore {
            left.insert(runsOf: changeset.deleted.lazy.map { $0.path.section })
            left.insert(runsOf: changeset.moved.lazy.map { $0.from.section })
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
