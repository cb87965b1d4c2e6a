import AviaryResults
import AviaryText
import Foundation
import GRDB
import Testing

/// What a person is told of errors.
struct SentenceTests {
    private struct Blank: Error, CustomStringConvertible { let description = "A task needs a few words." }
    private struct Localized: LocalizedError { let errorDescription: String? = "Eine Aufgabe braucht Worte." }
    private enum Wordless: Error { case number(Int) }

    @Test(
        arguments: [
            (DatabaseError(resultCode: .SQLITE_FULL), "The disk is full. Nothing was changed; free some space"),
            (DatabaseError(resultCode: .SQLITE_IOERR_WRITE), "The disk can't be written: it is full, or failing."),
            (DatabaseError(resultCode: .SQLITE_BUSY), "Another program holds the store. Nothing was changed"),
            (DatabaseError(resultCode: .SQLITE_READONLY), "The store is read-only. Nothing was changed"),
            (DatabaseError(resultCode: .SQLITE_CANTOPEN), "The store cannot be reached. Nothing was changed"),
            (
                DatabaseError(resultCode: .SQLITE_CORRUPT),
                "The store is damaged. Nothing was changed; stop this program"
            ),
            (DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "no"), "The store reported an error: no."),
            (ResultsError.noSuchTable("task"), "The store has no table task any more."),
            (
                ResultsError.unreadable(
                    table: "task", underlying: DatabaseError(resultCode: .SQLITE_ERROR, message: "no such column: a.b")),
                "The table a has no column b any more."
            ),
            (CocoaError(.fileWriteOutOfSpace), "The disk is full. Free some space, then try again; what was saved"),
            (CocoaError(.fileWriteNoPermission), "A file can't be used, because its permissions forbid it."),
            (POSIXError(.EROFS), "The disk is read-only. Make it writable, then try again"),
            (POSIXError(.ENOENT), "A file is missing. Put it back, then try again"),
            (Blank(), "A task needs a few words."), (Localized(), "Eine Aufgabe braucht Worte."),
            (Wordless.number(7), "That did not work: number(7). What was saved before is safe; try again."),
        ] as [(any Error, String)])
    func whatHappenedAndWhatIsSafe(error: any Error, sentence: String) {
        #expect(Words.english.sentence(about: error).hasPrefix(sentence))
    }

    @Test func aProgramHasItsOwnWords() {
        var words = Words.english
        #expect(words.sentence(about: StoreError.nothingThere("/data")) == "There is no store in /data.")
        words.store.nothingThere = { "There is no drawer in \($0). Start Drawer there, or name another folder." }
        #expect(
            words.sentence(about: StoreError.nothingThere("/data"))
                == "There is no drawer in /data. Start Drawer there, or name another folder.")
        #expect("\(StoreError.nothingThere("/data"))" == "There is no store in /data.")
    }

    /// Each error carries what happened, and the words of any language say it. What one error says of another one is in
    /// that language, too.
    @Test(
        arguments: [
            (DatabaseError(resultCode: .SQLITE_FULL), "Die Platte ist voll. Nichts wurde geändert;"),
            (ResultsError.noSuchTable("task"), "Die Datenbank hat die Tabelle task nicht mehr."),
            (
                ResultsError.unreadable(table: "task", underlying: DatabaseError(resultCode: .SQLITE_BUSY)),
                "Ein anderes Programm hält die Datenbank fest."
            ),
            (
                StoreError.locked("/data", by: "cat, 7"),
                "Ein anderes Programm (cat, 7) hat das Verzeichnis /data gesperrt."
            ),
            (
                StoreError.notMigrated("/a", copy: "/b", CocoaError(.fileWriteOutOfSpace)),
                "/a ließ sich nicht auf diese Version bringen. Der frühere Stand liegt in /b. Die Platte ist voll. Bitte"
            ),
            (UpstreamError.contested(reason: "40001"), "Andere ändern gerade dasselbe."),
            (POSIXError(.ENOENT), "Eine Datei fehlt."), (Wordless.number(7), "Das hat nicht geklappt: number(7)."),
            (Blank(), "A task needs a few words."),
        ] as [(any Error, String)])
    func theWordsOfALanguageSayIt(error: any Error, sentence: String) throws {
        #expect(Words.german.sentence(about: error).hasPrefix(sentence))
        #expect(try LiveStore(DatabaseQueue()).sentence(about: error, in: .german).hasPrefix(sentence))
    }

    @Test(
        arguments: [
            "INSERT INTO task(id) VALUES (9223372036854775807)",
            // What SQLite takes note of is the smaller number.
            "INSERT INTO task(id) VALUES (1); UPDATE task SET id = 9223372036854775807",
        ])
    func aUsedUpNumberIsNoFullDisk(sql: String) async throws {
        let store = try LiveStore(DatabaseQueue())
        try await store.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE other(name PRIMARY KEY) WITHOUT ROWID;
                    CREATE TABLE task(id INTEGER PRIMARY KEY AUTOINCREMENT, title);
                    \(sql)
                    """)
        }
        let error = await #expect(throws: DatabaseError.self) {
            try await store.write { try $0.execute(sql: "INSERT INTO task(title) VALUES ('one')") }
        }
        #expect(store.sentence(about: try #require(error)).hasPrefix("The table task has used its largest id"))
    }
}
