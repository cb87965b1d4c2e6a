import GRDB
import GRDBSQLite

/// The program that SQLite runs for a statement, read with EXPLAIN.
struct RequestProgram {
    let steps: [Row]
    private let query: Query
    /// How often the statement opens each table of the database, directly or through an index.
    private(set) var tables: [String: Int] = [:]
    /// `true` when the statement reads data from outside the database's tables: virtual tables or attached databases.
    /// The functions `json_each` and `json_tree` are virtual tables, too. They do not count, because they have no data
    /// of their own. The tables in `searches` do not count either.
    private(set) var hasForeignTables = false
    /// The full-text tables beside those in `searches`, if the statement reads no other data from outside.
    private(set) var undeclaredSearches: Set<String> = []
    /// The tables in `searches` of which the statement reads more than which documents match a pattern.
    private(set) var readSearches: Set<String> = []

    /// - Parameter searches: The full-text tables that the request declares.
    init(_ query: Query, searching searches: [SearchedTable] = [], in db: Database) throws {
        self.query = query
        steps = try Row.fetchAll(db, sql: "EXPLAIN " + query.sql, arguments: query.arguments)
        // The types are checked, because a damaged schema may contain anything.
        let owners = try Dictionary(
            Row.fetchAll(
                db,
                sql: """
                    SELECT rootpage, tbl_name FROM main.sqlite_master
                    WHERE typeof(rootpage) = 'integer' AND rootpage > 0 AND typeof(tbl_name) = 'text'
                    """
            ).map { ($0[0] as Int, $0[1] as String) }
        ) { first, _ in first }
        var virtual = Set<String>()
        for step in steps {
            switch step["opcode"] as String {
            case "VOpen": virtual.insert(step["p4"] ?? "")
            case "OpenRead":
                if step["p3"] == 0, let table = owners[step["p2"]] {
                    tables[table, default: 0] += 1
                } else {
                    hasForeignTables = true
                }
            default: break
            }
        }
        if virtual.isEmpty { return }
        try virtual.subtract(Self.virtualTables(in: "json_each('[]'), json_tree('[]')", db))
        for search in searches {
            let own = try Self.virtualTables(in: "main.\(search.name.quotedDatabaseIdentifier)", db)
            if !virtual.isDisjoint(with: own), !onlyMatches(own) { readSearches.insert(search.name) }
            virtual.subtract(own)
        }
        if virtual.isEmpty { return }
        if !hasForeignTables {
            for name in try SearchedTable.all(in: db) {
                let own = try Self.virtualTables(in: "main.\(name.quotedDatabaseIdentifier)", db)
                if !virtual.isDisjoint(with: own) { undeclaredSearches.insert(name) }
                virtual.subtract(own)
            }
            if !virtual.isEmpty { undeclaredSearches = [] }
        }
        hasForeignTables = true
    }

    /// Returns whether SQLite sorts rows for a statement. Without an index that has them in order, it does.
    static func sorts(_ query: Query, in db: Database) throws -> Bool {
        let steps = try Row.fetchCursor(db, sql: "EXPLAIN " + query.sql, arguments: query.arguments)
        return try steps.contains { $0["opcode"] == "SorterOpen" }
    }

    /// The names of virtual tables in EXPLAIN. Each name is a memory address that is the same in all statements.
    private static func virtualTables(in tables: String, _ db: Database) throws -> Set<String> {
        let program = try Row.fetchAll(db, sql: "EXPLAIN SELECT 1 FROM \(tables)")
        return Set(program.compactMap { $0["opcode"] == "VOpen" ? $0["p4"] as String? : nil })
    }

    /// Returns whether the statement gives FTS5 a pattern whenever it reads a table, and reads nothing but rowids.
    ///
    /// FTS5 describes its search to SQLite by a text with an `M` for each pattern.
    private func onlyMatches(_ table: Set<String>) -> Bool {
        let cursors = Set(
            steps.compactMap { step -> Int? in
                guard step["opcode"] == "VOpen", let name = step["p4"] as String? else { return nil }
                return table.contains(name) ? step["p1"] : nil
            })
        return steps.allSatisfy { step in
            guard cursors.contains(step["p1"]) else { return true }
            switch step["opcode"] as String {
            case "VColumn": return false
            case "VFilter": return (step["p4"] as String?)?.contains("M") == true
            default: return true
            }
        }
    }

    /// Returns the tables that the statement reads. The request's own table counts only if other rows of it are read.
    func tables(beside shape: TableShape) -> Set<String> {
        var others = Set(tables.keys)
        // If the table is opened more than once, a subquery depends on other rows of the table.
        if tables[shape.name] == 1 { others.remove(shape.name) }
        return others
    }

    // MARK: Functions

    private static let clocks: Set<String> = [
        "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff",
    ]

    /// The functions whose results may change although their arguments do not.
    ///
    /// SQLite declares its date functions deterministic. They are not when they use the present time.
    func volatileFunctions(in db: Database) throws -> Set<String> {
        let calls = steps.filter { ($0["opcode"] as String).hasSuffix("Func") || $0["opcode"] == "Function" }
        guard !calls.isEmpty else { return [] }
        let impure = try Set(
            String.fetchAll(db, sql: "SELECT lower(name) FROM pragma_function_list WHERE flags & 0x800 = 0"))
        let texts = steps.compactMap { $0["opcode"] == "String8" ? $0["p4"] as String? : nil }
        let asksForNow = try (texts + argumentTexts(in: db)).contains {
            ["now", "subsec", "subsecond"].contains($0.lowercased())
        }
        let names = calls.compactMap { call -> String? in
            guard let name = (call["p4"] as String?)?.prefix(while: { $0 != "(" }).lowercased() else { return nil }
            // Register 0 means a call without arguments. Then the function uses the present time.
            if Self.clocks.contains(name) { return asksForNow || call["p2"] == 0 ? name : nil }
            return impure.contains(name) ? name : nil
        }
        return Set(names)
    }

    private func argumentTexts(in db: Database) throws -> [String] {
        let count = steps.count { $0["opcode"] == "Variable" }
        guard count > 0 else { return [] }
        let statement = try db.makeStatement(sql: query.sql)
        let marks = (0..<sqlite3_bind_parameter_count(statement.sqliteStatement)).map { _ in "?" }
        let row = try Row.fetchOne(db, sql: "SELECT \(marks.joined(separator: ", "))", arguments: query.arguments)
        return row?.databaseValues.compactMap { String.fromDatabaseValue($0) } ?? []
    }
}
