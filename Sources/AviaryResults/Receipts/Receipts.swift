public import GRDB

/// The names of actions that are done, each stored in the transaction that does it. An action that is asked for twice,
/// because its answer was lost with a connection or a killed server, is done once.
///
///     migrator.registerMigration("receipts") { db in try Receipts.install(in: db) }
///
///     try await store.write(receipt: event.receipt) { db in try Swatch.random().insert(db) }
///
/// The last 10,000 are kept, in the table `aviaryReceipt`.
public enum Receipts {
    /// Creates the table of receipts, unless it exists.
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

    /// - Throws: `ResultsError.alreadyDone` when it is written down already, `noReceipts` when nobody made the table.
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

    /// The name beside the name of an action that was given up: no write can store the latter any more.
    package static func givenUp(_ receipt: String) -> String { "aviary/given up/\(receipt)" }

    /// Whether an action was performed: `false` when it was given up, and `nil` when nothing is known of it here.
    static func isDone(_ receipt: String, in db: Database) throws -> Bool? {
        try contains(receipt, in: db) ? !contains(givenUp(receipt), in: db) : nil
    }
}

extension LiveStore {
    /// Runs one transaction, once for each receipt.
    ///
    /// - Parameters:
    ///   - receipt: A name of the action, unique among all actions; `nil` for one that may be done again.
    ///   - isAlone: Whether the transaction is shared with no other write; see `write(alone:_:)`.
    ///   - updates: Makes the changes, in the transaction that also stores the receipt. Its result is returned.
    /// - Throws: `ResultsError.alreadyDone` when the receipt is stored already, `ResultsError.noReceipts` when the
    ///   table does not exist, and whatever `updates` throws. Nothing is changed then.
    @discardableResult
    public func write<T: Sendable>(
        receipt: String?, alone isAlone: Bool = false, _ updates: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        try await write(receipt: receipt, alone: isAlone, listener: WriteListener(), updates)
    }

    /// - Parameter listener: Hears what becomes of the write.
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

    /// Whether a transaction with this receipt was committed.
    ///
    /// - Throws: SQLite's error, also when the table of receipts does not exist; `UpstreamError` when another database
    ///   decides the writes and cannot be asked.
    /// - Complexity: O(1): the table has 10,000 rows at most.
    public func hasReceipt(_ receipt: String) async throws -> Bool {
        if let isDone = try await read({ db in try Receipts.isDone(receipt, in: db) }) { return isDone }
        return try await options.upstream?.hasReceipt(receipt) ?? false
    }

    /// Whether a transaction with this receipt was committed, for good: where another database decides the writes and
    /// has none, it refuses each write with this receipt from now on. So a person can be told that nothing was changed,
    /// though another node may still have the write on its way.
    ///
    /// - Throws: As `hasReceipt(_:)`, but nothing when the table of receipts does not exist: without it nothing is done
    ///   by a receipt.
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
        // The copy cannot say that it was not done. When it cannot be read, the other database says both.
        if let isDone = try? await read(look) { return isDone }
        return try await upstream.settle(receipt)
    }
}
