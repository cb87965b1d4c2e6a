import GRDB

extension History {
    /// How much the log tells of a table.
    enum Coverage {
        case none
        /// The table has changed since the triggers were made: rows are told, columns cannot be trusted.
        case rows
        case columns
    }

    static func coverage(of shape: TableShape, in db: Database) throws -> Coverage {
        guard shape.kind == .table, !shape.hasOpaqueUniqueIndex, try exists(in: db) else { return .none }
        let rows = try Row.fetchAll(
            db, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
            arguments: [shape.name])
        let found = Dictionary(rows.map { ($0[0] as String, $0[1] as String?) }) { first, _ in first }
        let wanted = triggers(for: shape)
        guard wanted.allSatisfy({ found[$0.name] != nil }) else { return .none }
        // A unique index that came later deletes rows in ways that the triggers do not look for.
        let conflicts = conflicts(in: shape)
        guard found[triggerName(shape.name, "replaceInsert")]??.contains(conflicts) == true else { return .none }
        return wanted.allSatisfy { found[$0.name] == $0.sql } ? .columns : .rows
    }

    static func triggers(for shape: TableShape) -> [(name: String, sql: String)] {
        let table = shape.name.quotedDatabaseIdentifier
        let rowid = shape.rowid.quotedDatabaseIdentifier
        func log(_ row: String, _ operation: String, _ columns: String, _ old: String) -> String {
            """
            INSERT INTO \(Self.log)(tbl, row, op, columns, old) \
            VALUES (\(quoted(shape.name)), \(row).\(rowid), '\(operation)', \(columns), \(old));
            """
        }
        let old = values(of: shape, row: "OLD")
        var triggers = [
            ("insert", "AFTER INSERT ON \(table)", log("NEW", "insert", "-1", "NULL")),
            ("delete", "AFTER DELETE ON \(table)", log("OLD", "delete", "-1", old)),
            (
                "update", "AFTER UPDATE ON \(table) WHEN OLD.\(rowid) IS NEW.\(rowid)",
                log("NEW", "update", changedColumns(of: shape), old)
            ),
            (
                "rowid", "AFTER UPDATE ON \(table) WHEN OLD.\(rowid) IS NOT NEW.\(rowid)",
                log("OLD", "delete", "-1", old) + " " + log("NEW", "insert", "-1", "NULL")
            ),
        ]
        // REPLACE deletes rows without firing their triggers, unless the connection set recursive_triggers.
        let conflicts = conflicts(in: shape)
        func touch(_ condition: String) -> (condition: String, body: String) {
            (
                "WHEN EXISTS (SELECT 1 FROM \(table) WHERE \(condition))",
                """
                INSERT INTO \(Self.log)(tbl, row, op, columns, old) \
                SELECT \(quoted(shape.name)), \(rowid), 'touch', 0, \(values(of: shape, row: nil)) \
                FROM \(table) WHERE \(condition);
                """
            )
        }
        let (inserting, updating) = (touch(conflicts), touch("(\(conflicts)) AND \(rowid) IS NOT OLD.\(rowid)"))
        triggers.append(("replaceInsert", "BEFORE INSERT ON \(table) \(inserting.condition)", inserting.body))
        triggers.append(("replaceUpdate", "BEFORE UPDATE ON \(table) \(updating.condition)", updating.body))
        return triggers.map { event, condition, body in
            let name = triggerName(shape.name, event)
            return (name, "CREATE TRIGGER \(name.quotedDatabaseIdentifier) \(condition) BEGIN \(body) END")
        }
    }

    /// A condition for the rows that a new one would replace.
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

    /// An expression for the set of columns in which OLD and NEW differ, their storage class included.
    private static func changedColumns(of shape: TableShape) -> String {
        let bits = shape.columns.enumerated().map { position, column in
            let name = column.name.quotedDatabaseIdentifier
            return """
                ((OLD.\(name) COLLATE BINARY IS NOT NEW.\(name) OR typeof(OLD.\(name)) <> typeof(NEW.\(name))) \
                << \(min(position, 63)))
                """
        }
        return bits.joined(separator: " | ")
    }

    /// An expression for the values of a row as a list of SQL literals, generated columns left out.
    static func values(of shape: TableShape, row: String?) -> String {
        let prefix = row.map { "\($0)." } ?? ""
        return shape.columns.filter { !$0.isGenerated }
            .map { "quote(\(prefix)\($0.name.quotedDatabaseIdentifier))" }
            .joined(separator: " || ',' || ")
    }

    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
}
