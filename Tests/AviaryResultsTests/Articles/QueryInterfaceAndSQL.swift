import AviaryResults
import Foundation
import Testing

/// The code of the article.
struct QueryInterfaceAndSQL {
    struct Player: Codable, LiveRecord {
        var id: Int64
        var name: String
        var team: String
        var score: Int
    }

    struct TeamSize: Codable, Hashable, LiveRecord {
        var team: String
        var players: Int
    }

    @Test func expressionsAndSQLMakeTheSameLists() async throws {
        let test = try TestStore(
            schema: """
                CREATE TABLE thing(id INTEGER PRIMARY KEY);
                CREATE TABLE player(
                  id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT NOT NULL, score INTEGER NOT NULL);
                CREATE TABLE team(name TEXT PRIMARY KEY, captain INTEGER);
                INSERT INTO player VALUES (1, 'Ada', 'red', 12), (2, 'Bo', 'blue', 10), (3, 'Al', 'red', 20);
                INSERT INTO team VALUES ('red', 1), ('blue', 2);
                """)
        defer { test.remove() }
        let store = test.store
        try await store.write { db in
            for table in ["player", "team"] { try History.install(on: table, in: db) }
        }
        let byColumns = ListRequest<Player>(
            filter: Column("score") >= 10 && Column("name").like("A%"),
            sort: [Column("score").desc, Column("name").asc])
        let bySQL = ListRequest<Player>(
            filter: SQL("score >= \(10) AND name LIKE \("A%")"), sort: [SQL("score").desc, SQL("name").asc])
        let request = ListRequest<Player>(filter: Column("team") == "red", sort: [Column("name").asc])
        let teams = ListRequest(
            fetching: Player.select(Column("team"), count(Column("id")).forKey("players"))
                .group(Column("team")).asRequest(of: TeamSize.self),
            primaryKey: ["team"], sort: [Column("players").desc])
        let captains = ListRequest<Player>(
            filter: SQL("id IN (SELECT captain FROM team)"),
            dependencies: [Dependency(on: "team", rows: "SELECT captain FROM changed")])

        let (one, other) = (
            try await FetchedResults(byColumns, in: store), try await FetchedResults(bySQL, in: store)
        )
        let red = try await FetchedResults(request, in: store)
        let sizes = try await FetchedResults(teams, in: store)
        let led = try await FetchedResults(captains, in: store)
        try await test.execute(
            """
            UPDATE player SET score = 11 WHERE id = 3; UPDATE player SET team = 'blue' WHERE id = 1;
            UPDATE team SET captain = 3 WHERE name = 'red'
            """)
        #expect(one.snapshot.allItems == [1, 3] && other.snapshot.allItems == [1, 3])
        #expect(red.snapshot.allItems == [3])
        #expect(led.snapshot.allItems == [2, 3])
        #expect(
            try await Array(sizes.allElements())
                == [TeamSize(team: "blue", players: 2), TeamSize(team: "red", players: 1)])
        for list in [one, other, red, led] { #expect(list.refetchReason == nil && list.statistics.refetched == 0) }
        #expect(sizes.refetchReason == .noRowids)
    }
}
