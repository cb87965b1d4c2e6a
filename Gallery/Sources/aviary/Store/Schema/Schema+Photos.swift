import AviaryResults
import GRDB

// SQLite cannot add a column to a table if the default of the column is an expression, so the migration makes a new
// table.

extension Schema {
    private static let photoDefinition = """
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT DEFAULT '',
        digest TEXT DEFAULT '',
        type TEXT DEFAULT '',
        bytes INTEGER DEFAULT 0,
        width INTEGER DEFAULT 1,
        height INTEGER DEFAULT 1,
        color TEXT DEFAULT '#808080',
        takenAt INTEGER DEFAULT \(now),
        createdAt INTEGER NOT NULL DEFAULT \(now),
        camera TEXT DEFAULT '',
        isFavorite INTEGER DEFAULT 0,
        trashedAt INTEGER
        """

    /// Makes the first version of the table, without a position. Photographs were in the order of their creation.
    static func createPhotos(_ db: Database) throws {
        guard try !db.tableExists("photo") else { return }
        try db.execute(sql: "CREATE TABLE photo (\(photoDefinition))")
        try History.install(on: "photo", in: db)
    }

    /// Adds a position to each photograph, at first in the order of creation, and makes the tables of albums. Rows that
    /// other programs insert come last.
    static func giveOrder(toPhotos db: Database) throws {
        let columns = try db.columns(in: "photo").map(\.name)
        try db.execute(
            sql: """
                ALTER TABLE photo RENAME TO photoBefore;
                CREATE TABLE photo (
                    \(photoDefinition),
                    position REAL DEFAULT (\(time))
                );
                """)
        let kept = try db.columns(in: "photo").map(\.name).filter(columns.contains)
        let position =
            columns.contains("position")
            ? "" : ", row_number() OVER (ORDER BY \(columns.contains("createdAt") ? "createdAt, " : "")rowid)"
        let names = kept.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
        try db.execute(
            sql: """
                INSERT INTO photo(\(names)\(position.isEmpty ? "" : ", position")) SELECT \(names)\(position) FROM photoBefore;
                -- The names of photographs that are gone are not used again.
                DELETE FROM sqlite_sequence WHERE name = 'photo';
                INSERT INTO sqlite_sequence(name, seq)
                    SELECT 'photo', max(ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'photoBefore'), 0),
                        ifnull((SELECT max(id) FROM photo), 0));
                DROP TABLE photoBefore;
                CREATE INDEX photoOrder ON photo(position, trashedAt, width, height);
                CREATE INDEX photoMonths ON photo(
                    strftime('%Y-%m', takenAt / 1000, 'unixepoch'), takenAt, trashedAt, width, height);
                CREATE INDEX photoContent ON photo(digest);
                CREATE INDEX photoTrash ON photo(trashedAt) WHERE trashedAt IS NOT NULL;
                CREATE TABLE album (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    name TEXT DEFAULT '',
                    position REAL DEFAULT (\(time)),
                    createdAt INTEGER NOT NULL DEFAULT \(now)
                );
                CREATE TABLE albumPhoto (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    album INTEGER,
                    photo INTEGER,
                    position REAL DEFAULT (\(time))
                );
                CREATE UNIQUE INDEX albumPhotoOnce ON albumPhoto(album, photo);
                CREATE INDEX albumPhotoOrder ON albumPhoto(album, position);
                CREATE INDEX albumsOfPhoto ON albumPhoto(photo);
                """)
        for table in ["photo", "album", "albumPhoto"] { try History.install(on: table, in: db) }
    }
}
