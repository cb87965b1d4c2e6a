import AviaryResults
import GRDB

extension Gallery {
    /// All photographs outside the trash, in manual order.
    func photos(showingFirst count: Int? = nil) async throws -> FetchedResults<Photo> {
        try await FetchedResults(PhotoQuery().request, in: store, showingFirst: count)
    }

    /// The photographs that were added last, with the newest at the end.
    func newestPhotos(_ count: Int) async throws -> FetchedResults<Photo> {
        var request = ListRequest<Photo>(
            filter: Column("trashedAt") == nil, sort: [Column("id").asc], limit: count)
        request.edge = .end
        return try await FetchedResults(request, in: store)
    }

    /// All albums in their order: a new one comes last.
    func albums() async throws -> FetchedResults<Album> {
        try await FetchedResults(ListRequest(sort: [Column("position").asc]), in: store)
    }
}
