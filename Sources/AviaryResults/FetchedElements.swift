public import AviarySnapshots

/// The records of a live query, in order and in their sections, with the snapshot they belong to: an immutable value for
/// SwiftUI, for diffable data sources, and for code that wants a plain collection.
///
///     let books = try await results.allElements()
///     ForEach(books.sections) { section in
///         Section(section.id.title) { ForEach(section) { book in Row(book) } }
///     }
///
/// The collection has the records themselves, so SwiftUI and diffable data sources identify them by their own `id`,
/// of whatever type. It holds all known rows of the list in memory. For a long list, read the rows on screen by
/// `FetchedResults.elements(for:)` instead.
///
/// A record may be newer than the snapshot, never older. A row that is gone by now, or that cannot be decoded, is left
/// out, so a position here may be a smaller number than the row's position in `snapshot`.
public struct FetchedElements<Record: LiveRecord>: Sendable {
    /// The list in which the records stand, by rowids.
    public let snapshot: RowsSnapshot
    /// The rowids of the records, in order.
    public let items: [Int64]
    private let records: [Record]
    /// The sections of the list, in order, those without records too.
    public let sections: [Section]

    /// The records of one section.
    public struct Section: RandomAccessCollection, Identifiable, Sendable {
        /// The value that its records share.
        public let id: RowsSection
        private let records: ArraySlice<Record>

        fileprivate init(id: RowsSection, records: ArraySlice<Record>) { (self.id, self.records) = (id, records) }

        /// Not 0, as a rule: a section's indices are those of `FetchedElements`.
        public var startIndex: Int { records.startIndex }
        /// The position behind the last record.
        public var endIndex: Int { records.endIndex }

        /// The record at a position in `startIndex..<endIndex`.
        ///
        /// - Complexity: O(1).
        public subscript(position: Int) -> Record { records[position] }
    }

    /// - Parameter found: By item; those that are not in the snapshot are left out.
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
    /// 0.
    public var startIndex: Int { 0 }
    /// How many records there are.
    public var endIndex: Int { records.count }

    /// The record at a position in `0..<count`.
    ///
    /// - Complexity: O(1).
    public subscript(position: Int) -> Record { records[position] }
}

extension FetchedElements where Record: Identifiable, Record.ID: Sendable {
    /// The records' own identifiers in their sections: for a diffable data source, or for a collection view whose
    /// selection is typed by them. `Changeset.init(from:to:)` compares two of them.
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
