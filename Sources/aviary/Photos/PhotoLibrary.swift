import AviaryImages
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB

/// The photographs of a gallery: rows of its store, and files for their originals and thumbnails.
///
/// An original is on the disk before its row is committed. After the row is deleted, the original and its thumbnails
/// are removed. So every row that the gallery has written has its original, even if the program is killed at any time.
/// The next start removes the files that are left behind. An original also stays while an undo step can restore its
/// row.
final class PhotoLibrary: Sendable {
    let store: LiveStore
    let originals: ContentStore
    let thumbnails: ImageCache
    let pipeline: ImagePipeline
    let folder: String
    let zips = ZipOffers()
    let arrangements: KeptArrangements
    /// Whether originals stay when their rows are deleted. This is so if nodes share the originals, because no node
    /// knows the undo steps of the other nodes.
    let keepsOriginals: Bool

    /// How many days a photograph stays in the trash.
    static let daysInTrash = 30
    /// The largest size of a file that can be added, in bytes.
    static let largestFile = 1 << 30

    /// Opens the folder `photos` in a gallery's directory, and the folder of originals. Blocks the thread meanwhile.
    ///
    /// - Parameters:
    ///   - memory: The size of the thumbnail cache in memory, in bytes.
    ///   - program: The program that runs as image worker: this program, except in tests.
    init(of gallery: Gallery, memory: Int = 64 << 20, program: String = Program.path) throws {
        store = gallery.store
        folder = gallery.directory.appending(path: "photos").path
        originals = try ContentStore(
            folder: gallery.originals?.path ?? Self.originals(in: gallery.directory), isReadOnly: store.isReadOnly)
        keepsOriginals = gallery.node != nil
        arrangements = KeptArrangements(path: folder + "/arrangements.json", isReadOnly: store.isReadOnly)
        thumbnails = try ImageCache(folder: folder + "/thumbnails", memory: memory, isReadOnly: store.isReadOnly)
        var configuration = ImagePipeline.Configuration()
        configuration.program = program
        configuration.cache = thumbnails
        pipeline = ImagePipeline(configuration)
    }

    /// The folder of the originals in a gallery's directory.
    static func originals(in directory: URL) -> String { directory.appending(path: "photos/originals").path }

    // MARK: Adding

    /// Adds files. Decodes each new file, copies it to the originals and makes a thumbnail. Then commits all rows at
    /// once.
    ///
    ///     let added = try await library.add(files) { photos in
    ///         try await history.write("Add photos", for: event) { db in try db.addPhotos(photos) }
    ///     }
    ///
    /// - Parameters:
    ///   - isLasting: Whether the commit cannot be undone. If so, the notes of the new originals are removed after the
    ///     commit.
    ///   - commit: Called once with the files that are pictures, unless there are none.
    /// - Throws: `PhotoError.refused` when every file is refused, `PhotoError.diskFull`, or an error of the store or of
    ///   `commit`.
    func add(
        _ files: [PhotoFile], priority: ImageRequest.Priority = .visible, isLasting: Bool = false,
        commit: ([NewPhoto]) async throws -> AddedPhotos
    ) async throws -> AddedPhotos {
        let prepared = try await prepare(files, priority)
        let ready = prepared.compactMap { try? $0.get() }
        defer { for file in ready { file.lock?.release() } }
        let refused = prepared.compactMap { if case .failure(let refused) = $0 { refused.photo } else { nil } }
        if ready.isEmpty, !refused.isEmpty { throw PhotoError.refused(refused) }
        var result = AddedPhotos()
        if !ready.isEmpty {
            do { result = try await commit(ready.map(\.photo)) } catch {
                await giveUp(ready)
                throw error
            }
            // A known original is not locked. If its row was deleted for good before the commit, the original was
            // removed, too. Then it is copied again.
            for (file, prepared) in zip(files, prepared) {
                guard let content = try? prepared.get().photo.content, !originals.contains(content) else { continue }
                let again = try await HeavyWork.shared.perform { [originals] turn in
                    try originals.add(fileAt: file.path, while: turn.goesOn)
                }
                again.lock?.release()
            }
            // Removes the notes of new rows only. An undo step of another window may need the other notes.
            if isLasting { for content in result.contents { originals.forget(content) } }
        }
        result.refused = refused
        return result
    }

    /// A file that is ready for the commit.
    private struct Ready {
        var photo: NewPhoto
        /// A lock on the note of its original, held until the commit; `nil` if the original was there before, without a
        /// note.
        var lock: FileLock?
    }

    private typealias Prepared = Result<Ready, Refusal>

    private struct Refusal: Error { var photo: RefusedPhoto }

    /// Removes the originals of files that are not committed, unless a row or an undo step needs them.
    private func giveUp(_ files: [Ready]) async {
        for file in files { file.lock?.release() }
        // An original without a lock was there before, so it is not removed.
        try? await settle(files.filter { $0.lock != nil }.map(\.photo.content))
    }

    /// Prepares files for the commit, several at a time.
    ///
    /// - Returns: The results in the order of the files.
    /// - Throws: `PhotoError.diskFull`, or an error of the store or of cancellation. Then nothing was added.
    private func prepare(_ files: [PhotoFile], _ priority: ImageRequest.Priority) async throws -> [Prepared] {
        try await withThrowingTaskGroup(of: (Int, Prepared).self) { group in
            for (index, file) in files.enumerated() {
                group.addTask { (index, try await self.prepare(file, priority)) }
            }
            var prepared: [Int: Prepared] = [:]
            do {
                for try await (index, result) in group { prepared[index] = result }
            } catch {
                group.cancelAll()
                while let rest = await group.nextResult() {
                    if case .success(let (index, result)) = rest { prepared[index] = result }
                }
                await giveUp(prepared.values.compactMap { try? $0.get() })
                throw error
            }
            return files.indices.compactMap { prepared[$0] }
        }
    }

