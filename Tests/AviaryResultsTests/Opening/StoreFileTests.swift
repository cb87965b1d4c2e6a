import AviaryResults
import AviaryTesting
import Foundation
import GRDB
import Logging
import Testing

/// Opening a store: its lock, its copies, and what is refused as it is.
struct StoreFileTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "aviary-\(UUID().uuidString)")

    private var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("task") { db in
            try db.execute(sql: "CREATE TABLE task(id INTEGER PRIMARY KEY, title TEXT)")
            try History.install(on: "task", in: db)
        }
        return migrator
    }

    /// The schema of tomorrow.
    private func later(failing: Bool = false) -> DatabaseMigrator {
        var migrator = migrator
        migrator.registerMigration("tomorrow") { db in
            try db.execute(sql: "CREATE TABLE tomorrow(id INTEGER PRIMARY KEY); DELETE FROM task")
            if failing { try db.execute(sql: "INSERT INTO nowhere VALUES (1)") }
        }
        return migrator
    }

    private func file(_ migrator: DatabaseMigrator? = nil) -> StoreFile {
        StoreFile(
            directory.appending(path: "todo.sqlite"), migrator: migrator ?? self.migrator,
            tables: [RequiredTable("task", columns: ["title"])])
    }

    private func close(_ store: LiveStore) {
        store.close()
        try? store.database.close()
    }

    private func add(_ count: Int) async throws {
        let store = try file().open()
        try await store.write { db in
            for _ in 0..<count { try db.execute(sql: "INSERT INTO task(title) VALUES ('one')") }
        }
        try await store.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        close(store)
    }

    private func copies() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.contains("before") }.sorted()
    }

    private func count(in name: String = "todo.sqlite") throws -> Int? {
        try DatabaseQueue(path: directory.appending(path: name).path).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM task")
        }
    }

    private func content() throws -> Data { try Data(contentsOf: directory.appending(path: "todo.sqlite")) }

    // MARK: History

    @Test func triggersThatAnotherProgramHasDroppedAreMadeAnewAtTheStart() async throws {
        try await add(1)
        let queue = try DatabaseQueue(path: directory.appending(path: "todo.sqlite").path)
        let triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY 1"
        let dropped = try await queue.write { db in
            let names = try String.fetchAll(db, sql: triggers)
            for name in names { try db.execute(sql: "DROP TRIGGER \(name.quotedDatabaseIdentifier)") }
            return names
        }
        try queue.close()
        let log = CollectedLog()
        var file = file()
        file.logger = Logger(label: "test") { _ in log }
        for _ in 0..<2 {
            let store = try file.open()
            #expect(try await store.read { try String.fetchAll($0, sql: triggers).count } == dropped.count)
            close(store)
        }
        #expect(log.lines.map(\.level) == [.warning])
        #expect(log.lines.first?.message.contains("dropped the triggers of the history") == true)
        #expect(try copies().isEmpty)
    }

    @Test func aStoreOfAnEarlierVersionGetsAListOfItsTables() async throws {
        try await add(1)
        let queue = try DatabaseQueue(path: directory.appending(path: "todo.sqlite").path)
        try await queue.write { try $0.execute(sql: "DROP TABLE aviaryHistoryTable") }
        try queue.close()
        let store = try file().open()
        let listed = try await store.read { try String.fetchAll($0, sql: "SELECT name FROM aviaryHistoryTable") }
        #expect(listed == ["task"])
        close(store)
    }

    // MARK: Copies

    @Test func aNewStoreNeedsNoCopy() async throws {
        try await add(1)
        try await add(1)
        #expect(try copies().isEmpty)
        #expect(try count() == 2)
    }

    @Test func anOlderStoreIsCopiedOnceBeforeItIsChanged() async throws {
        try await add(3)
        for _ in 0..<2 { close(try file(later()).open()) }
        #expect(try copies() == ["todo.before-tomorrow.sqlite"])
        #expect(try count(in: "todo.before-tomorrow.sqlite") == 3)
        #expect(try count() == 0)
    }

    @Test func aMigrationThatFailsChangesNothingAndNamesTheCopy() async throws {
        try await add(3)
        for _ in 0..<2 {
            let error = #expect(throws: StoreError.self) { try file(later(failing: true)).open() }
            #expect(error?.description.contains("todo.before-tomorrow.sqlite") == true)
            #expect(try count() == 3)
            #expect(try copies() == ["todo.before-tomorrow.sqlite"], "the same again is not copied again")
        }
        // The version of today goes on with it, and tomorrow's gets a copy of its own.
        try await add(1)
        close(try file(later()).open())
        #expect(try copies() == ["todo.before-tomorrow-2.sqlite", "todo.before-tomorrow.sqlite"])
        #expect(try count(in: "todo.before-tomorrow-2.sqlite") == 4)
        #expect(try count(in: "todo.before-tomorrow.sqlite") == 3)
    }

    /// A fault of the file stays one, also where the first migration of a new store meets it.
    @Test(arguments: [
        (ResultCode.SQLITE_CORRUPT, "its file is damaged"), (.SQLITE_IOERR, "its file cannot be read or written"),
    ])
    func aFaultOfTheFileIsNoFaultOfTheMigration(code: ResultCode, reason: String) throws {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("first") { _ in throw DatabaseError(resultCode: code) }
        let error = try #require(#expect(throws: StoreError.self) { try file(migrator).open() })
        #expect(CopyFault.reason(of: error) == reason)
        if case .damaged = error { return }
        #expect(code == .SQLITE_IOERR)
        #expect(error.description.contains("The migration “first” failed."))
    }

    @Test func aStoreAndItsCopiesAreTheOwnersAlone() async throws {
        try await add(1)
        close(try file(later()).open())
        for name in try copies() + ["todo.sqlite"] {
            let path = directory.appending(path: name).path
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(name)")
        }
    }

    @Test func aCommitIsOnTheDiskWhenItIsAcknowledged() throws {
        let store = try file().open()
        defer { close(store) }
        let synchronous = try store.database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        #expect(synchronous == 2, "FULL")
    }

    // MARK: Two programs

    @Test func aLockThatStaysIsGivenUp() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let descriptor = open(directory.path, O_RDONLY)
        defer { Foundation.close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        let error = #expect(throws: StoreError.self) { try file().open(lockTimeout: .milliseconds(50)) }
        guard case .locked(let path, _) = error else { throw try #require(error) }
        #expect(URL(filePath: path).standardized.path == directory.standardized.path)
        #expect(flock(descriptor, LOCK_UN) == 0)
        close(try file().open(lockTimeout: .milliseconds(50)))
    }

    @Test func manyWhoOpenANewStoreAtOnceAllDo() async throws {
        let file = file()
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try file.open() } }
            for try await store in group { close(store) }
        }
        #expect(try count() == 0)
        #expect(try copies().isEmpty)
    }

    // MARK: What is refused

    @Test func whatIsThereIsNotMadeAnew() {
        #expect { try file().openExisting() } throws: { error in
            guard case .nothingThere = error as? StoreError else { return false }
            return true
        }
        #expect(throws: StoreError.self) { try file().openReadOnly() }
        #expect(!FileManager.default.fileExists(atPath: directory.path))
    }

    @Test func aStoreOfANewerVersionIsRefusedAsItIs() async throws {
        close(try file(later()).open())
        let before = try content()
        #expect { try file().open() } throws: { "\($0)".contains("newer version of this program. It was not touched") }
        #expect(try content() == before)
    }

    @Test func aStoreOfAnOlderVersionIsNotLookedAtOnly() async throws {
        try await add(1)
        #expect { try file(later()).openReadOnly() } throws: { "\($0)".contains("open it once for writing") }
        #expect(try copies().isEmpty)
    }

    @Test func aTableThatAnotherProgramChangedIsNamed() async throws {
        try await add(1)
        let queue = try DatabaseQueue(path: directory.appending(path: "todo.sqlite").path)
        try await queue.write { try $0.execute(sql: "ALTER TABLE task RENAME COLUMN title TO name") }
        try queue.close()
        #expect { try file().open() } throws: { "\($0)".contains("Its table task has no column title.") }
    }

    /// Tables that no one has named are looked through all the same.
    @Test(arguments: [true, false])
    func aDamagedStoreIsRefusedAsItIs(namesTables: Bool) async throws {
        try await add(2_000)
        var damaged = try content()
        for page in 3..<damaged.count / 4096 {
            damaged.replaceSubrange(page * 4096..<page * 4096 + 64, with: Data(count: 64))
        }
        try damaged.write(to: directory.appending(path: "todo.sqlite"))
        var file = file()
        if !namesTables { file.tables = [] }
        #expect { try file.open() } throws: { error in
            guard case .damaged = error as? StoreError else { return false }
            return true
        }
        #expect(try content() == damaged)
    }

    @Test func ofALongTableSomePartsAreLookedAt() async throws {
        let store = try file().open()
        try await store.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150000)
                    INSERT INTO task(title) SELECT 'task ' || i FROM n;
                    DELETE FROM task WHERE id BETWEEN 20000 AND 60000;
                    """)
        }
        try await store.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        close(store)
        close(try file().open())

        var damaged = try content()
        for page in 3..<damaged.count / 4096 {
            damaged.replaceSubrange(page * 4096..<page * 4096 + 64, with: Data(count: 64))
        }
        try damaged.write(to: directory.appending(path: "todo.sqlite"))
        #expect { try file().open() } throws: { error in
            guard case .damaged = error as? StoreError else { return false }
            return true
        }
        #expect(try content() == damaged)
    }

    @Test func aFileThatIsNoDatabaseIsRefusedAsItIs() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let letter = Data(repeating: UInt8(ascii: "x"), count: 10_000)
        try letter.write(to: directory.appending(path: "todo.sqlite"))
        #expect { try file().open() } throws: { "\($0)".contains("is damaged, or isn't a store. It was not touched") }
        #expect(try content() == letter)
    }

    /// Whatever its tables are called, and also in the place of a store that is open.
    @Test(arguments: ["note", "task"]) func anotherProgramsDatabaseIsRefusedAsItIs(table: String) async throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let url = directory.appending(path: "todo.sqlite")
        let queue = try DatabaseQueue(path: url.path)
        try await queue.write { try $0.execute(sql: "CREATE TABLE \(table)(id INTEGER PRIMARY KEY, title TEXT)") }
        try queue.close()
        let foreign = try content()
        for open in [{ try self.file().open() }, { try self.file().openReadOnly() }] {
            #expect(throws: (any Error).self, performing: open)
            #expect { try open() } throws: { "\($0)".contains("is a database of another program") }
        }
        #expect(try content() == foreign && copies() == [])
        #expect(!FileManager.default.fileExists(atPath: url.path + "-wal"))
        // An app that had a database before begins in it.
        guard table == "note" else { return }
        var own = file()
        own.beginsAmongTables = true
        close(try own.open())
        close(try file().open())
    }

    @Test func aStoreThatIsLookedAtIsNotWritten() async throws {
        try await add(1)
        let store = try file().openReadOnly()
        defer { close(store) }
        let error = await #expect(throws: DatabaseError.self) {
            try await store.write { try $0.execute(sql: "DELETE FROM task") }
        }
        #expect(store.sentence(about: try #require(error)) == "This store is read-only. Nothing was changed.")
        #expect(try count() == 1)
    }

    @Test func aTableThatAMigrationCreatesIsFollowedAndWrittenOnce() async throws {
        var migrator = DatabaseMigrator()
        for table in ["thing", "other"] {
            migrator.registerMigration(table, creating: table) { columns in columns.column("rank", .integer) }
        }
        let store = try StoreFile(directory.appending(path: "things.sqlite"), migrator: migrator).open()
        for _ in 0..<2 {
            _ = try? await store.write(receipt: "one") { db in
                try db.execute(sql: "INSERT INTO thing(rank) VALUES (1), (2); DELETE FROM thing WHERE id = 2")
            }
        }
        try await store.write { db in try db.execute(sql: "INSERT INTO thing(rank) VALUES (3)") }
        let found = try await store.read { db in
            (
                try Int64.fetchAll(db, sql: "SELECT id FROM thing"),
                try String.fetchAll(db, sql: "SELECT op FROM aviaryHistory WHERE tbl = 'thing' ORDER BY seq")
            )
        }
        #expect(found.0 == [1, 3], "no number is given twice")
        #expect(found.1 == ["insert", "insert", "delete", "insert"])
        close(store)
    }
}
