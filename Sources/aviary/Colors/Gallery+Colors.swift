import AviaryResults
import GRDB

extension Gallery {
    /// All colours, the oldest first. One index serves everybody who asks.
    func colors() async throws -> FetchedResults<GalleryColor> {
        try await FetchedResults(ListRequest(sort: [Column("createdAt").asc]), in: store)
    }
}
