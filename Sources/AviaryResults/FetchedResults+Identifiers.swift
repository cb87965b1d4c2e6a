import Foundation
public import GRDB

// The list identifies rows by rowids. That takes eight bytes a row, whatever the records' own identifiers are.
extension FetchedResults where Record: Identifiable, Record.ID: Sendable {
    /// Returns the records' own identifiers of some items, for instance of a selection.
    ///
    ///     let names = try await books.ids(for: selected)      // [Int64: UUID]
    ///
    /// The records are read like in `elements(for:)`, with one call, and records that were read lately are cached.
    ///
    /// - Returns: The `id` of each record that was found, by item. A row that no longer exists is missing.
    /// - Throws: SQLite's error when the rows cannot be read.
    /// - Complexity: O(*k*) for *k* cached rows, O(*k* log *n*) for others.
    public func ids(for items: some Collection<Int64>) async throws -> [Int64: Record.ID] {
        try await elements(for: Array(items)).mapValues(\.id)
    }
}

extension FetchedResults where Record: Identifiable, Record.ID: DatabaseValueConvertible & Sendable {
    /// Returns the items of some records, by the records' own identifiers.
    ///
    /// Use it to select a record that was just inserted, or to scroll to a record in an address.
    ///
    ///     if let item = try await books.items(for: [book.id])[book.id] { grid.scrollToItem(item) }
    ///
    /// One statement finds 500 rows by the column, which needs a unique index to be fast. Then their records are read
    /// like in `elements(for:)`. If the column is the table's INTEGER PRIMARY KEY, no statement is needed to find them.
    ///
    /// A returned item need not be in the list, because the filter of the request is not applied. Ask
    /// `snapshot.indexPath(of:)`. After VACUUM a table without INTEGER PRIMARY KEY has other rowids, and so other
    /// items.
    ///
    /// - Parameters:
    ///   - ids: Identifiers, which are compared by their `databaseValue`. UUIDs are also compared by their text, in
    ///     upper or lower case. An identifier that is NULL, because its record is not saved yet, is left out.
    ///   - column: The column of the identifiers, with distinct values; `nil` for a primary key of one column.
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
        // A collation may find other rows, too, and in any order.
        return Dictionary(found.filter { wanted.contains($0.value) }.map { ($0.value, $0.key) }) { min($0, $1) }
    }

    /// The values that may be stored for an identifier. GRDB writes a UUID as 16 bytes, and also reads texts.
    private static func values(of id: Record.ID) -> [DatabaseValue] {
        guard let uuid = id as? UUID else { return [id.databaseValue] }
        return [id.databaseValue, uuid.uuidString.databaseValue, uuid.uuidString.lowercased().databaseValue]
    }
}
