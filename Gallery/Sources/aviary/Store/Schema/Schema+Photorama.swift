import AviaryResults
import GRDB

extension Schema {
    /// Makes the tables of the Photorama room.
    static func createPhotorama(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE webPhoto (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    service TEXT,
                    remote TEXT,
                    title TEXT DEFAULT '',
                    owner TEXT DEFAULT '',
                    license TEXT DEFAULT '',
                    page TEXT DEFAULT '',
                    small TEXT DEFAULT '',
                    large TEXT DEFAULT '',
                    width INTEGER DEFAULT 1,
                    height INTEGER DEFAULT 1,
                    color TEXT DEFAULT '#808080',
                    takenAt INTEGER DEFAULT \(now),
                    views INTEGER DEFAULT 0,
                    isFavorite INTEGER DEFAULT 0,
                    createdAt INTEGER NOT NULL DEFAULT \(now)
                );
                CREATE UNIQUE INDEX webPhotoOnce ON webPhoto(service, remote);
                CREATE INDEX webPhotoFavorites ON webPhoto(id) WHERE isFavorite != 0;
                CREATE TABLE feedEntry (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    feed TEXT,
                    photo INTEGER,
                    position REAL DEFAULT (\(time))
                );
                CREATE UNIQUE INDEX feedEntryOnce ON feedEntry(feed, photo);
                CREATE INDEX feedEntryOrder ON feedEntry(feed, position);
                CREATE INDEX feedsOfPhoto ON feedEntry(photo);
                CREATE TABLE tag (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    name TEXT,
                    position REAL DEFAULT (\(time)),
                    createdAt INTEGER NOT NULL DEFAULT \(now)
                );
                CREATE UNIQUE INDEX tagOnce ON tag(name COLLATE NOCASE);
                CREATE TABLE photoTag (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    photo INTEGER,
                    tag INTEGER
                );
                CREATE UNIQUE INDEX photoTagOnce ON photoTag(photo, tag);
                CREATE INDEX photosOfTag ON photoTag(tag);
                -- How far a feed has been read. No list shows it, so it has no history.
                CREATE TABLE feed (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    service TEXT,
                    name TEXT,
                    page INTEGER DEFAULT 0,
                    isAtEnd INTEGER DEFAULT 0
                );
                CREATE UNIQUE INDEX feedOnce ON feed(service, name);
                """)
        for table in ["webPhoto", "feedEntry", "tag", "photoTag"] { try History.install(on: table, in: db) }
    }

    /// Adds a column for the form in which names are compared. SQL alone cannot make this form, so the program fills the
    /// column at each start.
    static func addForms(toTags db: Database) throws {
        if try !db.columns(in: "tag").contains(where: { $0.name == "form" }) {
            try db.execute(sql: "ALTER TABLE tag ADD COLUMN form TEXT")
        }
        try db.execute(sql: "CREATE UNIQUE INDEX IF NOT EXISTS tagForms ON tag(form)")
        try History.install(on: "tag", in: db)
    }
}
