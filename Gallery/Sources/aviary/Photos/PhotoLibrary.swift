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
    private let folder: String
    private let zips = ZipOffers()
    let arrangements: StoredArrangements
    /// Whether originals stay when their rows are deleted. This is so if nodes share the originals, because no node
    /// knows the undo steps of the other nodes.
    private let keepsOriginals: Bool

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
        arrangements = StoredArrangements(path: folder + "/arrangements.json", isReadOnly: store.isReadOnly)
        thumbnails = try ImageCache(folder: folder + "/thumbnails", memory: memory, isReadOnly: store.isReadOnly)
        var configuration = ImagePipeline.Configuration()
        configuration.program = program
        configuration.cache = thumbnails
        pipeline = ImagePipeline(configuration)
    }

    /// The folder of the originals in a gallery's directory.
    static func originals(in directory: URL) -> String { directory.appending(path: "photos/originals").path }

    // MARK: Adding

    /// Adds files. Each file that is a picture is copied to the originals under its digest, or linked if it is ours.
    /// A thumbnail is made of each new one. Then all rows are committed at once.
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
                let again = try await stage(file)
                try await blocking { [originals] in try originals.add(again).lock?.release() }
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
        let sizes = files.allSatisfy(\.isOurs) ? [] : try await sizesOfPhotos()
        return try await withThrowingTaskGroup(of: (Int, Prepared).self) { group in
            for (index, file) in files.enumerated() {
                group.addTask { (index, try await self.prepare(file, sizes, priority)) }
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

    private func prepare(
        _ file: PhotoFile, _ sizes: Set<Int>, _ priority: ImageRequest.Priority
    ) async throws -> Prepared {
        do {
            // The size is read without opening the file. A named pipe may be at the path, and opening it would block.
            let size = try await blocking {
                let path = (file.path as NSString).resolvingSymlinksInPath
                return try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            }
            if let size, size > Self.largestFile {
                return .failure(Refusal(photo: RefusedPhoto(name: file.source, reason: PhotosWords.fileTooLarge)))
            }
            // A worker reads the header only. So a file that is no picture is refused before it is read as a whole.
            let facts = try await pipeline.facts(
                of: .file(file.path), priority: priority, for: HeavyWork.client)
            // A file as long as a photograph of the gallery is probably that one, because its import is repeated. So its
            // digest comes first, and nothing is written. A file of ours is linked, which writes nothing.
            if !file.isOurs, let size, sizes.contains(size), let known = try await known(digest(of: file)) {
                return .success(Ready(photo: known))
            }
            let staged = try await stage(file)
            if let known = try await known(staged.id) { return .success(Ready(photo: known)) }
            let added = try await blocking { [originals] in try originals.add(staged) }
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

    /// The sizes of all photographs, in bytes.
    ///
    /// - Complexity: O(*n*) for *n* photographs.
    private func sizesOfPhotos() async throws -> Set<Int> {
        try await store.read { db in
            try Int.fetchSet(db, sql: "SELECT bytes FROM photo WHERE typeof(bytes) = 'integer'")
        }
    }

    private func digest(of file: PhotoFile) async throws -> ContentID {
        try await HeavyWork.shared.perform { turn in try ContentID(ofFileAt: file.path, while: turn.goesOn) }
    }

    private func stage(_ file: PhotoFile) async throws -> StagedContent {
        try await HeavyWork.shared.perform { [originals] turn in
            try originals.stage(fileAt: file.path, mayLink: file.isOurs, while: turn.goesOn)
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

    /// Removes all thumbnails of removed originals.
    ///
    /// - Complexity: O(*k* + *n*) for *k* originals and *n* thumbnails of all photographs; see `ImageCache.remove(_:)`.
    private func removePictures(of contents: [ContentID]) async {
        await thumbnails.remove(
            contents.flatMap { content in Photo.ThumbnailSide.allCases.map { side in request(for: content, side) } })
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

    // MARK: Downloads and uploads

    /// The downloads: thumbnails, originals, copies for sharing, and zips of copies.
    var downloads: [Download] {
        [
            Download("/photos/thumbnail/:side/:content") { request in try await self.thumbnail(request) },
            Download("/photos/original/:id") { request in
                let photo = try await self.photo(Int64(request["id"]) ?? 0)
                do {
                    return .file(
                        at: try self.originalPath(of: photo), type: photo.type,
                        savedAs: request.query["save"] == nil ? nil : photo.fileName,
                        tag: photo.content?.description)
                } catch let error as PhotoError { throw NotFound(error.description) }
            },
            Download("/photos/copy/:id") { request in
                let photo = try await self.photo(Int64(request["id"]) ?? 0)
                do {
                    let copy = try await self.copy(of: photo)
                    return .stream(type: copy.type, savedAs: copy.name) { writer in try await copy.write(to: &writer) }
                } catch let error as PhotoError {
                    throw NotFound(error.description)
                } catch let error as ImageError { throw NotFound(error.description) }
            },
            Download("/photos/zip/:name") { request in
                guard let ids = self.zips.photos(request["name"]) else {
                    throw NotFound(PhotosWords.downloadIsOver)
                }
                return .stream(type: "application/zip", savedAs: PhotosWords.zipName) { writer in
                    try await self.writeZip(of: ids, to: &writer)
                }
            },
        ]
    }

    /// The uploads of photographs.
    var uploads: [Upload] {
        [
            Upload(
                "photos", into: store.uploadFolder(in: folder) + "/uploads", types: ["image/*"],
                limits: UploadLimits(file: Int64(PhotoLibrary.largestFile)))
        ]
    }

    /// Stores a selection of photographs, and returns the address of a zip with their copies.
    func offerZip(of ids: Set<Photo.ID>) -> String { "/photos/zip/\(zips.add(ids))" }

    private func thumbnail(_ request: DownloadRequest) async throws -> DownloadAnswer? {
        guard let side = Int(request["side"]).flatMap(Photo.ThumbnailSide.init(rawValue:)),
            let content = ContentID.reading(short: request["content"])
        else { return nil }
        do {
            let image = try await thumbnail(of: content, side)
            return .bytes(image.bytes, type: image.contentType, tag: "\(content)-\(side.rawValue)", isImmutable: true)
        } catch let error as ImageError {
            guard originals.contains(content) else { throw NotFound(PhotosWords.noOriginal) }
            throw NotFound(error.description)
        }
    }

    /// The original as a file for a download, as it came.
    ///
    /// - Throws: `PhotoError.originalMissing`, or `ImageError.unreadable`.
    func original(of photo: Photo) throws -> PhotoCopy {
        let path = try originalPath(of: photo)
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
        guard let size = size?.int64Value else { throw PhotoError.originalMissing(name: photo.name) }
        return PhotoCopy(name: photo.fileName, type: photo.type, content: .parts(of: path, [.range(0..<max(0, size))]))
    }

    /// Makes a copy for sharing, without the metadata of the camera.
    private func copy(of photo: Photo) async throws -> PhotoCopy {
        let content = try content(of: photo)
        let path = originals.path(of: content)
        if let bare = try await blocking({ try BareCopy(ofFileAt: path) }) {
            return PhotoCopy(name: photo.fileName, type: photo.type, content: .parts(of: path, bare.parts))
        }
        // The metadata of other files (HEIC, AVIF, very large or damaged ones) is removed by encoding the picture
        // again.
        let image = try await pipeline.image(copyRequest(for: content), for: HeavyWork.client)
        let ending = image.contentType == "image/webp" ? "webp" : "jpg"
        return PhotoCopy(
            name: (photo.fileName as NSString).deletingPathExtension + ".\(ending)", type: image.contentType,
            content: .bytes(image.bytes))
    }

    /// Writes a zip of copies. A text file in it lists the photographs whose copies cannot be made.
    @concurrent
    private func writeZip(of ids: Set<Photo.ID>, to writer: inout DownloadWriter) async throws {
        let photos = try await store.read { db in
            let list = db.list(of: ids)
            return try Photo.fetchAll(
                db,
                sql: "SELECT * FROM photo WHERE id IN (SELECT value FROM json_each(?)) ORDER BY position, id",
                arguments: [list])
        }
        var zip = PhotoZip { Gallery.words.sentence(about: $0) }
        for photo in photos {
            try await zip.add(photo, to: &writer) { try await copy(of: photo) }
        }
        try await zip.finish(to: &writer)
    }

    // MARK: Removing

    /// Deletes photographs in the trash, with their originals and thumbnails. There is no undo.
    ///
    /// Photographs that somebody has restored from the trash stay. Originals that nodes share stay, too.
    ///
    /// - Parameter time: If given, only photographs that were put into the trash before this time, in milliseconds
    ///   since 1970.
    /// - Returns: The number of deleted photographs.
    @discardableResult
    func deleteForGood(
        _ ids: Set<Photo.ID>, trashedBefore time: Int64? = nil, receipt: String? = nil
    ) async throws -> Int {
        let contents = try await store.read { db in try db.photoContents(of: ids) }
        // Notes are written before the rows are deleted. If the program is killed before it removes the files, the next
        // start finds the files by their notes.
        try await blocking { [originals] in for content in contents { try originals.note(content) } }
        let count = try await store.write(receipt: receipt) { db in try db.deletePhotos(ids, trashedBefore: time) }
        try? await settle(contents)
        return count
    }

    /// Returns the photographs in the trash that match a search. An empty search matches all of them.
    func photosInTrash(search: String = "") async throws -> Set<Photo.ID> {
        try await store.read { db in try PhotoQuery(scope: .trash, search: search).identifiers(in: db) }
    }

    /// Deletes photographs that have been in the trash for more than `daysInTrash` days. Returns their number.
    @discardableResult
    func removeExpired(now: Date = .now) async throws -> Int {
        let seconds = now.timeIntervalSince1970 - Double(Self.daysInTrash) * 24 * 60 * 60
        let time = Int64(seconds * 1000)
        let ids = try await store.read { db in try db.photosTrashed(before: time) }
        return ids.isEmpty ? 0 : try await deleteForGood(ids, trashedBefore: time)
    }

    /// Removes originals that a killed program left behind, and originals whose addition was undone. An original stays
    /// if a row has it, or if an undo step of this program can restore such a row.
    ///
    /// Originals that another program is adding stay, because that program has locked their notes.
    func settleAll() async throws { try await settle(originals.unsettled, forgetsKept: true) }

    /// Removes originals that have a note and are not needed, with the thumbnails made of them. An original is needed
    /// if a row has it, if an undo step can restore such a row, or if the original is being added. If nodes share the
    /// originals, none is removed, and the notes stay.
    ///
    /// - Parameter forgetsKept: Whether to remove the notes of originals that a row has. Pass `true` only while no undo
    ///   step can remove such a row.
    /// - Complexity: O(*k*) files for *k* originals, and one listing of the thumbnails' folders for 4,096 of them.
    func settle(_ contents: some Collection<ContentID>, forgetsKept: Bool = false) async throws {
        if keepsOriginals { return }
        let all = Array(contents)
        var restorable = RestorableTexts()
        for start in stride(from: 0, to: all.count, by: 4_096) {
            let part = all[start..<min(start + 4_096, all.count)]
            var gone: [ContentID] = []
            // A transaction blocks all other writers, so each one handles few files.
            for start in stride(from: part.startIndex, to: part.endIndex, by: 256) {
                let removed = try await removeOriginals(
                    part[start..<min(start + 256, part.endIndex)], forgetsKept, known: restorable)
                gone += removed.contents
                restorable = removed.restorable
            }
            if gone.isEmpty { continue }
            await removePictures(of: gone)
            // The notes are removed last. If the program is killed before, the next start finds the thumbnails by their
            // notes.
            try await blocking { [originals, gone] in
                for content in gone {
                    // If another window or program is adding the file again, it needs the note, so the note stays.
                    guard let lock = originals.claim(content) else { continue }
                    defer { lock.release() }
                    if !originals.contains(content) { originals.forget(content) }
                }
            }
        }
    }

    /// Removes the files of originals that are not needed, in one transaction.
    ///
    /// - Parameter known: The contents that undo can restore, as far as they have been read.
    /// - Returns: The removed contents, which still have their notes, and all contents that undo can restore.
    private func removeOriginals(
        _ contents: ArraySlice<ContentID>, _ forgetsKept: Bool, known: RestorableTexts
    ) async throws -> (contents: [ContentID], restorable: RestorableTexts) {
        // Nobody else can commit a row with one of these contents during a write transaction. No other write shares the
        // transaction, so a row that is missing here was deleted by a commit that cannot be rolled back.
        try await store.write(alone: true) { [store, originals] db in
            let restorable = try store.restorableTexts(of: "digest", in: "photo", known: known, db)
            let removed = try contents.filter { content in
                // A file without a note stays. A file that is being added stays, too, because its note is locked.
                guard let lock = originals.claim(content) else { return false }
                defer { lock.release() }
                if try db.hasPhoto(with: content) {
                    if forgetsKept { originals.forget(content) }
                    return false
                }
                if restorable.contains(content.description) { return false }
                try originals.remove(content)
                return true
            }
            return (removed, restorable)
        }
    }

    /// Settles the files that were left behind, unless another program serves this gallery. The undo steps in the
    /// windows of that program can restore rows, and this program does not know them.
    ///
    /// - Returns: A lock, to be held while windows of this program can restore rows; `nil` if nodes share the
    ///   originals.
    func beginServing() async throws -> FileLock? {
        if keepsOriginals { return nil }
        if let alone = originals.claimNotes() {
            defer { alone.release() }
            try await settleAll()
        }
        return try await blocking { [originals] in try originals.shareNotes() }
    }

    /// Settles files that were left behind. Then deletes photographs that have been in the trash for too long, once an
    /// hour, until the task is cancelled.
    func cleanUp(onFailure: @Sendable (any Error) -> Void) async {
        guard !store.isReadOnly else { return }
        // A cancelled task stops its work with an error. This is no failure, because the next start repeats the work.
        func report(_ error: any Error) { if !Task.isCancelled { onFailure(error) } }
        var shared: FileLock?
        do { shared = try await beginServing() } catch { report(error) }
        defer { shared?.release() }
        while !Task.isCancelled {
            do { try await removeExpired() } catch { report(error) }
            try? await Task.sleep(for: .seconds(60 * 60))
        }
    }
}
