import Foundation
import GRDB

extension Database {
    /// Identifiers for `json_each`: a statement takes some thousands of arguments, but one list of any length.
    func list(of ids: Set<Int64>) -> String { "[\(ids.map(String.init).joined(separator: ","))]" }

    /// The record with an identifier. GRDB's `fetchOne(_:key:)` traps when the table has no such primary key any more.
    func record<Record: FetchableRecord & TableRecord>(_ type: Record.Type, _ id: Int64) throws -> Record? {
        try Record.filter(Column("id") == id).fetchCursor(self).next()
    }

    /// The time, in milliseconds since 1970.
    var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}
