/// The SQL of the log in PostgreSQL.
enum LogScript {
    /// The tables of the log. An entry is short, because writers wait until it is written.
    static let tables = """
        CREATE TABLE IF NOT EXISTS aviary.change (
          xid xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id(),
          key bigint NOT NULL,
          tbl oid NOT NULL,
          op "char" NOT NULL);
        CREATE INDEX IF NOT EXISTS change_xid ON aviary.change (xid);
        CREATE TABLE IF NOT EXISTS aviary.origin (
          id uuid NOT NULL DEFAULT pg_catalog.gen_random_uuid(),
          system text NOT NULL,
          trimmed xid8 NOT NULL DEFAULT '0');
        CREATE TABLE IF NOT EXISTS aviary.follower (
          name text PRIMARY KEY,
          position pg_snapshot NOT NULL,
          told bigint NOT NULL DEFAULT 1,
          seen timestamptz NOT NULL DEFAULT pg_catalog.now());
        -- A crash empties an unlogged table. Transactions that were not on the disk are undone by a crash, though
        -- others may have seen them, and their identifiers are used again.
        CREATE UNLOGGED TABLE IF NOT EXISTS aviary.epoch (id uuid NOT NULL)
        """

    /// A function of the log's role. It is independent of its caller's search path.
    private static func function(_ name: String, _ returns: String, _ body: String) -> String {
        """
        CREATE OR REPLACE FUNCTION aviary.\(name) RETURNS \(returns) LANGUAGE plpgsql
        SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $aviary$ \(body) $aviary$;
        REVOKE ALL ON FUNCTION aviary.\(name) FROM PUBLIC
        """
    }

    private static func functionName(_ event: String, _ key: String) -> String {
        PostgresConnection.quoted("log_\(event)_\(key)")
    }

    /// The functions of the log. Tables whose keys have the same name share trigger functions. PostgreSQL prepares
    /// the statements of such a function for each table.
    static func functions(_ keys: Set<String>) -> String {
        func log(_ key: String, _ operation: String, _ source: String) -> String {
            "INSERT INTO aviary.change (key, tbl, op) SELECT \(key), TG_RELID, '\(operation)'\(source)"
        }
        func trigger(_ name: String, _ body: String) -> String {
            function("\(name)()", "trigger", "BEGIN \(body); RETURN NULL; END")
        }
        var functions = keys.sorted().flatMap { key in
            let name = PostgresConnection.quoted(key)
            return [
                trigger(functionName("insert", key), log("n.\(name)", "i", " FROM n")),
                trigger(functionName("update", key), log("n.\(name)", "u", " FROM n")),
                trigger(functionName("delete", key), log("o.\(name)", "d", " FROM o")),
                trigger(functionName("key", key), log("OLD.\(name)", "d", "")),
            ]
        }
        functions += [
            trigger("log_truncate", log("0", "t", "")),
            function(
                "seen(node text, place pg_snapshot)", "bigint",
                """
                DECLARE number bigint;
                BEGIN
                  INSERT INTO aviary.follower AS f (name, position) VALUES (node, place)
                  ON CONFLICT (name) DO UPDATE SET position = excluded.position, seen = now(), told = f.told + 1
                  RETURNING f.told INTO number;
                  RETURN number;
                END
                """),
            function(
                "epoch()", "uuid",
                """
                BEGIN
                  PERFORM pg_advisory_xact_lock(hashtext('aviary epoch'));
                  INSERT INTO aviary.epoch SELECT gen_random_uuid() WHERE NOT EXISTS (SELECT FROM aviary.epoch);
                  RETURN (SELECT id FROM aviary.epoch);
                END
                """),
            // The lock keeps nodes from trimming at the same time. A node that was absent for too long has to copy
            // again.
            function(
                "trim(days integer, most integer)", "integer",
                """
                DECLARE horizon xid8; count integer;
                BEGIN
                  IF NOT pg_try_advisory_xact_lock(hashtext('aviary trim')) THEN RETURN 0; END IF;
                  DELETE FROM aviary.follower WHERE seen < now() - make_interval(days => days);
                  horizon := least(pg_snapshot_xmin(pg_current_snapshot()),
                    (SELECT pg_snapshot_xmin(position) FROM aviary.follower ORDER BY 1 LIMIT 1));
                  UPDATE aviary.origin SET trimmed = horizon WHERE trimmed < horizon
                    AND EXISTS (SELECT FROM aviary.change WHERE xid < horizon);
                  DELETE FROM aviary.change WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM aviary.change WHERE xid < horizon ORDER BY xid LIMIT most));
                  GET DIAGNOSTICS count = ROW_COUNT;
                  RETURN count;
                END
                """),
        ]
        return functions.joined(separator: "; ")
    }

    static func grants(to user: String) -> String {
        """
        GRANT USAGE ON SCHEMA aviary TO \(user);
        GRANT SELECT ON aviary.change, aviary.origin, aviary.follower TO \(user);
        GRANT EXECUTE ON FUNCTION aviary.seen(text, pg_snapshot), aviary.epoch(),
          aviary.trim(integer, integer) TO \(user)
        """
    }

    static let triggerNames = [
        "aviary_insert", "aviary_update", "aviary_key", "aviary_delete", "aviary_truncate",
    ]

    /// The statements that create the triggers on a table. A trigger runs once for each statement, however many
    /// rows it changes. Only a change of a key is logged row by row.
    ///
    /// The triggers fire with any value of `session_replication_role`.
    ///
    /// - Returns: The statements that create each trigger, by its name.
    static func triggers(on table: FeedTable) -> [(name: String, sql: String)] {
        let (name, key) = (table.quotedName, PostgresConnection.quoted(table.key))
        func trigger(
            _ event: String, _ when: String, _ forEach: String, _ function: String
        ) -> (name: String, sql: String) {
            let sql = """
                DROP TRIGGER IF EXISTS aviary_\(event) ON \(name);
                CREATE TRIGGER aviary_\(event) AFTER \(when) ON \(name) \(forEach)
                  EXECUTE FUNCTION aviary.\(function)();
                ALTER TABLE \(name) ENABLE ALWAYS TRIGGER aviary_\(event)
                """
            return ("aviary_\(event)", sql)
        }
        let own = { (event: String) in functionName(event, table.key) }
        return [
            trigger("insert", "INSERT", "REFERENCING NEW TABLE AS n FOR EACH STATEMENT", own("insert")),
            trigger("update", "UPDATE", "REFERENCING NEW TABLE AS n FOR EACH STATEMENT", own("update")),
            trigger("key", "UPDATE", "FOR EACH ROW WHEN (OLD.\(key) IS DISTINCT FROM NEW.\(key))", own("key")),
            trigger("delete", "DELETE", "REFERENCING OLD TABLE AS o FOR EACH STATEMENT", own("delete")),
            trigger("truncate", "TRUNCATE", "FOR EACH STATEMENT", "log_truncate"),
        ]
    }
}
