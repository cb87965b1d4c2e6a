public import AviaryText
import GRDB

extension LiveStore {
    /// Returns a sentence or two for a person about an error of a transaction. They say what happened, what is safe,
    /// and what to do.
    ///
    /// The text uses facts that only the store knows; see `explain(_:)`.
    ///
    /// - Parameters:
    ///   - error: Any error. A `SpokenError` is asked for its sentence.
    ///   - words: The words of a page's language; by default `Options.words`.
    public func sentence(about error: any Error, in words: Words? = nil) -> String {
        (words ?? options.words).sentence(about: explain(error))
    }

    /// Finds the exact reason for an error that has several possible reasons in SQLite.
    ///
    /// May read the database, and then blocks the thread.
    ///
    /// - Returns: `StoreError.readOnly`, `StoreError.identifiersUsedUp` or `StoreError.copyUnusable`; the error itself
    ///   in all other cases.
    public func explain(_ error: any Error) -> any Error {
        if options.upstream != nil, CopyFault.reason(of: error) != nil { return StoreError.copyUnusable }
        guard let database = error as? DatabaseError else { return error }
        switch database.resultCode {
        case .SQLITE_READONLY where isReadOnly: return StoreError.readOnly
        case .SQLITE_FULL:
            let table = try? self.database.read(Self.tableWithoutIdentifiers)
            return table.flatMap(\.self).map { StoreError.identifiersUsedUp(table: $0) } ?? error
        default: return error
        }
    }

    /// Returns a table that has used the largest identifier, or has a row with it.
    private static func tableWithoutIdentifiers(_ db: Database) throws -> String? {
        let known = try? String.fetchOne(
            db, sql: "SELECT name FROM sqlite_sequence WHERE seq >= ? ORDER BY name", arguments: [Int64.max])
        if let name = known.flatMap(\.self) { return name }
        let tables = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name")
        return tables.first { table in
            // The query fails for a table without rowids.
            let last = try? Int64.fetchOne(db, sql: "SELECT max(rowid) FROM main.\(table.quotedDatabaseIdentifier)")
            return last.flatMap(\.self) == .max
        }
    }
}
