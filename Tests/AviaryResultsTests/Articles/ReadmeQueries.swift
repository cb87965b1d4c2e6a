import AviaryResults
import AviarySnapshots
import GRDB

private struct Player: Codable, LiveRecord {
    var id: Int64
    var score: Int
}

/// The README's live query.
func followPlayers(_ databasePool: DatabasePool) async throws {
    let store = try LiveStore(databasePool)
    let request = ListRequest<Player>(filter: Column("score") > 0, sort: [Column("score").desc])
    let players = try await FetchedResults(request, in: store)
    for await update in players.updates() {
        switch update {
        case .success(let change): print(change.changeset.inserted, change.changeset.moved, change.new.numberOfItems)
        case .failure(let error): print("The list cannot be read: \(error)")
        }
    }
}
