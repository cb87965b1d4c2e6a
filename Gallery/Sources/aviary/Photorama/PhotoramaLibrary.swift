import AviaryImages
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB

/// The photographs of a web service. They are rows of the gallery's store. Their pictures are fetched on demand, and
/// cached as files.
final class PhotoramaLibrary: Sendable {
    let store: LiveStore
    /// The service, which people may change in the room.
    let services: ServiceChoice
    private let pipeline: ImagePipeline
    let cache: ImageCache
    private let colors: PictureColors
    private let refreshes = SharedWork<ServiceFeed, FeedChange>()
    private let extensions = SharedWork<ServiceFeed, Bool>()

    /// How long an item must stay in view during scrolling before its picture is fetched.
    let glance: Duration

    /// The size of the file cache for pictures, in bytes. The least recently used pictures are removed first.
    static let filesLimit = 1 << 30
    /// The largest number of pages that are fetched to find a new photo.
    private static let pagesAtOnce = 5
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
        of gallery: Gallery, services: ServiceChoice, memory: Int = 64 << 20, files: Int = filesLimit,
        glance: Duration = .milliseconds(150), program: String = Program.path
    ) throws {
        store = gallery.store
        self.glance = glance
        self.services = services
        colors = PictureColors(in: gallery.store)
        cache = try ImageCache(
            folder: gallery.directory.appending(path: "photorama").path, memory: memory, files: files,
            isReadOnly: store.isReadOnly)
        var configuration = ImagePipeline.Configuration()
        configuration.program = program
        configuration.cache = cache
        configuration.loader = PictureLoader(services: services)
        configuration.maximumBytes = 32 << 20
        configuration.maximumPixels = 100_000_000
        configuration.loads = Self.mostLoads
        pipeline = ImagePipeline(configuration)
    }

    private var service: any PhotoService { services.service }

    /// True if the service's photographs are drawn by the program, for trying it out.
    var hasSamples: Bool { service.hasSamples }

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

    // MARK: Feeds

    /// Reads how far a feed has been stored.
    func state(of feed: RemoteFeed) async throws -> FeedState {
        let name = service.name
        return try await store.read { db in try db.feedState(feed, of: name) } ?? FeedState()
    }

    /// Fetches the first page of a feed, and updates the stored list in one transaction. An unchanged list is not
    /// written.
    ///
    /// Windows that refresh at the same time share one request.
    ///
    /// - Throws: `PhotoServiceError`, `PhotoramaError.readOnly`, `CancellationError`, or an error of the store.
    @discardableResult
    func refresh(_ feed: RemoteFeed) async throws -> FeedChange {
        guard !store.isReadOnly else { throw PhotoramaError.readOnly }
        let service = service
        return try await refreshes.value(for: ServiceFeed(service: service.name, feed: feed)) { [store] in
            let page = try await service.photos(in: feed, page: 1)
            return try await store.write { db in try db.refreshFeed(feed, with: page, of: service.name) }
        }
    }

    /// Fetches the page after the stored pages, also after a restart. If it has no new photo, fetches up to four more
    /// pages.
    ///
    /// - Returns: `false` if the feed has no more photos.
    /// - Throws: `PhotoServiceError`, `PhotoramaError.readOnly`, `CancellationError`, or an error of the store.
    @discardableResult
    func more(_ feed: RemoteFeed) async throws -> Bool {
        guard !store.isReadOnly else { throw PhotoramaError.readOnly }
        let service = service
        return try await extensions.value(for: ServiceFeed(service: service.name, feed: feed)) { [store] in
            let state = try await store.read { db in try db.feedState(feed, of: service.name) } ?? FeedState()
            if state.isAtEnd { return false }
            // New photos at the beginning of the service's list push the others to later pages. So a page may have no
            // new photo.
            for number in state.page + 1...state.page + Self.pagesAtOnce {
                let page = try await service.photos(in: feed, page: number)
                let added = try await store.write { db in
                    try db.extendFeed(feed, with: page, number: number, of: service.name)
                }
                if added > 0 { return true }
                if page.isLast { return false }
            }
            return true
        }
    }

    // MARK: Pictures

    /// Returns a picture from memory, from the disk, or from the service.
    ///
    /// Equal requests share one fetch. Cancelling a waiting task withdraws its request, and the fetch is cancelled when
    /// no task waits for it.
    ///
    /// - Throws: `PhotoServiceError`, `PhotoramaError.noPicture`, `CancellationError`, or an `ImageError`: `tooLarge`,
    ///   or one that is not about this picture.
    @discardableResult
    func picture(
        of photo: WebPhoto, size: PictureSize, priority: ImageRequest.Priority = .visible
    ) async throws -> EncodedImage {
        guard let request = photo.imageRequest(size) else { throw PhotoramaError.noPicture }
        do {
            let image = try await pipeline.image(request, priority: priority, for: HeavyWork.client)
            if image.averageColor != photo.color.hex, !store.isReadOnly {
                colors.note(image.averageColor, of: photo.id)
            }
            return image
        } catch PhotoServiceError.cancelled {
            throw CancellationError()
        } catch let error as ImageError {
            throw error.isOfThePicture ? PhotoServiceError.brokenPicture : error
        }
    }

    /// Extracts the dominant colors of a photo's large picture, as a palette.
    ///
    /// - Throws: An error of `picture(of:size:priority:)` or of `PicturePalette.init(named:of:called:by:)`.
    func palette(of photo: WebPhoto) async throws -> PicturePalette {
        let picture = try await picture(of: photo, size: .large)
        return try await PicturePalette(
            named: photo.title, of: .bytes(picture.bytes), called: photo.title, by: pipeline)
    }

    /// Returns true if the picture is stored. Otherwise the server does not send it, and answers 404. The call does not
    /// block the thread.
    func isStored(_ photo: WebPhoto, size: PictureSize) -> Bool {
        photo.imageRequest(size).map(cache.contains) ?? false
    }

    /// The HTTP routes for the pictures of `WebPhoto`. They send stored pictures and never fetch one.
    var downloads: [Download] {
        [
            Download("/photorama/picture/:size/:id") { request in
                guard let size = PictureSize(rawValue: request["size"]) else { return nil }
                let photo = try await self.photo(Int64(request["id"]) ?? 0)
                guard let picture = photo.imageRequest(size), let image = await self.cache.image(for: picture) else {
                    throw NotFound(PhotoramaWords.pictureNotStored)
                }
                let version = photo.version(size)
                // The route sends the current picture. Only an address with the current version may be cached as
                // immutable.
                return .bytes(
                    image.bytes, type: image.contentType, tag: version,
                    isImmutable: request.query[version] != nil)
            }
        ]
    }
}

