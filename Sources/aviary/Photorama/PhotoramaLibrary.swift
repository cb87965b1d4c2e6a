import AviaryImages
import AviaryResults
import AviaryServer
import Foundation
import GRDB

/// The photographs of a web service: rows of the gallery's store, and their pictures, fetched on demand and kept beside it.
final class PhotoramaLibrary: Sendable {
    let store: LiveStore
    let service: any PhotoService
    let pipeline: ImagePipeline
    let cache: ImageCache
    let colors: PictureColors
    let refreshes = SharedWork<RemoteFeed, FeedChange>()
    let extensions = SharedWork<RemoteFeed, Bool>()

    /// How long an item has to stay in view before its picture is asked for, while the list moves.
    let glance: Duration

    /// How many bytes of pictures are kept as files, those used last.
    static let filesLimit = 1 << 30
    /// How many pictures are fetched at a time: about a screenful of a phone.
    static let mostLoads = 24

    /// Opens the folder `photorama` in a gallery's directory. It blocks.
    ///
    /// - Parameters:
    ///   - memory: How many bytes of pictures are kept in memory.
    ///   - files: How many bytes of pictures are kept as files.
    ///   - glance: How long an item has to stay in view before its picture is asked for, while the list moves. Longer than
    ///     it takes to pass the screen in a fast scroll.
    ///   - program: That whose `main` begins with being a worker; this one, but for tests.
    init(
        of gallery: Gallery, service: any PhotoService, memory: Int = 64 << 20, files: Int = filesLimit,
        glance: Duration = .milliseconds(150), program: String = Program.path
    ) throws {
        store = gallery.store
        self.glance = glance
        self.service = service
        colors = PictureColors(in: gallery.store)
        cache = try ImageCache(
            folder: gallery.directory.appending(path: "photorama").path, memory: memory, files: files,
            isReadOnly: store.isReadOnly)
        var configuration = ImagePipeline.Configuration()
        configuration.program = program
        configuration.cache = cache
        configuration.loader = PictureLoader(service: service)
        configuration.maximumBytes = 32 << 20
        configuration.maximumPixels = 100_000_000
        configuration.loads = Self.mostLoads
        pipeline = ImagePipeline(configuration)
    }

    /// The photos of a query, as they are stored.
    func request(_ query: PhotoramaQuery) -> ListRequest<WebPhoto> { query.request(service: service.name) }

    /// A stored photo.
    ///
    /// - Throws: `NotFound`.
    func photo(_ id: WebPhoto.ID) async throws -> WebPhoto {
        guard let photo = try await store.read({ db in try db.record(WebPhoto.self, id) }) else {
            throw NotFound(RoomWords.noSuchPhoto)
        }
        return photo
    }
}

/// Has pictures fetched by a service.
private struct PictureLoader: ImageLoader {
    let service: any PhotoService

    func bytes(at url: URL, limit: Int) async throws -> [UInt8] { try await service.picture(at: url, limit: limit) }
}
