"""Drawn stores that no version of the gallery made: what another program, or a mistake, may do to the tables."""

import sqlite3

TABLES = {
    "color": ["id", "red", "green", "blue", "createdAt"],
    "palette": ["id", "name", "position", "createdAt", "columns", "details"],
    "swatch": ["id", "name", "red", "green", "blue", "palette", "position", "createdAt", "details"],
    "photo": ["id", "name", "digest", "type", "bytes", "width", "height", "color", "takenAt", "createdAt", "camera", "isFavorite", "trashedAt", "position"],
    "album": ["id", "name", "position", "createdAt"],
    "albumPhoto": ["id", "album", "photo", "position"],
    "webPhoto": ["id", "service", "remote", "title", "owner", "license", "page", "small", "large", "width", "height", "color",
                 "takenAt", "views", "isFavorite", "createdAt"],
    "feed": ["id", "service", "name", "page", "isAtEnd"],
    "feedEntry": ["id", "feed", "photo", "position"],
    "tag": ["id", "name", "position", "createdAt", "form"],
    "photoTag": ["id", "photo", "tag"],
    "hint": ["id", "name"],
}
INTERNAL = {
    "aviaryHistory": ["seq", "tbl", "row", "op", "columns", "old"],
    "aviaryReceipt": ["seq", "name"],
    "grdb_migrations": ["identifier"],
    "sqlite_sequence": ["name", "seq"],
}
INDEXES = [
    "colorOrder", "swatchOrder", "swatchNames", "photoOrder", "photoMonths", "photoContent", "photoTrash", "albumPhotoOnce",
    "albumPhotoOrder", "albumsOfPhoto", "webPhotoOnce", "webPhotoFavorites", "feedEntryOnce", "feedEntryOrder", "feedsOfPhoto",
    "tagOnce", "tagForms", "photoTagOnce", "photosOfTag", "feedOnce"]
LARGEST = 2**63 - 1
VALUES = [
    "NULL", "''", "'red'", "'0.5'", "'<script>alert(1)</script>'", "x''", "x'00ff80'", "0", "1", "-1", "2.5", "-0.0",
    "9e999", "-9e999", "1e300", "-1e300", str(LARGEST), str(-LARGEST - 1), str(LARGEST - 1), "CAST(x'410042' AS TEXT)",
    "CAST(x'fffe8041' AS TEXT)", "char(8238, 10, 13, 65533, 1)", "printf('%.*c', 10000000, 'x')", "zeroblob(10000000)",
    "-(9e999 - 9e999)", "'2026-01-01'", "id", "-id", "id % 2", "random()",
]
TYPES = ["", "INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC", "TEXT COLLATE NOCASE", "INTEGER NOT NULL DEFAULT 7", "ANY"]
KEYS = ["INTEGER PRIMARY KEY AUTOINCREMENT", "INTEGER PRIMARY KEY", "INTEGER", "TEXT", "TEXT PRIMARY KEY", "", "REAL PRIMARY KEY"]


