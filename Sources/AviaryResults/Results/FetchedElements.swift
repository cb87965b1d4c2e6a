public import AviarySnapshots

/// The records of a live query at one moment, in their order and sections.
///
/// This immutable value serves SwiftUI, diffable data sources, and code that needs a plain collection.
///
///     let books = try await results.allElements()
///     ForEach(books.sections) { section in
///         Section(section.id.title) { ForEach(section) { book in Row(book) } }
///     }
///
/// The elements of the collection are the records themselves. So SwiftUI and diffable data sources identify them by
/// their own `id`, of any type. The collection holds the records of all known rows in memory. For a long list, read
/// only the rows on screen, with `FetchedResults.elements(for:)`.
///
/// A record may be newer than the snapshot, but never older. Rows that are gone by now, or that cannot be decoded, are
/// left out. So a record's position in the collection may be smaller than the row's position in `snapshot`.
public struct FetchedElements<Record: LiveRecord>: Sendable {
    /// The list of rowids that the records belong to.
    public let snapshot: RowsSnapshot
    /// The rowids of the records, in order.
    public let items: [Int64]
    private let records: [Record]
    /// The sections of the list in order, including sections without records.
    public let sections: [Section]

    /// The records of one section.
    public struct Section: RandomAccessCollection, Identifiable, Sendable {
        /// The identifier of the section: the value that its records share.
        public let id: RowsSection
        private let records: ArraySlice<Record>

        fileprivate init(id: RowsSection, records: ArraySlice<Record>) { (self.id, self.records) = (id, records) }

        /// The position of the first record. It is usually not 0, because a section shares its indices with
        /// `FetchedElements`.
        public var startIndex: Int { records.startIndex }
        /// The position after the last record.
        public var endIndex: Int { records.endIndex }

        /// The record at a position in `startIndex..<endIndex`.
        ///
        /// - Complexity: O(1).
        public subscript(position: Int) -> Record { records[position] }
    }

    /// - Parameter found: Records by item. Items outside of the snapshot are left out.
    /// - Complexity: O(*n*) for *n* known rows.
    init(_ snapshot: RowsSnapshot, found: [Int64: Record]) {
        var (items, records): ([Int64], [Record]) = ([], [])
        var ends: [Int] = []
        for section in 0..<snapshot.numberOfSections {
            let range = snapshot.range(ofSection: section).clamped(to: 0..<snapshot.numberOfKnownItems)
            for item in snapshot.items(in: range) {
                guard let record = found[item] else { continue }
                items.append(item)
                records.append(record)
            }
            ends.append(records.count)
        }
        self.snapshot = snapshot
        self.items = items
        self.records = records
        sections = ends.indices.map { section in
            let start = section == 0 ? 0 : ends[section - 1]
            return Section(id: snapshot.sectionIdentifier(at: section), records: records[start..<ends[section]])
        }
    }
}

extension FetchedElements: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many records there are.
    public var endIndex: Int { records.count }

    /// The record at a position in `0..<count`.
    ///
    /// - Complexity: O(1).
    public subscript(position: Int) -> Record { records[position] }
}

extension FetchedElements where Record: Identifiable, Record.ID: Sendable {
    /// Returns a snapshot with the records' own identifiers, in the same sections.
    ///
    /// Use it for a diffable data source, or for a collection view whose selection has this type.
    /// `Changeset.init(from:to:)` compares two such snapshots.
    ///
    /// - Throws: `SnapshotError` when two records have the same `id`.
    /// - Complexity: O(*n*) for *n* records.
    public func identified() throws -> ListSnapshot<RowsSection, Record.ID> {
        var list = ListSnapshot<RowsSection, Record.ID>()
        try list.appendSections(sections.map(\.id))
        for section in sections { try list.appendItems(section.map(\.id), toSection: section.id) }
        return list
    }
}
