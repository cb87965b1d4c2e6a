public import AviarySnapshots

/// The part of a list that a layout uses: the number of items of each section, and their sizes. O(1) to copy.
public struct LayoutList: Sendable {
    private let snapshot: any Snapshot
    /// The heights of cells that a screen has measured.
    let heights: MeasuredHeights

    /// The list of a snapshot, for tests of a layout.
    ///
    /// - Complexity: O(1).
    public init(_ snapshot: any Snapshot) { self.init(snapshot, MeasuredHeights()) }

    package init(_ snapshot: any Snapshot, _ heights: MeasuredHeights) {
        (self.snapshot, self.heights) = (snapshot, heights)
    }

    /// The number of all items, including items that are not known yet.
    public var numberOfItems: Int { snapshot.numberOfItems }

    /// The number of items of each section, in order.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    public var sectionCounts: [Int] { snapshot.sectionCounts }

    /// The sizes of the items at a range of positions; `ItemSize.unknown` where the list gives none, or none yet.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* items.
    public func sizes(in range: Range<Int>) -> [ItemSize] { snapshot.sizes(in: range) }
}

/// The sections that an edit of a list affects, so that a layout can keep the others.
public struct LayoutEdit: Hashable, Sendable {
    /// The deleted sections, by their indices in the old list.
    public var deletedSections: Set<Int>
    /// The inserted sections, by their indices in the new list.
    public var insertedSections: Set<Int>
    /// The other sections whose items or sizes may have changed, by their indices in the new list.
    public var changedSections: Set<Int>

    /// An edit that affects only the given sections.
    public init(deletedSections: Set<Int> = [], insertedSections: Set<Int> = [], changedSections: Set<Int> = []) {
        self.deletedSections = deletedSections
        self.insertedSections = insertedSections
        self.changedSections = changedSections
    }

    /// - Complexity: O(*k*) for *k* changes, and O(*s*) more if some of *s* sections come or go.
    package init(_ changeset: Changeset<some Hashable & Sendable>, sectionsBefore: Int) {
        if sectionsBefore == 1, changeset.deletedSections.isEmpty, changeset.insertedSections.isEmpty {
            self.init(changedSections: changeset.isEmpty ? [] : [0])
            return
        }
        self.init(
            deletedSections: Set(changeset.deletedSections), insertedSections: Set(changeset.insertedSections))
        // Closures are used here because generic code creates a key path anew at each call, which would take most of
        // the time.
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
    /// Inserts the indices of sections. Most of them repeat the previous one, because changes are listed section by
    /// section.
    fileprivate mutating func insert(runsOf numbers: some Sequence<Int>) {
        var last: Int?
        for number in numbers where number != last {
            insert(number)
            last = number
        }
    }
}