class Draw:
    """A few changes of a store, drawn from a seed. `statements` is what was done; some are refused by SQLite."""

    def __init__(self, chance):
        self.chance = chance
        self.statements = []
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            chance.choice([
                self.rename, self.drop_column, self.drop_table, self.rebuild, self.rebuild, self.view, self.virtual, self.value,
                self.value, self.value, self.add, self.trigger, self.index, self.internal, self.internal, self.internal,
                self.sequence, self.log, self.malformed])()

    def apply(self, file):
        connection = sqlite3.connect(file, timeout=30, isolation_level=None)
        try:
            connection.execute("PRAGMA writable_schema = ON")
            for statement in self.statements:
                try:
                    connection.execute(statement)
                except (sqlite3.Error, sqlite3.Warning):
                    # An unfinished transaction is also a valid case.
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
        finally:
            connection.close()

    def do(self, *statements):
        self.statements += statements

    def table(self, tables=TABLES):
        table = self.chance.choice(list(tables))
        return table, self.chance.choice(tables[table])

    def maybe_untriggered(self, table):
        """A column that triggers read cannot be dropped while they are there."""
        if self.chance.random() < 0.7:
            for event in ["insert", "delete", "update", "rowid", "replaceInsert", "replaceUpdate", "key"]:
                self.do(f"DROP TRIGGER IF EXISTS aviaryHistory_{table}_{event}")

    def rename(self):
        table, column = self.table()
        self.do(self.chance.choice([
            f"ALTER TABLE {table} RENAME COLUMN {column} TO other", f"ALTER TABLE {table} RENAME TO other",
            f"ALTER TABLE {table} RENAME COLUMN {column} TO \"{column.upper()}\""]))

    def drop_column(self):
        table, column = self.table()
        self.maybe_untriggered(table)
        self.do(*(f"DROP INDEX IF EXISTS {index}" for index in INDEXES), f"ALTER TABLE {table} DROP COLUMN {column}")

    def drop_table(self):
        table, _ = self.table({**TABLES, **INTERNAL})
        self.do(f"DROP TABLE {table}")

    def rebuild(self):
        """The table anew, with other types and keys, and some columns left out."""
        table, _ = self.table()
        columns = [column for column in TABLES[table] if self.chance.random() > 0.06]
        self.chance.shuffle(columns)
        types = [self.chance.choice(KEYS if column == "id" else TYPES) for column in columns]
        kind = self.chance.choice(["", "", "", " WITHOUT ROWID", " STRICT"])
        extra = self.chance.choice(["", "", ", twice AS (id * 2)", ", rowid TEXT", ", PRIMARY KEY (id, createdAt)", ", UNIQUE (createdAt)"])
        body = ", ".join(f"{column} {type}" for column, type in zip(columns, types)) + extra
        names = ", ".join(columns)
        self.do(f"CREATE TABLE fresh ({body}){kind}", f"INSERT OR IGNORE INTO fresh ({names}) SELECT {names} FROM {table}",
                f"DROP TABLE {table}", f"ALTER TABLE fresh RENAME TO {table}")
        if "id" in columns and self.chance.random() < 0.5:
            self.do(f"UPDATE OR IGNORE {table} SET id = {self.chance.choice(VALUES)} WHERE random() % 2 = 0")

    def view(self):
        table, _ = self.table({**TABLES, **INTERNAL})
        source = self.chance.choice(["was", "was UNION ALL SELECT * FROM was", "was WHERE 0", "nowhere", "was, was AS other"])
        self.do(f"ALTER TABLE {table} RENAME TO was", f"CREATE VIEW {table} AS SELECT * FROM {source}")

    def virtual(self):
        table, _ = self.table()
        columns = ", ".join(column for column in TABLES[table] if column != "id")
        self.do(f"ALTER TABLE {table} RENAME TO was", self.chance.choice([
            f"CREATE VIRTUAL TABLE {table} USING fts5({columns})", f"CREATE VIRTUAL TABLE {table} USING rtree(id, red, green)",
            f"CREATE VIRTUAL TABLE {table} USING nothing(id)"]),
            f"INSERT INTO {table}(rowid, {columns}) SELECT id, {columns} FROM was")

    def value(self):
        table, column = self.table()
        row = self.chance.choice(["", " WHERE id = (SELECT min(id) FROM {0})", " WHERE id % 3 = 0"]).format(table)
        self.do(f"UPDATE OR IGNORE {table} SET {column} = {self.chance.choice(VALUES)}{row}")

    def add(self):
        table, column = self.table()
        self.do(f"INSERT INTO {table} ({column}) VALUES ({self.chance.choice(VALUES[:24])})")

    def trigger(self):
        table, _ = self.table()
        when = self.chance.choice(["BEFORE", "AFTER"])
        event = self.chance.choice(["INSERT", "UPDATE", "DELETE"])
        body = self.chance.choice([
            "SELECT RAISE(ABORT, 'no')", "SELECT RAISE(ROLLBACK, 'no')", "SELECT RAISE(IGNORE)", "SELECT RAISE(FAIL, 'no')",
            f"UPDATE {table} SET createdAt = createdAt + 1", f"DELETE FROM {table}", f"INSERT INTO {table} DEFAULT VALUES",
            "DELETE FROM aviaryHistory", "INSERT INTO nowhere VALUES (1)"])
        self.do(f"CREATE TRIGGER drawn {when} {event} ON {table} BEGIN {body}; END")

    def index(self):
        table, column = self.table()
        self.do(self.chance.choice([
            f"CREATE INDEX drawn ON {table}({column} DESC)", f"CREATE UNIQUE INDEX drawn ON {table}(abs({column}))",
            f"CREATE UNIQUE INDEX drawn ON {table}({column}) WHERE {column} > 0.5", f"DROP INDEX {self.chance.choice(INDEXES)}",
            f"CREATE INDEX drawn ON {table}(json_extract({column}, '$'))", f"ALTER TABLE {table} ADD COLUMN drawn AS ({column} || 'x')"]))

    def internal(self):
        table, column = self.table(INTERNAL)
        value = self.chance.choice(VALUES).replace("id", "rowid")
        columns = ", ".join(INTERNAL[table])
        values = ", ".join(self.chance.choice(VALUES[:24]) for _ in INTERNAL[table])
        self.do(self.chance.choice([
            f"UPDATE OR IGNORE {table} SET {column} = {value}", f"UPDATE OR IGNORE {table} SET {column} = {value} WHERE rowid % 2",
            f"INSERT INTO {table} ({columns}) VALUES ({values})", f"DELETE FROM {table} WHERE rowid % 2", f"DELETE FROM {table}",
            f"ALTER TABLE {table} RENAME COLUMN {column} TO other", f"ALTER TABLE {table} DROP COLUMN {column}",
            f"ALTER TABLE {table} RENAME TO other"]))

    def sequence(self):
        table = self.chance.choice([*TABLES, "aviaryHistory", "aviaryHistory", "aviaryReceipt"])
        value = self.chance.choice([str(LARGEST), str(LARGEST - 1), str(-LARGEST - 1), "-5", "0", "'text'", "1e300", "NULL", "x'00'"])
        self.do(f"UPDATE sqlite_sequence SET seq = {value} WHERE name = '{table}'",
                self.chance.choice(["SELECT 1", f"INSERT INTO sqlite_sequence VALUES ('{table}', {value})"]))

    def log(self):
        """The history's log with columns of no type, and rows that no trigger wrote."""
        rows = ", ".join(
            "(" + ", ".join([
                self.chance.choice([str(LARGEST), str(LARGEST - 1), str(-LARGEST - 1), "-1", "1", "'text'", "NULL", "5000"]),
                self.chance.choice(["'color'", "'swatch'", "'nowhere'", "NULL", "x'00'", "7"]), self.chance.choice(VALUES[:20]),
                self.chance.choice(["'insert'", "'update'", "'delete'", "'touch'", "'fly'", "NULL", "9"]),
                self.chance.choice(VALUES[:20]), self.chance.choice(["NULL", "'1, 2'", "'); DROP TABLE color; --'", "x'ff'", "''", "'1,0.5,0.5,0.5,5'"])
            ]) + ")" for _ in range(3))
        if self.chance.random() < 0.6:
            key = self.chance.choice(["", " INTEGER PRIMARY KEY AUTOINCREMENT"])
            self.do("DROP TABLE aviaryHistory", f"CREATE TABLE aviaryHistory (seq{key}, tbl, row, op, columns, old)")
        self.do(f"INSERT OR IGNORE INTO aviaryHistory VALUES {rows}")

    def malformed(self):
        table, _ = self.table({**TABLES, **INTERNAL})
        if self.chance.random() < 0.4:
            self.do(f"UPDATE sqlite_master SET {self.chance.choice(['sql', 'tbl_name', 'type', 'rootpage'])} = "
                    f"{self.chance.choice(['NULL', '0', '9999', repr('garbage')])} WHERE name = '{table}'")
        else:
            self.value()
