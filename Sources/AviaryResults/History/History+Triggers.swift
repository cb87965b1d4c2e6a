import GRDB

extension History {
    /// How much the log knows about a table.
    enum Coverage {
        case none
        /// The table has changed since the triggers were made. Changed rows are logged, but changed columns are
        /// unreliable.
        case rows
        case columns
    }

    /// The coverage of a table by the log, and the identity of this history.
    struct Covered: Equatable {
        var coverage = Coverage.none
        var identity = ""
    }

    /// Returns the history triggers of a table, by the event in their names.
    private static func found(on shape: TableShape, in db: Database) throws -> [String: (name: String, sql: String)] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT name, sql FROM main.sqlite_master
                WHERE \(isTrigger) AND tbl_name = ? COLLATE NOCASE
                """, arguments: [shape.name])
        return rows.reduce(into: [:]) { found, row in
            let (name, sql) = (row[0] as String, row[1] as String? ?? "")
            // After a rename, the triggers log the former name, which may belong to another table now. So they do not
            // count.
            guard sql.contains(quoted(shape.name)), let event = name.split(separator: "_").last else { return }
            found[String(event)] = (name, sql)
        }
    }

    /// Returns whether there are triggers that log the table under its present name.
    static func isNamed(by shape: TableShape, in db: Database) throws -> Bool { try !found(on: shape, in: db).isEmpty }

    static func coverage(of shape: TableShape, in db: Database) throws -> Coverage {
        try covered(shape, in: db).coverage
    }

    /// Returns the coverage of a table by the log, and the identity of this history.
    ///
    /// Triggers disappear with their table, and get a new identity when history is installed after a gap, a time
    /// without complete logging. So two tables that had the same name at different times have histories with different
    /// identities.
    static func covered(_ shape: TableShape, in db: Database) throws -> Covered {
        guard shape.kind == .table, !shape.hasOpaqueUniqueIndex, try exists(in: db) else { return Covered() }
        let found = try found(on: shape, in: db)
        guard let identity = found["insert"].flatMap({ identity(of: $0.name) }) else { return Covered() }
        let wanted = try triggers(for: shape, identity: identity, in: db)
        // A list can follow rows without the trigger for keys, which older stores do not have. Undo needs this trigger.
        guard wanted.allSatisfy({ found[$0.event] != nil || $0.event == "key" }) else {
            return Covered(identity: identity)
        }
        // If a unique index was added after the triggers, a REPLACE deletes rows by a condition that the triggers do
        // not check. Then the log may lack rows, so the coverage is `.none`.
        let conflicts = conflicts(in: shape)
        guard found["replaceInsert"]?.sql.contains(conflicts) == true else { return Covered(identity: identity) }
        let isExact = wanted.allSatisfy { found[$0.event]?.sql == $0.sql }
        return Covered(coverage: isExact ? .columns : .rows, identity: identity)
    }

    /// Returns the middle of `aviaryHistory_IDENTITY_event`.
    private static func identity(of trigger: String) -> String? {
        guard trigger.hasPrefix(log + "_"), let end = trigger.lastIndex(of: "_") else { return nil }
        let start = trigger.index(trigger.startIndex, offsetBy: log.count + 1)
        return start < end ? String(trigger[start..<end]) : nil
    }

    static func triggers(
        for shape: TableShape, identity: String, in db: Database
    ) throws -> [(event: String, sql: String)] {
        let table = shape.name.quotedDatabaseIdentifier
        let rowid = shape.rowid.quotedDatabaseIdentifier
        let zeros = shape.columns.contains(where: \.isSignedZeroKept)
        let isUTF8 = try isUTF8(db)
        func log(_ row: String, _ operation: String, _ columns: String, _ old: String) -> String {
            """
            INSERT INTO \(Self.log)(tbl, row, op, columns, old) \
            VALUES (\(quoted(shape.name)), \(row).\(rowid), '\(operation)', \(columns), \(old));
            """
        }
        let last = "(SELECT max(seq) FROM \(Self.log))"
        let old = values(of: shape, row: "OLD", isUTF8: isUTF8)
        let oldZeros = zeros ? " " + logZeros(of: shape, row: "OLD", entry: last) : ""
        var triggers = [
            ("insert", "AFTER INSERT ON \(table)", log("NEW", "insert", "-1", "NULL")),
            ("delete", "AFTER DELETE ON \(table)", log("OLD", "delete", "-1", old) + oldZeros),
            (
                "update", "AFTER UPDATE ON \(table) WHEN OLD.\(rowid) IS NEW.\(rowid)",
                log("NEW", "update", changedColumns(of: shape), old) + oldZeros
            ),
            (
                "rowid", "AFTER UPDATE ON \(table) WHEN OLD.\(rowid) IS NOT NEW.\(rowid)",
                log("OLD", "delete", "-1", old) + oldZeros + " " + log("NEW", "insert", "-1", "NULL")
            ),
        ]
        // REPLACE deletes rows without firing their triggers, unless the connection has set recursive_triggers. So two
        // more triggers log these rows before the REPLACE.
        let conflicts = conflicts(in: shape)
        func touch(_ condition: String) -> (condition: String, body: String) {
            let entry = """
                (SELECT seq FROM \(Self.log) WHERE tbl = \(quoted(shape.name)) AND row = \(table).\(rowid) \
                ORDER BY seq DESC LIMIT 1)
                """
            let touchedZeros = zeros ? " " + logZeros(of: shape, where: condition, entry: entry) : ""
            return (
                "WHEN EXISTS (SELECT 1 FROM \(table) WHERE \(condition))",
                """
                INSERT INTO \(Self.log)(tbl, row, op, columns, old) \
                SELECT \(quoted(shape.name)), \(rowid), 'touch', 0, \(values(of: shape, row: nil, isUTF8: isUTF8)) \
                FROM \(table) WHERE \(condition);
                """ + touchedZeros
            )
        }
        let (inserting, updating) = (touch(conflicts), touch("(\(conflicts)) AND \(rowid) IS NOT OLD.\(rowid)"))
        triggers.append(("replaceInsert", "BEFORE INSERT ON \(table) \(inserting.condition)", inserting.body))
        triggers.append(("replaceUpdate", "BEFORE UPDATE ON \(table) \(updating.condition)", updating.body))
        let keys = uniqueColumns(of: shape)
        if !keys.isEmpty {
            // Foreign keys of other tables may refer to these columns. Changes by triggers of their cascades are logged
            // before the update that changes the key. So this trigger logs the row's values before the cascades and the
            // update.
            let names = keys.map(\.name.quotedDatabaseIdentifier)
            let changed = names.map { "OLD.\($0) COLLATE BINARY IS NOT NEW.\($0)" }
            // A generated column may change without a change of the indexed columns, so the trigger then watches all
            // columns.
            let columns = keys.contains(where: \.isGenerated) ? "" : " OF \(names.joined(separator: ", "))"
            triggers.append(
                (
                    "key", "BEFORE UPDATE\(columns) ON \(table) WHEN \(joined(changed, by: " OR "))",
                    log("OLD", "key", "0", old) + oldZeros
                ))
        }
        return triggers.map { event, condition, body in
            let name = "\(Self.log)_\(identity)_\(event)".quotedDatabaseIdentifier
            return (event, "CREATE TRIGGER \(name) \(condition) BEGIN \(body) END")
        }
    }

    /// Returns the columns of unique indexes.
    private static func uniqueColumns(of shape: TableShape) -> [TableShape.Column] {
        let unique = Set(shape.uniqueIndexes.joined().map { $0.name.lowercased() })
        return shape.columns.filter { $0.name != shape.rowidColumn && unique.contains($0.name.lowercased()) }
    }

    /// Returns a condition for the rows that a new row would replace.
    private static func conflicts(in shape: TableShape) -> String {
        let rowid = shape.rowid.quotedDatabaseIdentifier
        let unique = shape.uniqueIndexes.map { columns in
            let equal = columns.map { column, collation in
                let name = column.quotedDatabaseIdentifier
                return "\(name) COLLATE \(collation) = NEW.\(name)"
            }
            return "(\(equal.joined(separator: " AND ")))"
        }
        return (["\(rowid) = NEW.\(rowid)"] + unique).joined(separator: " OR ")
    }

    /// Returns an expression for the set of columns in which OLD and NEW differ, even if only in their storage class.
    private static func changedColumns(of shape: TableShape) -> String {
        let bits = shape.columns.enumerated().map { position, column in
            let name = column.name.quotedDatabaseIdentifier
            return """
                ((OLD.\(name) COLLATE BINARY IS NOT NEW.\(name) OR typeof(OLD.\(name)) <> typeof(NEW.\(name))) \
                << \(min(position, 63)))
                """
        }
        return joined(bits, by: " | ")
    }

    /// Joins terms in groups of a hundred, because SQLite parses expressions up to a depth of a thousand.
    static func joined(_ terms: [String], by separator: String) -> String {
        guard terms.count > 100 else { return terms.joined(separator: separator) }
        let groups = stride(from: 0, to: terms.count, by: 100).map { start in
            "(\(terms[start..<min(start + 100, terms.count)].joined(separator: separator)))"
        }
        return joined(groups, by: separator)
    }

    static func isUTF8(_ db: Database) throws -> Bool {
        try String.fetchOne(db, sql: "PRAGMA main.encoding") == "UTF-8"
    }

    /// Returns an expression for the values of a row as a list of SQL literals, without generated columns.
    ///
    /// `quote()` cuts text at NUL, and invalid UTF-16 does not survive the conversion to UTF-8. So text with NUL is
    /// written as bytes, and in a UTF-16 database all text.
    static func values(of shape: TableShape, row: String?, isUTF8: Bool) -> String {
        let prefix = row.map { "\($0)." } ?? ""
        let literals = shape.columns.filter { !$0.isGenerated }.map { column in
            let value = prefix + column.name.quotedDatabaseIdentifier
            if column.name == shape.rowidColumn { return "quote(\(value))" }
            let isOdd = "typeof(\(value)) = 'text'" + (isUTF8 ? " AND instr(\(value), char(0))" : "")
            return "CASE WHEN \(isOdd) THEN 'CAST(x''' || hex(CAST(\(value) AS BLOB)) || ''' AS TEXT)' "
                + "ELSE quote(\(value)) END"
        }
        return joined(literals, by: " || ',' || ")
    }

    /// Returns a statement that stores the zeros of a row exactly, because `quote()` writes −0.0 like 0.0.
    ///
    /// - Parameters:
    ///   - row: OLD; `nil` for each row of the table that satisfies `condition`.
    ///   - entry: An expression for the sequence of the log's entry.
    static func logZeros(of shape: TableShape, row: String? = nil, where condition: String? = nil, entry: String)
        -> String
    {
        let prefix = row.map { "\($0)." } ?? ""
        let values = shape.columns.filter { !$0.isGenerated }.enumerated().filter(\.element.isSignedZeroKept).map {
            (index: $0.offset, value: prefix + $0.element.name.quotedDatabaseIdentifier)
        }
        let source = condition.map { " FROM \(shape.name.quotedDatabaseIdentifier) WHERE (\($0)) AND " } ?? " WHERE "
        return values.map { index, value in
            "INSERT OR REPLACE INTO \(zeroLog)(seq, place, value) SELECT \(entry), \(index), \(value)\(source)"
                + "typeof(\(value)) = 'real' AND \(value) = 0.0;"
        }.joined(separator: " ")
    }

    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
}

extension TableShape.Column {
    /// `true` when the column keeps the sign of −0.0. SQLite stores −0.0 as an integer if the type prefers numbers.
    fileprivate var isSignedZeroKept: Bool {
        let type = type.uppercased()
        if ["INT", "CHAR", "CLOB", "TEXT"].contains(where: { type.contains($0) }) { return false }
        return type.isEmpty || type == "ANY" || type.contains("BLOB")
    }
}
