import AviaryResults
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
        #expect(StoreWords().sentence(about: error).hasPrefix(sentence))
    }

    @Test func aProgramHasItsOwnWords() {
        var words = StoreWords()
        #expect(words.sentence(about: StoreError.nothingThere("/data")) == "There is no store in /data.")
        (words.program, words.noun) = ("Drawer", "drawer")
        words.beginning = "start Drawer there"
        words.elsewhere = "name another folder"
        #expect(
            words.sentence(about: StoreError.nothingThere("/data"))
                == "There is no drawer in /data. Start Drawer there, or name another folder.")
        #expect(
            words.sentence(about: StoreError.newer("/data/a")).hasSuffix(
                "version of Drawer. It was not touched; open it with that version, or name another folder."))
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