    private func prepare(_ file: PhotoFile, _ priority: ImageRequest.Priority) async throws -> Prepared {
        do {
            // The size is read without opening the file. A named pipe may be at the path, and opening it would block.
            let size = try await blocking {
                let path = (file.path as NSString).resolvingSymlinksInPath
                return try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            }
            if let size, size > Self.largestFile {
                return .failure(Refusal(photo: RefusedPhoto(name: file.source, reason: PhotosWords.fileTooLarge)))
            }
            let content = try await HeavyWork.shared.perform { turn in
                try ContentID(ofFileAt: file.path, while: turn.goesOn)
            }
            if let known = try await known(content) { return .success(Ready(photo: known)) }
            let facts = try await pipeline.facts(
                of: .file(file.path), priority: priority, for: HeavyWork.client)
            let added = try await HeavyWork.shared.perform { [originals] turn in
                try originals.add(fileAt: file.path, while: turn.goesOn)
            }
            do {
                // Decodes the whole picture, so that an incomplete file is refused here.
                let thumbnail = try await pipeline.image(
                    request(for: added.id, .medium), priority: priority, for: HeavyWork.client)
                let original = try await blocking { [originals] in try OriginalFile(originals.path(of: added.id)) }
                let photo = NewPhoto(file, added.id, original, facts, color: thumbnail.averageColor)
                return .success(Ready(photo: photo, lock: added.lock))
            } catch {
                added.lock?.release()
                if added.isNew { try await settle([added.id]) }
                throw error
            }
        } catch let error as ImageError {
            if error.isFullDisk { throw PhotoError.diskFull }
            return .failure(Refusal(photo: RefusedPhoto(name: file.source, reason: error.reasonOfRefusal)))
        }
    }

    /// Returns the facts about a photograph that the gallery already has; `nil` for a new one. The file of a known
    /// photograph is not decoded again.
    private func known(_ content: ContentID) async throws -> NewPhoto? {
        let photo = try await store.read { db in
            try Photo.filter(Column("digest") == content.description).fetchCursor(db).next()
        }
        guard let photo, originals.contains(content) else { return nil }
        return NewPhoto(
            name: photo.name, content: content, type: photo.type, size: photo.size, width: photo.width,
            height: photo.height, color: photo.color.hex,
            takenAt: Int64(photo.takenAt.timeIntervalSince1970 * 1000), camera: photo.camera)
    }

    // MARK: Pictures

    /// Reads a thumbnail from the cache, or makes it.
    ///
    /// - Throws: `CancellationError`, or `ImageError`, which is `unreadable` if the original is missing.
    func thumbnail(of content: ContentID, _ side: Photo.ThumbnailSide) async throws -> EncodedImage {
        try await pipeline.image(request(for: content, side), for: HeavyWork.client)
    }

    private func request(for content: ContentID, _ side: Photo.ThumbnailSide) -> ImageRequest {
        ImageRequest(source(of: content), side: side.rawValue)
    }

    /// Identifies the original by its content, so that cached thumbnails stay valid when the gallery is moved.
    private func source(of content: ContentID) -> ImageRequest.Source {
        .content(content, path: originals.path(of: content))
    }

    /// A request for a copy in full size, for file types whose metadata cannot be removed without encoding.
    func copyRequest(for content: ContentID) -> ImageRequest {
        ImageRequest(source(of: content), side: 65_500, quality: 92, isCached: false)
    }

    /// Removes all thumbnails of removed originals, including those that older versions cached by path.
    ///
    /// - Complexity: O(*k* + *n*) for *k* originals and *n* thumbnails of all photographs; see `ImageCache.remove(_:)`.
    func removePictures(of contents: [ContentID]) async {
        await thumbnails.remove(
            contents.flatMap { content in
                Photo.ThumbnailSide.allCases.flatMap { side in
                    [
                        request(for: content, side),
                        ImageRequest(.file(originals.path(of: content)), side: side.rawValue),
                    ]
                }
            })
    }

    /// Reads a photograph, in the trash or not. Throws `NotFound` if there is none.
    func photo(_ id: Photo.ID) async throws -> Photo {
        guard let photo = try await store.read({ db in try db.record(Photo.self, id) }) else {
            throw NotFound(RoomWords.noSuchPhoto)
        }
        return photo
    }

    /// The path of a photograph's original.
    ///
    /// - Throws: `PhotoError.originalMissing`.
    func originalPath(of photo: Photo) throws -> String { originals.path(of: try content(of: photo)) }

    /// Returns the content of a photograph's original, if the file is there.
    ///
    /// - Throws: `PhotoError.originalMissing`.
    func content(of photo: Photo) throws -> ContentID {
        guard let content = photo.content, originals.contains(content) else {
            throw PhotoError.originalMissing(name: photo.name)
        }
        return content
    }

    /// The dominant colors of a photograph's original, as a palette.
    ///
    /// - Throws: `PhotoError.originalMissing`, or an error of `PicturePalette.init(named:of:called:by:)`.
    func palette(of photo: Photo) async throws -> PicturePalette {
        try await PicturePalette(
            named: PicturePalette.name(ofFile: photo.name), of: .file(try originalPath(of: photo)), called: photo.name,
            by: pipeline)
    }
}
