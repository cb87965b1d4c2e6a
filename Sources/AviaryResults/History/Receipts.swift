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

    fileprivate static let noTable = "no such table: main.aviaryReceipt"

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

extension LiveStore {
    /// Runs one transaction, at most once for each receipt.
    ///
    /// - Parameters:
    ///   - receipt: A name of the action, unique among all actions; `nil` for an action that may run twice.
    ///   - isAlone: `true` for a transaction that no other write shares; see `write(alone:_:)`.
    ///   - updates: Makes the changes, in the transaction that also stores the receipt.
    /// - Returns: What `updates` returns.
    /// - Throws: `ResultsError.alreadyDone` when the receipt is stored already, `ResultsError.noReceipts` when the
    ///   table does not exist, and the errors of `write(alone:_:)`.
    @discardableResult
    public func write<T: Sendable>(
        receipt: String?, alone isAlone: Bool = false, _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        try await write(receipt: receipt, alone: isAlone, listener: WriteListener(), updates)
    }

    /// - Parameter listener: Is told about the end of the write.
    func write<T: Sendable>(
        receipt: String?, alone isAlone: Bool, listener: WriteListener,
        _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        if let upstream = options.upstream {
            return try await write(through: upstream, receipt: receipt, listener: listener, updates)
        }
        return try await write(here: isAlone, listener) { db in
            if let receipt { try Receipts.write(receipt, in: db) }
            return try updates(db)
        }
    }

    /// Returns whether a transaction with this receipt was committed.
    ///
    /// - Parameter receipt: The name of the action.
    /// - Throws: SQLite's error, also when the table of receipts does not exist; `UpstreamError` when the store has an
    ///   upstream that cannot be asked.
    /// - Complexity: O(1): the table has 10,000 rows at most.
    public func hasReceipt(_ receipt: String) async throws -> Bool {
        if let isDone = try await read({ db in try Receipts.isDone(receipt, in: db) }) { return isDone }
        return try await options.upstream?.hasReceipt(receipt) ?? false
    }

    /// Returns whether a transaction with this receipt was committed, and makes this answer final.
    ///
    /// If the store has an upstream that does not have the receipt, the upstream refuses all later writes with this
    /// receipt. So a person can be told that nothing was changed, even if another server is still sending the write.
    ///
    /// - Parameter receipt: The name of the action.
    /// - Throws: The errors of `hasReceipt(_:)`. A missing table of receipts is no error here, because without it no
    ///   action has a receipt.
    /// - Complexity: O(1).
    public func settle(receipt: String) async throws -> Bool {
        let look = { @Sendable (db: Database) in
            do { return try Receipts.isDone(receipt, in: db) } catch let error as DatabaseError
                where error.message == Receipts.noTable
            {
                return false
            }
        }
        guard let upstream = options.upstream else { return try await read(look) ?? false }
        // The replica may lack a write that was done. If it does not have the receipt or cannot be read, the upstream
        // answers.
        if let isDone = try? await read(look) { return isDone }
        return try await upstream.settle(receipt)
    }
}
