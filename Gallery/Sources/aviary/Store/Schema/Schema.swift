import AviaryColors
import AviaryResults
import GRDB

/// The tables of the gallery, as `docs/SCHEMA.md` describes them for other programs.
enum Schema {
    /// The tables and columns that the gallery requires.
    static let tables = [
        RequiredTable("color", columns: SRGB.columns + ["createdAt"]),
        RequiredTable("palette", columns: ["name", "position", "columns", "details"]),
        RequiredTable("swatch", columns: ["name"] + SRGB.columns + ["palette", "position", "createdAt", "details"]),
        RequiredTable("photo", columns: photoColumns + ["position"]),
        RequiredTable("album", columns: ["name", "position"]),
        RequiredTable("albumPhoto", columns: ["album", "photo", "position"]),
        RequiredTable("webPhoto", columns: webPhotoColumns),
        RequiredTable("feedEntry", columns: ["feed", "photo", "position"]),
        RequiredTable("tag", columns: ["name", "form", "position"]),
        RequiredTable("photoTag", columns: ["photo", "tag"]),
        RequiredTable("feed", columns: ["service", "name", "page", "isAtEnd"]),
        RequiredTable.receipts,
    ]

    /// The columns that a photograph is read from.
    static let photoColumns = [
        "name", "digest", "type", "bytes", "width", "height", "color", "takenAt", "createdAt", "camera", "isFavorite",
        "trashedAt",
    ]

    /// The columns that a photograph of a web service is read from.
    static let webPhotoColumns = [
        "service", "remote", "title", "owner", "license", "page", "small", "large", "width", "height", "color",
        "takenAt", "createdAt", "views", "isFavorite",
    ]

    /// The tables that all nodes of one PostgreSQL database share, in addition to the table of receipts. Without hints a
    /// gallery opens, too.
    static let shared = tables.map(\.name).filter { $0 != RequiredTable.receipts.name } + ["hint"]

    /// The time of a new row as a real number, in milliseconds since 1970. PostgreSQL has no `julianday`, so a node
    /// translates exactly the text `julianday('now')`.
    static let time = "round((julianday('now') - 2440587.5) * 86400000)"
    /// The same as an integer.
    static let now = "(CAST(\(time) AS INTEGER))"

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("colors") { db in
            // `red`, `green` and `blue` have no constraints. If another program has written an invalid color, the
            // nearest valid color is shown.
            try db.execute(
                sql: """
                    CREATE TABLE color (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        red REAL DEFAULT 0,
                        green REAL DEFAULT 0,
                        blue REAL DEFAULT 0,
                        createdAt INTEGER NOT NULL
                            DEFAULT \(now)
                    )
                    """)
            try History.install(on: "color", in: db)
        }
        migrator.registerMigration("receipts") { db in try Receipts.install(in: db) }
        migrator.registerMigration("colorOrder") { db in
            // With the index, the newest of a million colors is found at once, and all colors are read without sorting.
            try db.execute(sql: "CREATE INDEX colorOrder ON color(createdAt)")
        }
        migrator.registerMigration("palettes") { db in
            // All columns have defaults. By default, a new palette comes before the others, and a new swatch is in the
            // palette with `id` 1.
            try db.execute(
                sql: """
                    CREATE TABLE palette (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        name TEXT DEFAULT '',
                        position REAL DEFAULT (-\(time)),
                        createdAt INTEGER NOT NULL
                            DEFAULT \(now)
                    );
                    CREATE TABLE swatch (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        name TEXT DEFAULT '',
                        red REAL DEFAULT 0,
                        green REAL DEFAULT 0,
                        blue REAL DEFAULT 0,
                        palette INTEGER DEFAULT 1,
                        position REAL DEFAULT (-\(time)),
                        createdAt INTEGER NOT NULL
                            DEFAULT \(now)
                    );
                    CREATE INDEX swatchOrder ON swatch(palette, position);
                    INSERT INTO palette(id, name) VALUES (1, 'My colors');
                    """)
            try History.install(on: "palette", in: db)
            try History.install(on: "swatch", in: db)
        }
        // From here on, the history also records the old values of a replaced row.
        migrator.registerMigration("replacedRows") { db in try History.install(on: "color", in: db) }
        // From here on, the history records every value exactly, and undo detects a new table with the name of an old
        // one.
        migrator.registerMigration("exactHistory") { db in
            for table in ["color", "palette", "swatch"] { try History.install(on: table, in: db) }
        }
        migrator.registerMigration("photos") { db in try createPhotos(db) }
        // From here on, photographs have an order that people choose, and there are albums.
        migrator.registerMigration("photoOrder") { db in try giveOrder(toPhotos: db) }
        migrator.registerMigration("photorama") { db in try createPhotorama(db) }
        // From here on, an index speeds up the search for the free number in the name of an unnamed color.
        migrator.registerMigration("swatchNames") { db in
            try db.execute(sql: "CREATE INDEX IF NOT EXISTS swatchNames ON swatch(palette, name)")
        }
        // From here on, the history also records the values that a row had before a cascade changed its key.
        migrator.registerMigration("keyHistory") { db in
            for table in ["albumPhoto", "webPhoto", "feedEntry", "tag", "photoTag"] where try db.tableExists(table) {
                try History.install(on: table, in: db)
            }
        }
        migrator.registerMigration("hints") { db in
            try db.execute(sql: "CREATE TABLE IF NOT EXISTS hint (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)")
        }
        // From here on, a palette knows the number of columns of the file that it was imported from.
        migrator.registerMigration("paletteColumns") { db in
            if try !db.columns(in: "palette").contains(where: { $0.name == "columns" }) {
                try db.execute(sql: "ALTER TABLE palette ADD COLUMN columns INTEGER")
            }
            try History.install(on: "palette", in: db)
        }
        // From here on, a tag's name is unique without case in any script, and in any normal form.
        migrator.registerMigration("tagForms") { db in try addForms(toTags: db) }
        // From here on, palettes and colors keep what a file of design tokens says of them besides the colors.
        migrator.registerMigration("tokenDetails") { db in
            for table in ["palette", "swatch"] {
                if try !db.columns(in: table).contains(where: { $0.name == "details" }) {
                    try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN details TEXT")
                }
                try History.install(on: table, in: db)
            }
        }
        return migrator
    }
}