/// The changes that a refresh made.
struct FeedChange: Hashable, Sendable {
    /// The number of photos that were added to the list. `removed` is the number of those that were removed.
    var added = 0
    var removed = 0
    /// The number of photos that were left out, because the service's description of them could not be read.
    var skipped = 0

    /// The message about photos that were left out; `nil` if there are none.
    var sentenceOfSkipped: String? {
        skipped > 0 ? PhotoramaWords.leftOut(skipped) : nil
    }
}

/// How far a feed has been read.
struct FeedState: Hashable, Sendable {
    /// The number of the last stored page; 0 if no page is stored.
    var page = 0
    var isAtEnd = false
}

/// A feed of one service, because a request goes on when another service is chosen.
private struct ServiceFeed: Hashable {
    let service: String
    let feed: RemoteFeed
}

/// Loads pictures through the service.
private struct PictureLoader: ImageLoader {
    let services: ServiceChoice

    func bytes(at url: URL, limit: Int) async throws -> [UInt8] {
        try await services.service.picture(at: url, limit: limit)
    }
}

extension ImageError {
    /// Whether the error means that this picture is broken. `tooLarge` does not count, because its message says more.
    fileprivate var isOfThePicture: Bool {
        switch self {
        case .notAPicture, .tooMuchMemory, .endedTheWorker, .tookTooLong, .unreadable: true
        case .tooLarge, .unwritable, .noWorker: false
        }
    }
}
