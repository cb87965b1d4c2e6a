import AviaryResults
import GRDB

/// The tables of the gallery, as `docs/SCHEMA.md` describes them for other programs.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("colors") { db in
            // Nothing is refused here: what an outside program writes is shown as well as it can be.
            try db.execute(
                sql: """
                    CREATE TABLE color (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        red REAL DEFAULT 0,
                        green REAL DEFAULT 0,
                        blue REAL DEFAULT 0,
                        createdAt INTEGER NOT NULL
                            DEFAULT (CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER))
                    )
                    """)
            try History.install(on: "color", in: db)
        }
        migrator.registerMigration("receipts") { db in try Receipts.install(in: db) }
        migrator.registerMigration("colorOrder") { db in
            // The last of a million colours is found at once, and all of them are read without sorting.
            try db.execute(sql: "CREATE INDEX colorOrder ON color(createdAt)")
        }
        // Since then the log tells what a replaced row was, too.
        migrator.registerMigration("replacedRows") { db in try History.install(on: "color", in: db) }
        return migrator
    }
}
