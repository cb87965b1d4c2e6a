import AviaryImages
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation

extension PhotoramaLibrary {
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

extension ImageError {
    /// Whether the error means that this picture is broken. `tooLarge` does not count, because its message says more.
    fileprivate var isOfThePicture: Bool {
        switch self {
        case .notAPicture, .tooMuchMemory, .endedTheWorker, .tookTooLong, .unreadable: true
        case .tooLarge, .unwritable, .noWorker: false
        }
    }
}
