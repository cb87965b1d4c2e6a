#if Postgres
    /// The definition of the followed tables and of their triggers, as PostgreSQL's catalog has it.
    enum LogCatalog {
        /// A text that differs after any change of a followed column, a table or a trigger of the log. No trigger tells
        /// of such changes, and some of them, `ALTER COLUMN … TYPE … USING` for instance, change rows. It also differs
        /// when the name of a table finds another one, in a schema that comes first.
        ///
        /// Each definition that is altered is a new row of the catalog, whose `xmin` is the transaction that did it. A
        /// new column, which nobody follows yet, changes nothing here. In a transaction it is what that snapshot sees.
        static func read(_ tables: [FeedTable], in connection: PostgresConnection) throws -> String {
            let oids = "{\(tables.map { String($0.oid) }.joined(separator: ","))}"
            let columns = tables.flatMap { table in table.columns.map { "\(table.oid) \($0.name)" } }
            let names = UpstreamArray.text(columns)
            let quoted = UpstreamArray.text(tables.map(\.quotedName))
            return try connection.query(
                """
                SELECT md5(concat(
                  (SELECT string_agg(concat(attrelid, ' ', attnum, ' ', xmin), ',' ORDER BY attrelid, attnum)
                   FROM pg_attribute WHERE attrelid = ANY($1::oid[]) AND concat(attrelid, ' ', attname) = ANY($2::text[])),
                  ';', (SELECT string_agg(concat(oid, ' ', relname, ' ', relnamespace, ' ', relkind), ',' ORDER BY oid)
                   FROM pg_class WHERE oid = ANY($1::oid[])),
                  ';', (SELECT string_agg(concat(to_regclass(name)::oid), ',' ORDER BY place)
                   FROM unnest($3::text[]) WITH ORDINALITY n(name, place)),
                  ';', (SELECT string_agg(concat(oid, ' ', tgenabled), ',' ORDER BY oid)
                   FROM pg_trigger WHERE tgrelid = ANY($1::oid[]) AND tgname LIKE 'aviary\\_%')))
                """, [PostgresValue(oids), PostgresValue(names), PostgresValue(quoted)])[0, 0] ?? ""
        }
    }

    /// Lists as arguments.
    enum UpstreamArray {
        /// An array of texts.
        static func text(_ elements: [String]) -> String {
            let quoted = elements.map { "\"" + $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }
            return "{\(quoted.joined(separator: ","))}"
        }
    }
#endif
