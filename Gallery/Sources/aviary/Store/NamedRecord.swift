import AviaryText
import GRDB

/// A record whose name people change: a saved color, a photograph, and each `NameOnlyRecord`.
protocol NamedRecord: Identifiable, FetchableRecord, TableRecord where ID == Int64 {
    var name: String { get }
}

/// A record that has only a name: a palette, an album, or a tag.
protocol NameOnlyRecord: NamedRecord {
    init(id: Int64, name: String)
}

extension NameOnlyRecord {
    static var databaseSelection: [any SQLSelectable] { DatabaseValue.bounded(["name"]) }

    /// Reads a row. Any program may have written it, so the values may have any type.
    init(row: Row) throws {
        self.init(
            id: try row.storedIdentifier(),
            name: String.fromDatabaseValue(try row.stored("name"))?.shownAsName ?? "Untitled")
    }
}

/// The result of renaming a record.
enum Renaming: Hashable, Sendable {
    case unchanged
    case renamed
    /// Somebody else renamed the record while the person typed. The typed name has replaced that other name.
    case overruled(String)
}

extension Database {
    /// Gives a record the name that a person typed, even if somebody else has renamed it meanwhile.
    ///
    /// - Parameters:
    ///   - begun: The name that the record had when the person began to type.
    ///   - gone: Makes the error for a record that was deleted. The closure gets the typed name.
    /// - Throws: `NameError`, and the error of `gone`.
    func rename<Record: NamedRecord>(
        _ type: Record.Type, _ id: Int64, from begun: String, to typed: String, gone: (String) -> any Error
    ) throws -> Renaming {
        let name = try typed.asName()
        guard let record = try record(type, id) else { throw gone(name) }
        // If the person has not changed the name, a new name by somebody else stays.
        if name == record.name || name == begun { return .unchanged }
        try execute(
            sql: "UPDATE \(type.databaseTableName) SET name = ? WHERE id = ?", arguments: [name, id])
        return record.name == begun ? .renamed : .overruled(record.name)
    }
}
