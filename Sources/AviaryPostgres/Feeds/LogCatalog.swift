/// The definition of the followed tables and of their triggers in PostgreSQL's catalog.
enum LogCatalog {
    /// An expression for a text that differs after any change of a followed column, a table or a trigger of the
    /// log.
    ///
    /// Some of these changes alter rows, such as `ALTER COLUMN … TYPE … USING`, but no trigger fires for them. The
    /// text also differs when the name of a table now means another table, in an earlier schema of the search path.
    ///
    /// An altered definition is a new row of the catalog, with the altering transaction as its `xmin`. A new column
    /// that is not followed does not change the text. The expression reads the snapshot of its statement.
    ///
    /// - Parameter first: The number of the first of the three `arguments(_:)`.
    static func expression(from first: Int) -> String {
        let (oids, columns, names) = ("$\(first)::oid[]", "$\(first + 1)::text[]", "$\(first + 2)::text[]")
        return """
            md5(concat(
              (SELECT string_agg(concat(attrelid, ' ', attnum, ' ', xmin), ',' ORDER BY attrelid, attnum)
               FROM pg_attribute WHERE attrelid = ANY(\(oids)) AND concat(attrelid, ' ', attname) = ANY(\(columns))),
              ';', (SELECT string_agg(concat(oid, ' ', relname, ' ', relnamespace, ' ', relkind), ',' ORDER BY oid)
               FROM pg_class WHERE oid = ANY(\(oids))),
              ';', (SELECT string_agg(concat(to_regclass(name)::oid), ',' ORDER BY place)
               FROM unnest(\(names)) WITH ORDINALITY n(name, place)),
              ';', (SELECT string_agg(concat(oid, ' ', tgenabled), ',' ORDER BY oid)
               FROM pg_trigger WHERE tgrelid = ANY(\(oids)) AND tgname LIKE 'aviary\\_%')))
            """
    }

    static func arguments(_ tables: [FeedTable]) -> [PostgresValue] {
        let columns = tables.flatMap { table in table.columns.map { "\(table.oid) \($0.name)" } }
        return [
            PostgresValue("{\(tables.map { String($0.oid) }.joined(separator: ","))}"),
            PostgresValue(UpstreamArray.text(columns)), PostgresValue(UpstreamArray.text(tables.map(\.quotedName))),
        ]
    }

    static func read(_ tables: [FeedTable], in connection: PostgresConnection) throws -> String {
        try connection.query("SELECT \(expression(from: 1))", arguments(tables))[0, 0] ?? ""
    }
}
