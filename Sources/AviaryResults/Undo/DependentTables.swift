import GRDB

/// The tables without history that a change of a table with history may change, through foreign keys and triggers.
///
/// The change may pass through any number of tables. SQLite compiles every possible effect of a statement into the
/// statement, and GRDB asks an observer about these effects before the statement runs. So statements that touch no row
/// reveal all effects.
final class DependentTables: TransactionObserver {
    private let logged: Set<String>
    /// The tables in which rows may be inserted, changed or deleted.
    private(set) var written: Set<String> = []
    /// The tables in which rows may be changed or deleted.
    private(set) var changed: Set<String> = []
    /// The tables in which rows may be deleted.
    private(set) var deleted: Set<String> = []

    private init(_ logged: Set<String>) { self.logged = logged }

    /// - Parameter tables: The tables with history, by name.
    static func find(below tables: [String: HistorySchema.Table], in db: Database) throws -> DependentTables {
        let found = DependentTables(Set(tables.keys))
        db.add(transactionObserver: found)
        defer { db.remove(transactionObserver: found) }
        for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
            let name = "main.\(name.quotedDatabaseIdentifier)"
            let columns = table.columns.map(\.quotedDatabaseIdentifier)
            let list = columns.joined(separator: ", ")
            let same = columns.map { "\($0) = \($0)" }.joined(separator: ", ")
            for statement in [
                "DELETE FROM \(name) WHERE 0", "UPDATE \(name) SET \(same) WHERE 0",
                "INSERT INTO \(name)(\(list)) SELECT \(list) FROM \(name) WHERE 0",
            ] {
                // If a trigger cannot be compiled, real statements fail as well, so this kind of change never happens.
                do { try db.execute(sql: statement) } catch let error as DatabaseError
                    where error.resultCode == .SQLITE_ERROR
                {}
            }
        }
        return found
    }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        guard !logged.contains(kind.table), !kind.table.hasPrefix("sqlite_"), kind.table != History.log else {
            return false
        }
        written.insert(kind.table)
        switch kind {
        case .insert: break
        case .update: changed.insert(kind.table)
        case .delete:
            changed.insert(kind.table)
            deleted.insert(kind.table)
        }
        return false
    }

    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}
