import Foundation
import GRDB

extension DatabaseRegion {
    /// Returns the region, extended by columns through which a statement may change the region indirectly.
    ///
    /// A generated column changes with its source columns. A REPLACE deletes other rows when it changes a rowid or a
    /// column of a unique index. A virtual table may show other tables: a full-text index shows its content table, and
    /// a vocabulary table shows an index.
    func addingWhatMayChange(in db: Database) throws -> DatabaseRegion {
        var region = self
        for table in try tables(in: db) {
            if try hasGeneratedColumns(of: table, in: db) {
                try region.formUnion(Table(table).databaseRegion(db))
            } else {
                try region.formUnion(conflicts(in: table, db))
            }
        }
        for table in try tablesOfVirtualTables(in: db) { try region.formUnion(Table(table).databaseRegion(db)) }
        return region
    }

    /// Returns the schema of the tables and views in the region, and of their history triggers.
    func schema(in db: Database) throws -> [Data] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT tbl_name, type = 'trigger' AND NOT \(History.isTrigger),
                  CAST(rowid || ' ' || rootpage || ' ' || sql AS BLOB)
                FROM main.sqlite_master WHERE type IN ('table', 'view', 'trigger') AND typeof(tbl_name) = 'text'
                """)
        return rows.compactMap { row in
            let (table, isForeignTrigger) = (row[0] as String, row[1] as Bool)
            return isForeignTrigger || !isModified(byEventsOfKind: .delete(tableName: table)) ? nil : row[2] as Data?
        }
    }

    private func tables(in db: Database) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT name FROM main.sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        ).filter { isModified(byEventsOfKind: .delete(tableName: $0)) }
    }

    /// Returns the virtual tables of the region, and the tables that their arguments name.
    ///
    /// A search reads a hidden column of a full-text index. Statements that change the index name only its other
    /// columns, so the whole table is needed.
    private func tablesOfVirtualTables(in db: Database) throws -> [String] {
        let pairs = try Row.fetchAll(
            db,
            sql: """
                SELECT virtual.name, virtual.sql, other.name FROM main.sqlite_master AS virtual, main.sqlite_master AS other
                WHERE virtual.type = 'table' AND virtual.sql LIKE 'CREATE VIRTUAL%' AND other.type IN ('table', 'view')
                  AND instr(lower(virtual.sql), lower(other.name))
                """)
        return pairs.compactMap { row in
            let (virtual, sql, name) = (row[0] as String, (row[1] as String).lowercased(), row[2] as String)
            guard isModified(byEventsOfKind: .delete(tableName: virtual)) else { return nil }
            let words = sql.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            return !isWord || words.contains { $0 == name.lowercased() } ? name : nil
        }
    }

    private func hasGeneratedColumns(of table: String, in db: Database) throws -> Bool {
        try !columns(of: table, where: "hidden IN (2, 3)", in: db).isEmpty
    }

    /// Returns the columns of a table in the region, except its rowid.
    private func columns(
        of table: String, where condition: String = "pk = 0", in db: Database
    ) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT name FROM pragma_table_xinfo(?, 'main') WHERE \(condition)", arguments: [table]
        ).filter { isModified(byEventsOfKind: .update(tableName: table, columnNames: [$0])) }
    }

    /// Returns the columns with which a REPLACE finds the rows that it deletes.
    private func conflicts(in table: String, _ db: Database) throws -> DatabaseRegion {
        let columns = try Row.fetchAll(
            db,
            sql: """
                SELECT info.name, list.partial
                FROM pragma_index_list(?, 'main') AS list, pragma_index_xinfo(list.name, 'main') AS info
                WHERE list."unique" = 1 AND info.key = 1
                """, arguments: [table])
        // An expression or the condition of a partial index may use any column, so the whole table is returned.
        if columns.contains(where: { $0[0] == nil || $0[1] == 1 }) { return try Table(table).databaseRegion(db) }
        // GRDB treats a SELECT of the rowid alone like a SELECT of the whole table. So a column that is read anyway is
        // added.
        let names =
            try columns.isEmpty ? self.columns(of: table, in: db).prefix(1) : columns.map { $0[0] as String }[...]
        for rowid in names.isEmpty ? [] : ["rowid", "_rowid_", "oid", ""] {
            let selection = (names.map(\.quotedDatabaseIdentifier) + [rowid]).filter { !$0.isEmpty }
            let select = "SELECT \(selection.joined(separator: ", ")) FROM main.\(table.quotedDatabaseIdentifier)"
            if let region = try? db.makeStatement(sql: select).databaseRegion { return region }
        }
        return DatabaseRegion()
    }
}
