#if Postgres
    /// What PostgreSQL's catalog says of the followed tables and of the publication that has them.
    ///
    /// Changes of a table's shape are not replicated, and some of them say nothing in the stream: a dropped column, a
    /// type that was changed to itself with another value (`ALTER COLUMN … USING`), a table that left the publication for
    /// a while. All of them rewrite rows of the catalog. So the replica's position has a digest of these rows with the
    /// transactions that wrote them, and another digest means another copy. A changed default or statistics target
    /// changes the digest, too: a copy too many is right as well.
    struct LogicalCatalog {
        var publication: String
        var tables: [FeedTable]

        /// The digest at present, or in the snapshot of the connection's transaction.
        func digest(_ connection: PostgresConnection) throws -> String {
            let result = try connection.query(
                """
                WITH followed AS (SELECT unnest($2::oid[]) AS oid), line(entry) AS (
                  SELECT concat_ws(' ', 'publication', oid, xmin) FROM pg_catalog.pg_publication WHERE pubname = $1::name
                  UNION ALL
                  SELECT concat_ws(' ', 'member', r.prrelid, r.oid, r.xmin) FROM pg_catalog.pg_publication_rel r
                  JOIN pg_catalog.pg_publication p ON p.oid = r.prpubid
                  WHERE p.pubname = $1::name AND r.prrelid IN (SELECT oid FROM followed)
                  UNION ALL
                  SELECT concat_ws(' ', 'table', oid, relname, relkind, relreplident) FROM pg_catalog.pg_class
                  WHERE oid IN (SELECT oid FROM followed)
                  UNION ALL
                  SELECT concat_ws(' ', 'column', attrelid, attnum, xmin) FROM pg_catalog.pg_attribute
                  WHERE attrelid IN (SELECT oid FROM followed) AND attnum > 0
                )
                SELECT encode(sha256(convert_to(string_agg(entry, ',' ORDER BY entry COLLATE "C"), 'UTF8')), 'hex') FROM line
                """, [PostgresValue(publication), oids])
            // Neither the publication nor a table is there.
            return result[0, 0] ?? "none"
        }

        /// Makes sure that the publication has every change of every table.
        ///
        /// - Throws: `FeedError` with what is missing.
        func check(_ connection: PostgresConnection) throws {
            let kinds = try connection.query(
                """
                SELECT pubinsert AND pubupdate AND pubdelete AND pubtruncate FROM pg_catalog.pg_publication
                WHERE pubname = $1::name
                """, [PostgresValue(publication)])
            guard kinds.count == 1 else { throw FeedError.notInstalled("there is no publication \(publication)") }
            guard kinds[0, 0] == "t" else {
                throw FeedError.notInstalled("the publication \(publication) leaves out some kinds of changes")
            }
            let found = try connection.query(
                """
                SELECT c.oid, p.puballtables OR r.oid IS NOT NULL,
                  to_jsonb(r) ->> 'prqual' IS NOT NULL OR to_jsonb(r) ->> 'prattrs' IS NOT NULL, c.relreplident
                FROM pg_catalog.pg_class c CROSS JOIN pg_catalog.pg_publication p
                LEFT JOIN pg_catalog.pg_publication_rel r ON r.prpubid = p.oid AND r.prrelid = c.oid
                WHERE p.pubname = $1::name AND c.oid = ANY($2::oid[])
                """, [PostgresValue(publication), oids])
            for table in tables {
                guard let row = (0..<found.count).first(where: { found[$0, 0] == String(table.oid) }) else {
                    throw FeedError.copyAgain("the table \(table.name) has been replaced")
                }
                guard found[row, 1] == "t" else {
                    throw FeedError.notInstalled("the publication \(publication) lacks the table \(table.name)")
                }
                guard found[row, 2] != "t" else {
                    throw FeedError.cannotFollow(
                        table: table.name, "the publication \(publication) has a part of its rows or columns only")
                }
                guard found[row, 3] != "n" else {
                    throw FeedError.cannotFollow(
                        table: table.name, "it has no replica identity (ALTER TABLE … REPLICA IDENTITY DEFAULT)")
                }
            }
        }

        private var oids: PostgresValue {
            PostgresValue("{" + tables.map { String($0.oid) }.joined(separator: ",") + "}")
        }
    }
#endif
