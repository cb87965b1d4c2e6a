import AviaryResults
import GRDB

extension Gallery {
    /// What happened, what is safe, and what to do; with what only the store can tell of an error.
    @Sendable func describe(_ error: any Error) -> String { sentence(about: explain(error)) }

    /// The reason behind an error of SQLite's, where SQLite has one code for two reasons.
    func explain(_ error: any Error) -> any Error {
        guard let database = error as? DatabaseError else { return error }
        switch database.resultCode {
        case .SQLITE_READONLY where isReadOnly: return GalleryError.readOnly
        case .SQLITE_FULL:
            let table = try? store.database.read { db in
                try String.fetchOne(
                    db, sql: "SELECT name FROM sqlite_sequence WHERE seq >= ? ORDER BY name", arguments: [Int64.max])
            }
            return table.flatMap(\.self).map { GalleryError.identifiersUsedUp(table: $0) } ?? error
        default: return error
        }
    }
}
