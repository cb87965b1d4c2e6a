import AviaryResults
import Foundation
import GRDB

/// A row of the table `plant`.
struct Plant: Codable, LiveRecord, MutablePersistableRecord {
    var id: Int64?
    var name: String
    /// The name of the file with its picture; `nil` while it has none.
    var picture: String?
}

/// The error of a name without letters.
struct BlankName: Error, CustomStringConvertible {
    let description = "A plant needs a name. Type one."
}

extension Plant {
    /// A name as a person has typed it, without blanks around it.
    static func name(typed text: String?) throws -> String {
        let name = (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        if name.isEmpty { throw BlankName() }
        return name
    }
}
