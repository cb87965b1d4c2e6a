import AviaryResults
import GRDB

extension Gallery {
    /// All colours, the oldest first. One index serves everybody who asks.
    func colors() async throws -> FetchedResults<GalleryColor> {
        try await FetchedResults(FetchRequest(sort: [.ascending(Column("createdAt"))]), in: store)
    }
}
