import GRDB

extension LiveStore {
    /// What happened, what is safe, and what to do: a sentence for a person about an error that a transaction threw, in the
    /// words of `Options.words`, with what only the store can tell of it.
    public func sentence(about error: any Error) -> String { options.words.sentence(about: explain(error)) }

    /// The reason behind an error of SQLite's, where SQLite has one code for two reasons.
    public func explain(_ error: any Error) -> any Error {
        guard let database = error as? DatabaseError else { return error }
        switch database.resultCode {
        case .SQLITE_READONLY where isReadOnly: return StoreError.readOnly
        case .SQLITE_FULL:
            let table = try? self.database.read { db in
                try String.fetchOne(
                    db, sql: "SELECT name FROM sqlite_sequence WHERE seq >= ? ORDER BY name", arguments: [Int64.max])
            }
            return table.flatMap(\.self).map { StoreError.identifiersUsedUp(table: $0) } ?? error
        default: return error
        }
    }
}
