import AviaryResults
import Foundation
import GRDB
import GRDBSQLite

/// The statements that write the rows of one table, during one step. Texts are bound without a copy, as pointers to
/// the feed's memory.
final class ReplicaTable {
    let table: FeedTable
    let forms: [ReplicaForm]
    private let db: Database
    private var inserting: Statement?
    private var updating: Statement?
    private var deleting: Statement?

    init(_ table: FeedTable, in db: Database) {
        self.table = table
        self.db = db
        forms = table.columns.map { ReplicaForm(type: $0.type) }
    }

    private var name: String { "main.\(table.name.quotedDatabaseIdentifier)" }
    private var columns: [String] { table.columns.map { $0.name.quotedDatabaseIdentifier } }
    private var insertion: String {
        "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
    }

    /// Prepares a statement whose values are bound without GRDB.
    private func prepared(_ sql: String) throws -> Statement {
        let statement = try db.cachedStatement(sql: sql)
        statement.setUncheckedArguments(StatementArguments())
        return statement
    }

    /// Runs a statement, and resets it after an error. At the reset, SQLite reports the error once more. GRDB would
    /// not expect this at a later reset.
    private func run(_ statement: Statement) throws {
        do { try statement.execute() } catch {
            sqlite3_reset(statement.sqliteStatement)
            throw error
        }
    }

    private func bind(_ value: FeedValue, _ form: ReplicaForm, to index: Int, of statement: Statement) {
        let handle = statement.sqliteStatement
        if let value {
            form.bind(value, to: Int32(index), of: handle)
        } else {
            sqlite3_bind_null(handle, Int32(index))
        }
    }

    /// - Throws: SQLite's error, also when the row exists already.
    func insert(_ values: [FeedValue]) throws {
        let statement = try inserting ?? prepared(insertion)
        inserting = statement
        sqlite3_reset(statement.sqliteStatement)
        for index in values.indices { bind(values[index], forms[index], to: index + 1, of: statement) }
        try run(statement)
    }

    /// Inserts a row that was set aside.
    func insert(_ values: [DatabaseValue]) throws {
        try db.execute(sql: insertion, arguments: StatementArguments(values))
    }

    /// Sets all columns of the row with the same key.
    ///
    /// - Returns: `true` when there is such a row.
    @discardableResult
    func update(_ values: [FeedValue]) throws -> Bool {
        let columns = columns
        let set = columns.map { "\($0) = ?" }.joined(separator: ", ")
        let statement = try updating ?? prepared("UPDATE \(name) SET \(set) WHERE \(columns[0]) = ?")
        updating = statement
        sqlite3_reset(statement.sqliteStatement)
        for index in values.indices { bind(values[index], forms[index], to: index + 1, of: statement) }
        bind(values[0], forms[0], to: values.count + 1, of: statement)
        try run(statement)
        return db.changesCount > 0
    }

    func delete(key: FeedValue) throws {
        let statement = try deleting ?? prepared("DELETE FROM \(name) WHERE \(columns[0]) = ?")
        deleting = statement
        sqlite3_reset(statement.sqliteStatement)
        bind(key, forms[0], to: 1, of: statement)
        try run(statement)
    }

    /// A copy of a row's values.
    func row(of values: [FeedValue]) -> [DatabaseValue] {
        zip(values, forms).map { value, form in
            guard let value else { return .null }
            switch form.value(of: value) {
            case .null: return .null
            case .integer(let integer): return integer.databaseValue
            case .real(let bits): return Double(bitPattern: bits).databaseValue
            case .text(let bytes): return String(decoding: bytes, as: UTF8.self).databaseValue
            case .blob(let bytes): return Data(bytes).databaseValue
            }
        }
    }

    /// Removes the pointers to the feed's memory from the statements.
    func release() {
        for statement in [inserting, updating, deleting] {
            if let statement { statement.setUncheckedArguments(StatementArguments()) }
        }
    }
}
