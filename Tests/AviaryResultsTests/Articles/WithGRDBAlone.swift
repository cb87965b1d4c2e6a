import AviaryResults
import AviarySnapshots
import Foundation
import GRDB
import Testing

/// The code of the article, which a program of GRDB's could have.
struct WithGRDBAlone {
    struct Player: Codable, LiveRecord, MutablePersistableRecord {
        var id: Int64
        var name: String
        var score: Int
    }

    @Test func theArticleDoesWhatItSays() async throws {
        let test = try TestStore(schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY)")
        defer { test.remove() }
        try migrate(test.database)
        try await test.execute("INSERT INTO player(name, score) VALUES ('Ada', 3), ('Bo', 5), ('Cy', 0)")
        try await follow(test.database)
    }

    private func migrate(_ database: any DatabaseWriter) throws {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("players") { db in
            try db.create(table: "player") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("name", .text).notNull()
                table.column("score", .integer).notNull().indexed()
            }
            try History.install(on: "player", in: db)
        }
        try migrator.migrate(database)
    }

    @Test func listsHaveLimitsAndLookIntoOtherTables() async throws {
        let test = try TestStore(schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY)")
        defer { test.remove() }
        try migrate(test.database)
        try await test.database.write { db in
            try db.execute(sql: "CREATE TABLE membership(id INTEGER PRIMARY KEY, player INTEGER, team TEXT)")
            try History.install(on: "membership", in: db)
        }
        let store = test.store
        try await test.execute("INSERT INTO player(name, score) VALUES ('Ada', 3), ('Bo', 5), ('Cy', 1), ('Di', 4)")
        let players = try await FetchedResults<Player>(.init(sort: [Column("score").desc]), in: store)

        var podium = players.request
        podium.limit = 3
        let best = try await FetchedResults(podium, in: store)
        #expect(best.snapshot.allItems == [2, 4, 1])

        let inTeam = ListRequest<Player>(
            filter: SQL("EXISTS (SELECT 1 FROM membership WHERE membership.player = player.id AND team = 'red')"),
            sort: [Column("name").asc],
            dependencies: [Dependency(on: "membership", rows: "SELECT player FROM changed")])
        let red = try await FetchedResults(inTeam, in: store)
        try await test.execute("INSERT INTO membership(player, team) VALUES (4, 'red'), (1, 'red'), (2, 'blue')")
        #expect(red.snapshot.allItems == [1, 4])
        #expect(red.statistics.refetched == 0)
    }

    struct Song: Codable, Identifiable, LiveRecord, PersistableRecord {
        var id: UUID
        var album: String
        var title: String
    }

    struct AlbumSize: Codable, Hashable, LiveRecord {
        var name: String
        var songs: Int
    }

    @Test func rowsHaveKeysOfTheirOwn() async throws {
        let test = try TestStore(schema: "CREATE TABLE thing(id INTEGER PRIMARY KEY)")
        defer { test.remove() }
        let store = test.store
        try await store.write { db in
            try db.execute(
                sql: "CREATE TABLE song(id BLOB PRIMARY KEY NOT NULL, album TEXT NOT NULL, title TEXT NOT NULL)")
            try History.install(on: "song", in: db)
        }
        let song = Song(id: UUID(), album: "Blue", title: "Carey")
        try await store.write { db in
            try Song(id: UUID(), album: "Hejira", title: "Amelia").insert(db)
            try song.insert(db)
            try Song(id: UUID(), album: "Blue", title: "River").insert(db)
        }
        let request = ListRequest<Song>(sort: [Column("title").asc], sections: .by(Column("album").asc))
        let songs = try await FetchedResults(request, in: store)
        var told: [String] = []
        func print(_ line: String) { told.append(line) }

        let item = try await songs.items(for: [song.id])[song.id]
        let ids = try await songs.ids(for: songs.snapshot.items(in: 0..<2))
        #expect(item == songs.snapshot.item(at: 0) && item.flatMap { ids[$0] } == song.id && ids.count == 2)

        let all = try await songs.allElements()
        for section in all.sections {
            print("\(section.id.title): \(section.map(\.title).joined(separator: ", "))")
        }
        if let album = all.sections.first?.id {
            let page = try await FetchedResults(songs.request.ofSection(album), in: store)
            print("\(page.snapshot.numberOfItems) songs of \(album.title)")
        }
        var shelf = songs.request
        shelf.sectionLimit = 1
        let firsts = try await FetchedResults(shelf, in: store)
        #expect(try await firsts.allElements().map(\.title) == ["Carey", "Amelia"])

        let query = SQLRequest<AlbumSize>(sql: "SELECT album AS name, count(*) AS songs FROM song GROUP BY album")
        let albums = try await FetchedResults(
            ListRequest(fetching: query, primaryKey: ["name"], sort: [Column("songs").desc]), in: store)
        #expect(
            try await Array(albums.allElements()) == [.init(name: "Blue", songs: 2), .init(name: "Hejira", songs: 1)])

        let updates = songs.updates()
        try await test.execute("UPDATE song SET title = 'California' WHERE title = 'Carey'")
        let update = try #require(await updates.next()?.change)
        let before = try await songs.previousElements(for: update)
        for change in update.changeset.updated {
            print("It was \(before[change.id]?.title ?? "unknown")")
        }
        #expect(told == ["Blue: Carey, River", "Hejira: Amelia", "2 songs of Blue", "It was Carey"])
    }

    private func follow(_ database: any DatabaseWriter) async throws {
        let store = try LiveStore(database)
        let request = ListRequest<Player>(
            filter: Column("score") > 0, sort: [Column("score").desc, Column("name").asc])
        let players = try await FetchedResults(request, in: store)
        #expect(players.snapshot.allItems == [2, 1])

        var told: [String] = []
        func print(_ line: String) { told.append(line) }
        let updates = players.updates()
        var list = updates.initial
        try await database.write { db in
            try db.execute(sql: "UPDATE player SET score = 9 WHERE id = 3; UPDATE player SET score = 1 WHERE id = 2")
        }
        #expect(players.volatileFunctions == [])
        try await players.refetch()
        store.close()
        for await update in updates {
            switch update {
            case .success(let change):
                for item in change.changeset.inserted { print("\(item.id) enters at \(item.path.item + 1)") }
                for move in change.changeset.moved { print("\(move.id) is now at \(move.to.item + 1)") }
                for item in change.changeset.deleted { print("\(item.id) is gone from \(item.path.item + 1)") }
                list = change.new
            case .failure(let error):
                print("The list cannot be read: \(error)")
            }
        }
        #expect(told == ["3 enters at 1", "2 is now at 3"])

        let shown = list.items(in: 0..<min(50, list.numberOfItems))
        let rows = try await players.elements(for: shown)
        #expect(shown.map { rows[$0]?.name } == ["Cy", "Ada", "Bo"])

        let counts = players.statistics
        print("\(counts.incremental) followed, \(counts.refetched) read anew, \(counts.rowsRead) rows read")
        #expect(told.last == "1 followed, 0 read anew, 2 rows read")
    }
}
