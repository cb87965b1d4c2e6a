import AviaryImages
import AviaryResults
import AviaryServer
import Foundation
import GRDB

/// The photographs of a web service. They are rows of the gallery's store. Their pictures are fetched on demand, and
/// cached as files.
final class PhotoramaLibrary: Sendable {
    let store: LiveStore
    let service: any PhotoService
    let pipeline: ImagePipeline
    let cache: ImageCache
    let colors: PictureColors
    let refreshes = SharedWork<RemoteFeed, FeedChange>()
    let extensions = SharedWork<RemoteFeed, Bool>()

    /// How long an item must stay in view during scrolling before its picture is fetched.
    let glance: Duration

    /// The size of the file cache for pictures, in bytes. The least recently used pictures are removed first.
    static let filesLimit = 1 << 30
    /// The largest number of concurrent fetches, about the number of pictures on a phone's screen.
    static let mostLoads = 24

    /// Opens the folder `photorama` in a gallery's directory. Blocks the thread meanwhile.
    ///
    /// - Parameters:
    ///   - memory: The size of the memory cache for pictures, in bytes.
    ///   - files: The size of the file cache for pictures, in bytes.
    ///   - glance: How long an item must stay in view during scrolling before its picture is fetched. In a fast scroll,
    ///     an item crosses the screen in less time.
    ///   - program: The program that runs as image worker: this program, except in tests.
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

    /// Makes a request for the photos of a query.
    func request(_ query: PhotoramaQuery) -> ListRequest<WebPhoto> { query.request(service: service.name) }

    /// Reads a stored photo.
    ///
    /// - Throws: `NotFound` if there is no such photo, or an error of the store.
    func photo(_ id: WebPhoto.ID) async throws -> WebPhoto {
        guard let photo = try await store.read({ db in try db.record(WebPhoto.self, id) }) else {
            throw NotFound(RoomWords.noSuchPhoto)
        }
        return photo
    }
}

/// Loads pictures through a service.
private struct PictureLoader: ImageLoader {
    let service: any PhotoService

    func bytes(at url: URL, limit: Int) async throws -> [UInt8] { try await service.picture(at: url, limit: limit) }
}
