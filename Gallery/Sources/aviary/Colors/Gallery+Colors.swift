import AviaryResults
import GRDB

extension Gallery {
    /// All colors, the oldest first. All callers share one index of the rows.
    func colors(showingFirst count: Int? = nil) async throws -> FetchedResults<GalleryColor> {
        try await FetchedResults(ListRequest(sort: [Column("createdAt").asc]), in: store, showingFirst: count)
    }

    /// The newest colors, with the newest at the end.
    func newestColors(_ count: Int) async throws -> FetchedResults<GalleryColor> {
        var request = ListRequest<GalleryColor>(sort: [Column("createdAt").asc], limit: count)
        request.edge = .end
        return try await FetchedResults(request, in: store)
    }
}
