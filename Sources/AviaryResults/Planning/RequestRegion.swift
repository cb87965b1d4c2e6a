import GRDB

extension DatabaseRegion {
    /// The region, and the columns by which a statement changes it without naming it.
    ///
    /// A generated column changes with those that it is made of. A REPLACE deletes other rows when a rowid changes, or a
    /// column of a unique index.
    func addingWhatMayChange(in db: Database) throws -> DatabaseRegion {
        var region = self
        for table in try tables(in: db) {
            if try hasGeneratedColumns(of: table, in: db) {
                try region.formUnion(Table(table).databaseRegion(db))
            } else {
                try region.formUnion(conflicts(in: table, db))
            }
        }
        return region
    }

    /// What the schema says of the tables and views in the region, and of the triggers of their history.
    func schema(in db: Database) throws -> [String] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT tbl_name, type = 'trigger' AND NOT \(History.isTrigger), rowid || ' ' || rootpage || ' ' || sql
                FROM main.sqlite_master WHERE type IN ('table', 'view', 'trigger') AND typeof(tbl_name) = 'text'
                """)
        return rows.compactMap { row in
            let (table, isForeignTrigger) = (row[0] as String, row[1] as Bool)
            return isForeignTrigger || !isModified(byEventsOfKind: .delete(tableName: table)) ? nil : row[2] as String?
        }
    }

    private func tables(in db: Database) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT name FROM main.sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        ).filter { isModified(byEventsOfKind: .delete(tableName: $0)) }
    }

    private func hasGeneratedColumns(of table: String, in db: Database) throws -> Bool {
        try !columns(of: table, where: "hidden IN (2, 3)", in: db).isEmpty
    }

    /// The columns of a table in the region, but for its rowid.
    private func columns(
        of table: String, where condition: String = "pk = 0", in db: Database
    ) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT name FROM pragma_table_xinfo(?, 'main') WHERE \(condition)", arguments: [table]
        ).filter { isModified(byEventsOfKind: .update(tableName: table, columnNames: [$0])) }
    }

    /// The columns of a table by which a REPLACE finds the rows that it deletes.
    private func conflicts(in table: String, _ db: Database) throws -> DatabaseRegion {
        let columns = try Row.fetchAll(
            db,
            sql: """
                SELECT info.name, list.partial
                FROM pragma_index_list(?, 'main') AS list, pragma_index_xinfo(list.name, 'main') AS info
                WHERE list."unique" = 1 AND info.key = 1
                """, arguments: [table])
        // An expression may be made of any column, and so may the condition of a partial index.
        if columns.contains(where: { $0[0] == nil || $0[1] == 1 }) { return try Table(table).databaseRegion(db) }
        // A SELECT of nothing but the rowid counts as one of the whole table: a column that is read anyhow goes with it.
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
