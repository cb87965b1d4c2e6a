import GRDB

/// The tables without history that a change of a table with history may change, by foreign keys and triggers, with
/// however many tables in between.
///
/// SQLite compiles all that a statement may lead to into the statement, and GRDB tells an observer of it before the
/// statement runs. So statements that touch no row tell everything.
final class DependentTables: TransactionObserver {
    private let logged: Set<String>
    /// Where rows may be inserted, changed or deleted.
    private(set) var written: Set<String> = []
    /// Where rows may be changed or deleted.
    private(set) var changed: Set<String> = []
    /// Where rows may be deleted.
    private(set) var deleted: Set<String> = []

    private init(_ logged: Set<String>) { self.logged = logged }

    /// - Parameter tables: Those with history.
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
                // With a trigger that cannot be compiled no row is changed in this way either.
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
