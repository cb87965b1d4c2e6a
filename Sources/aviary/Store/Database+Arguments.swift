import Foundation
import GRDB

extension Database {
    /// Identifiers for `json_each`: a statement takes some thousands of arguments, but one list of any length.
    func list(of ids: Set<Int64>) -> String { "[\(ids.map(String.init).joined(separator: ","))]" }

    /// The time, in milliseconds since 1970.
    var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}
