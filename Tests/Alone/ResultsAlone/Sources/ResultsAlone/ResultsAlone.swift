import AviaryResults
import AviarySnapshots
import AviaryTesting
import Foundation
import GRDB

// A list that follows a table. The strict view of AviaryTesting replays its updates by the rules of batch updates.

struct Player: Codable, Equatable, Identifiable, FetchableRecord, PersistableRecord, Sendable {
    var id: Int64
    var name: String
    var score: Int
}

@main
enum ResultsAlone {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        let database = try DatabasePool(path: folder.appending(path: "players.sqlite").path)
        try await database.write { db in
            try db.create(table: "player") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("name", .text).notNull()
                table.column("score", .integer).notNull()
            }
            try History.install(on: "player", in: db)
        }

        let store = try LiveStore(database)
        let players = try await FetchedResults<Player>(
            ListRequest<Player>(filter: Column("score") > 0, sort: [Column("score").desc]), in: store
        )
        var updates = players.updates().makeAsyncIterator()
        try await store.write { db in
            for score in 0..<4 { try Player(id: Int64(score + 1), name: "Player \(score)", score: score).insert(db) }
        }
        guard case .success(let change) = await updates.next() else { preconditionFailure("The list cannot be read.") }
        let sections: [[Int64]] = try replay(change.changeset, on: [[]])
        precondition(sections == [[4, 3, 2]], "The list is \(sections).")
        print("Results alone: \(sections[0])")
    }
}
