import AviaryResults
import GRDB

extension Gallery {
    /// All colours, the oldest first. One index serves everybody who asks.
    func colors(showingFirst count: Int? = nil) async throws -> FetchedResults<GalleryColor> {
        try await FetchedResults(ListRequest(sort: [Column("createdAt").asc]), in: store, showingFirst: count)
    }

    /// The colours that were added last, the newest at the end.
    func newestColors(_ count: Int) async throws -> FetchedResults<GalleryColor> {
        var request = ListRequest<GalleryColor>(sort: [Column("createdAt").asc], limit: count)
        request.edge = .end
        return try await FetchedResults(request, in: store)
    }
}
