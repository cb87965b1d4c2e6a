public import GRDB

/// The names of completed actions, each stored in the transaction of its action.
///
/// Receipts make actions idempotent. An action may be requested twice, because its answer was lost with a connection or
/// a killed server. Even then the action is done once.
///
///     migrator.registerMigration("receipts") { db in try Receipts.install(in: db) }
///
///     try await store.write(receipt: event.receipt) { db in try Swatch.random().insert(db) }
///
/// The last 10,000 receipts are kept, in the table `aviaryReceipt`.
public enum Receipts {
    /// Creates the table of receipts if it does not exist.
    public static func install(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS main.aviaryReceipt (
                  seq INTEGER PRIMARY KEY AUTOINCREMENT,
                  name TEXT NOT NULL UNIQUE
                )
                """)
    }

    /// The message of SQLite when there is no table of receipts.
    static let noTable = "no such table: main.aviaryReceipt"

    /// Stores a receipt, and deletes the oldest ones.
    ///
    /// - Throws: `ResultsError.alreadyDone` when the receipt is stored already, `noReceipts` when there is no table of
    ///   receipts, and SQLite's errors.
    static func write(_ receipt: String, in db: Database) throws {
        let insertion = "INSERT INTO main.aviaryReceipt (name) VALUES (?)"
        do { try db.cachedStatement(sql: insertion).execute(arguments: [receipt]) } catch let error as DatabaseError
            where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE
        {
            throw ResultsError.alreadyDone(receipt: receipt)
        } catch let error as DatabaseError where error.message == noTable {
            throw ResultsError.noReceipts
        }
        let last = db.lastInsertedRowID.asSequence
        let deletion = "DELETE FROM main.aviaryReceipt WHERE seq <= ?"
        try db.cachedStatement(sql: deletion).execute(arguments: [last - 10_000])
    }

    static func contains(_ receipt: String, in db: Database) throws -> Bool {
        let names = "SELECT EXISTS (SELECT 1 FROM main.aviaryReceipt WHERE name = ?)"
        return try Bool.fetchOne(db.cachedStatement(sql: names), arguments: [receipt]) ?? false
    }

    /// The name that marks an action as given up. No later write can store the receipt of that action.
    package static func givenUp(_ receipt: String) -> String { "aviary/given up/\(receipt)" }

    /// Returns whether an action was performed: `false` when it was given up, and `nil` when this file does not have
    /// the receipt.
    static func isDone(_ receipt: String, in db: Database) throws -> Bool? {
        try contains(receipt, in: db) ? !contains(givenUp(receipt), in: db) : nil
    }
}
