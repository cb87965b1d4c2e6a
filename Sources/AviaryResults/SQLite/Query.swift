import GRDB
import GRDBSQLite

/// A statement's text and arguments. Two queries are equal when SQLite gets the same bytes of the same types from both.
struct Query: Hashable, Sendable {
    let sql: String
    let arguments: StatementArguments
    /// The arguments, byte by byte. GRDB treats 2 and 2.0 as equal, and also two Unicode forms of the same text.
    let values: [RowValue]
    /// The arguments in their order; `nil` when some have names.
    private let positional: [DatabaseValue]?

    init(_ sql: SQL, in db: Database) throws {
        let (text, arguments) = try sql.build(db)
        self.init(text, arguments)
    }

    init(_ statement: Statement) { self.init(statement.sql, statement.arguments) }

    private init(_ sql: String, _ arguments: StatementArguments) {
        self.sql = Self.exact(sql)
        self.arguments = arguments
        (values, positional) = arguments.parts
    }

    static func == (one: Self, other: Self) -> Bool { one.sql == other.sql && one.values == other.values }

    func hash(into hasher: inout Hasher) { hasher.combine(sql) }

    /// Returns the statement with a comment before it that lists its bytes beyond ASCII.
    ///
    /// Swift treats two Unicode forms of the same text as equal, and so does GRDB's cache of statements. With the
    /// comment, two statements are different as soon as one byte is.
    private static func exact(_ sql: String) -> String {
        let bytes = sql.utf8.enumerated().filter { $0.element >= 0x80 }
        if bytes.isEmpty { return sql }
        return "/* \(bytes.map { "\($0.offset):\($0.element)" }.joined(separator: " ")) */ \(sql)"
    }

    /// Runs the statement with more arguments before and after its own. GRDB prepares the statement once and caches it.
    ///
    /// - Returns: A cursor over the first column, and the SQLite statement for reading the other columns. So GRDB need
    ///   not make a row object each time.
    func rows(
        _ db: Database, first: StatementArguments = [], _ last: StatementArguments = []
    ) throws -> (FastDatabaseValueCursor<Int64?>, OpaquePointer) {
        let statement = try db.cachedStatement(sql: sql)
        let cursor = try Int64?.fetchCursor(statement, arguments: first + arguments + last)
        return (cursor, statement.sqliteStatement)
    }

    /// Runs the statement with some numbers before its own arguments. Calls `body` with each row, until `body` returns
    /// `false`.
    ///
    /// Each commit runs such statements. GRDB's cursors take longer than SQLite needs to find a row, and so do GRDB's
    /// lists of arguments.
    func forEachRow(_ db: Database, with numbers: Int64..., body: (OpaquePointer) throws -> Bool) throws {
        let statement = try db.cachedStatement(sql: sql)
        if let positional {
            let handle = statement.sqliteStatement
            for (index, number) in zip(Int32(1)..., numbers) { sqlite3_bind_int64(handle, index, number) }
            for (index, value) in zip(Int32(1 + numbers.count)..., positional) { _ = value.bind(to: handle, at: index) }
        } else {
            statement.setUncheckedArguments(StatementArguments(numbers: numbers) + arguments)
        }
        try statement.forEachRow(db, body)
    }
}

extension Statement {
    /// Runs the statement with the values that are bound to it. Calls `body` with each row, until `body` returns
    /// `false`. GRDB does not notice that the statement runs.
    func forEachRow(_ db: Database, _ body: (OpaquePointer) throws -> Bool) throws {
        let handle = sqliteStatement
        defer { sqlite3_reset(handle) }
        while true {
            let result = sqlite3_step(handle)
            if result == SQLITE_DONE { return }
            guard result == SQLITE_ROW else {
                throw DatabaseError(resultCode: ResultCode(rawValue: result), message: db.lastErrorMessage, sql: sql)
            }
            guard try body(handle) else { return }
        }
    }
}

extension StatementArguments {
    /// Creates positional arguments.
    ///
    /// For values of one type, GRDB makes a key path at each call. That takes longer than the statement.
    init(numbers: some Sequence<Int64>) { self.init(numbers.map { $0 as (any DatabaseValueConvertible)? }) }

    /// All values, followed by the names and values of named arguments; and the values alone if none has a name. A
    /// mirror reads them, because GRDB does not publish them.
    fileprivate var parts: (all: [RowValue], positional: [DatabaseValue]?) {
        if isEmpty { return ([], []) }
        let parts = Dictionary(Mirror(reflecting: self).children.map { ($0.label ?? "", $0.value) }) { first, _ in first
        }
        guard let values = parts["values"] as? [DatabaseValue],
            let named = parts["namedValues"] as? [String: DatabaseValue]
        else { return ([.text(Array(description.utf8))], nil) }
        let names = named.map { (name: Array($0.key.utf8), value: $0.value) }
        let all =
            values.map { RowValue($0, isText: false) }
            + names.sorted { $0.name.lexicographicallyPrecedes($1.name) }.flatMap {
                [.text($0.name), RowValue($0.value, isText: false)]
            }
        return (all, named.isEmpty ? values : nil)
    }
}

// MARK: - Long lists

extension Array {
    /// Splits the array into parts of at most `length` elements, because SQLite limits the size of a statement.
    func parts(of length: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: length).map { self[$0..<Swift.min($0 + length, count)] }
    }
}

extension [Int64] {
    /// A list for `json_each`, because the number of arguments is limited, but a list may have any length.
    var json: String { "[\(map(String.init).joined(separator: ","))]" }
}
