import AviaryResults
import GRDB

extension Gallery {
    /// All web photos, the newest last.
    func webPhotos() async throws -> FetchedResults<WebPhoto> {
        try await FetchedResults(ListRequest(sort: [Column("id").asc]), in: store)
    }

    /// All tags in their order: a new one comes last.
    func tags() async throws -> FetchedResults<Tag> {
        try await FetchedResults(ListRequest(sort: [Column("position").asc]), in: store)
    }
}
