import Foundation
public import GRDB

// The list identifies a row by its rowid, in eight bytes, whatever the record's own identifier is.
extension FetchedResults where Record: Identifiable, Record.ID: Sendable {
    /// Returns the records' own identifiers for some items, for instance for a selection.
    ///
    ///     let names = try await books.ids(for: selected)      // [Int64: UUID]
    ///
    /// The records are read with one call, and those that were read lately come from a cache, as in `elements(for:)`.
    ///
    /// - Parameter items: Items of the list.
    /// - Returns: The `id` of each record that was found, by item. An item is missing if its row no longer exists or
    ///   cannot be decoded.
    /// - Throws: SQLite's error when the rows cannot be read.
    /// - Complexity: O(*k*) for *k* cached rows, O(*k* log *n*) for others.
    public func ids(for items: some Collection<Int64>) async throws -> [Int64: Record.ID] {
        try await elements(for: Array(items)).mapValues(\.id)
    }
}

extension FetchedResults where Record: Identifiable, Record.ID: DatabaseValueConvertible & Sendable {
    /// Returns the items of the records that have the given identifiers.
    ///
    /// Use it to select a record that was just inserted, or to scroll to a record whose identifier is in a URL.
    ///
    ///     if let item = try await books.items(for: [book.id])[book.id] { grid.scrollToItem(item) }
    ///
    /// One statement searches the column for up to 500 values. The statement is fast only with an index on the column.
    /// Then the records of these rows are read as in `elements(for:)`. If the column is the table's INTEGER PRIMARY
    /// KEY, no statement is needed to find the rows.
    ///
    /// A returned item need not be in the list, because the filter of the request is not applied.
    /// `snapshot.indexPath(of:)` tells whether the item is in the list. VACUUM may give other rowids to the rows of a
    /// table without INTEGER PRIMARY KEY. Then these rows have other items.
    ///
    /// - Parameters:
    ///   - ids: Identifiers, which are compared by their `databaseValue`. UUIDs are also compared by their text, in
    ///     upper or lower case. An identifier that is NULL, because its record is not saved yet, is left out.
    ///   - column: The column of the identifiers, with distinct values; `nil` for the primary key, which must be one
    ///     column.
    /// - Returns: The item of each record that was found.
    /// - Throws: `ResultsError.noPrimaryKey` when no column is given and the primary key is not one column; SQLite's
    ///   error when the rows cannot be read.
    /// - Complexity: O(*k* log *n*) for *k* identifiers among *n* rows, with a unique index.
    public func items(
        for ids: some Collection<Record.ID>, in column: String? = nil
    ) async throws -> [Record.ID: Int64] {
        let wanted = Set(ids)
        let values = wanted.flatMap(Self.values).filter { !$0.isNull }
        let items = try await finder.items(for: values, in: column, in: store)
        let found = try await self.ids(for: items)
        // A collation such as NOCASE finds rows with other identifiers, too, so these are left out. If two rows have
        // the same identifier, the smaller item is returned.
        return Dictionary(found.filter { wanted.contains($0.value) }.map { ($0.value, $0.key) }) { min($0, $1) }
    }

    /// The values that may be stored for an identifier. GRDB writes a UUID as 16 bytes, but also reads it from text.
    private static func values(of id: Record.ID) -> [DatabaseValue] {
        guard let uuid = id as? UUID else { return [id.databaseValue] }
        return [id.databaseValue, uuid.uuidString.databaseValue, uuid.uuidString.lowercased().databaseValue]
    }
}
