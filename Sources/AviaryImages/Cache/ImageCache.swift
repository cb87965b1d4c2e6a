import Dispatch
import Foundation
import Synchronization

/// A cache of encoded pictures, in memory and as files. If the pictures take too much space, the least recently used
/// ones are removed.
///
/// A file's name states the facts of the picture, so nothing else is stored. Any program may delete a file at any time;
/// then the picture is made again.
public final class ImageCache: Sendable {
    private struct State {
        var memory: LeastRecentlyUsed<ContentID, EncodedImage>
        var files: LeastRecentlyUsed<ContentID, CachedFile>
        /// The number of pictures removed so far.
        var removals = 0
        /// The number of folders listed so far, without the listings at the start.
        var listings = 0
        /// For each removed picture, the value of `removals` at its removal.
        private var numbers = LeastRecentlyUsed<ContentID, Int>(limit: 1_000)
        /// The highest number that was dropped from `numbers`.
        private var forgotten = 0

        init(memory: Int, files: LeastRecentlyUsed<ContentID, CachedFile>) {
            self.memory = LeastRecentlyUsed(limit: memory)
            self.files = files
        }

        mutating func remove(_ id: ContentID) {
            _ = memory.remove(id)
            _ = files.remove(id)
            removals += 1
            for old in numbers.insert(removals, for: id, cost: 1) { forgotten = max(forgotten, old.value) }
        }

        /// Returns true if a picture was removed after the first `removals` removals, or if this is no longer known.
        mutating func hasRemoved(_ id: ContentID, after removals: Int) -> Bool {
            (numbers.use(id) ?? forgotten) > removals
        }
    }

    /// The path of the folder that holds the files.
    public let folder: String
    private let isReadOnly: Bool
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "aviary.images.cache", attributes: .concurrent)

    /// Opens a cache with the existing files. It blocks.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder. It is created if it is missing, unless `isReadOnly`.
    ///   - memory: The largest size of all pictures in memory, in bytes.
    ///   - files: The largest size of all files, in bytes. Files beyond it are removed at once.
    ///   - isReadOnly: True if no file may be created or removed.
    /// - Throws: `ImageError.unwritable`.
    /// - Complexity: O(*n* log *n*) for *n* files.
    public init(
        folder: String, memory: Int = 64 << 20, files: Int = 4 << 30, isReadOnly: Bool = false
    ) throws(ImageError) {
        self.folder = folder
        self.isReadOnly = isReadOnly
        if !isReadOnly {
            try DurableFile.makeFolder(folder + "/incoming")
            IncomingFile.removeAbandoned(in: folder + "/incoming")
        }
        var known = LeastRecentlyUsed<ContentID, CachedFile>(limit: isReadOnly ? .max : files)
        for (id, file) in CachedFile.files(in: folder).sorted(by: { $0.file.modified < $1.file.modified }) {
            for gone in known.insert(file, for: id, cost: file.size) { unlink("\(folder)/\(gone.value.name)") }
        }
        state = Mutex(State(memory: memory, files: known))
    }

    /// The sizes of all pictures in memory and of all files, in bytes.
    ///
    /// - Complexity: O(1).
    public var sizes: (memory: Int, files: Int) { state.withLock { ($0.memory.cost, $0.files.cost) } }

    /// The path of a picture's file, for servers that send files; `nil` if no file is known. The call counts as a use
    /// of the picture.
    ///
    /// The file may have been deleted meanwhile.
    ///
    /// - Complexity: O(1), and O(*b*) for a request whose source is *b* bytes.
    func path(for request: ImageRequest) -> String? {
        state.withLock { $0.files.use(request.contentID) }.map { "\(folder)/\($0.name)" }
    }

    /// Returns true if a picture is known to be in the cache. Another program may have added or removed it meanwhile.
    ///
    /// - Complexity: O(1), and O(*b*) for a request whose source is *b* bytes.
    public func contains(_ request: ImageRequest) -> Bool {
        let id = request.contentID
        return state.withLock { $0.memory.contains(id) || $0.files.contains(id) }
    }

    /// The number of pictures removed so far.
    var removals: Int { state.withLock { $0.removals } }

    /// The number of folders listed since the start, in search of other programs' files. For tests.
    package var listings: Int { state.withLock { $0.listings } }

    /// Removes a picture from memory and from the disk. If the picture is being made or read now, it will not be kept.
    /// A read-only cache removes no file.
    ///
    /// - Complexity: O(*n*) for the *n* files whose digests begin with the same byte, a 256th of all.
    public func remove(_ request: ImageRequest) async { await remove([request]) }

    /// Removes pictures from memory and from the disk. Pictures that are being made or read now will not be kept. A
    /// read-only cache removes no file.
    ///
    /// - Complexity: O(*k* + *n*) for *k* pictures and *n* files in the cache, because each of its 256 folders is
    ///   listed at most once. So remove many pictures by one call.
    public func remove(_ requests: [ImageRequest]) async {
        await blocking { [self] in
            let ids = Set(requests.map(\.contentID))
            state.withLock { state in for id in ids { state.remove(id) } }
            if isReadOnly { return }
            // The folders also have files that other programs have made.
            let listings = CachedFile.removeFiles(of: ids, in: folder)
            state.withLock { $0.listings += listings }
        }
    }

    /// Returns a picture that was made before, if it is in the cache.
    ///
    /// - Complexity: O(1) for a picture in memory, O(*b*) for a file of *b* bytes. A picture that this cache does not
    ///   know costs O(*n*) more for the *n* files whose digests begin with the same byte, a 256th of all.
    public func image(for request: ImageRequest) async -> EncodedImage? {
        let id = request.contentID
        let (image, known, removals) = state.withLock { ($0.memory.use(id), $0.files.use(id), $0.removals) }
        if let image { return image }
        let folder = folder
        // Another program may have made the picture meanwhile, such as an import that runs beside the server.
        var found = known
        if found == nil {
            state.withLock { $0.listings += 1 }
            found = await blocking { CachedFile.file(of: id, in: folder) }
        }
        guard let file = found else { return nil }
        let path = "\(folder)/\(file.name)"
        guard let bytes = await blocking({ FileManager.default.contents(atPath: path) }), bytes.count == file.size
        else {
            _ = state.withLock { $0.files.remove(id) }
            return nil
        }
        if known == nil { await add(file, for: id, after: removals) }
        let read = file.image([UInt8](bytes))
        remember(read, for: id, after: removals)
        return read
    }

    /// Stores a picture in memory and as a file. Errors of writing are ignored, because the picture itself exists.
    ///
    /// - Parameter removals: The value of `removals` when the work on the picture began. If the picture was removed
    ///   since then, it is not stored.
    func store(_ image: EncodedImage, for request: ImageRequest, after removals: Int) async {
        let id = request.contentID
        guard remember(image, for: id, after: removals), !isReadOnly else { return }
        let file = CachedFile(image, id)
        let (path, incoming) = ("\(folder)/\(file.name)", folder + "/incoming")
        let isWritten = await blocking {
            do throws(ImageError) {
                try DurableFile.makeFolder((path as NSString).deletingLastPathComponent)
                let file = try IncomingFile(in: incoming)
                try file.write(image.bytes)
                try file.move(to: path, mayBeLost: true)
                return true
            } catch { return false }
        }
        if isWritten, !(await add(file, for: id, after: removals)) { await blocking { _ = unlink(path) } }
    }

    /// - Returns: False if the picture was removed meanwhile.
    @discardableResult
    private func remember(_ image: EncodedImage, for id: ContentID, after removals: Int) -> Bool {
        state.withLock { state in
            if state.hasRemoved(id, after: removals) { return false }
            _ = state.memory.insert(image, for: id, cost: image.bytes.count)
            return true
        }
    }

    /// Adds an existing file, and removes the least recently used files beyond the limit.
    ///
    /// - Returns: False if the picture was removed meanwhile. Then the file is not added.
    @discardableResult
    private func add(_ file: CachedFile, for id: ContentID, after removals: Int) async -> Bool {
        let gone = state.withLock { state in
            state.hasRemoved(id, after: removals) ? nil : state.files.insert(file, for: id, cost: file.size)
        }
        guard let gone else { return false }
        if !gone.isEmpty, !isReadOnly {
            let folder = folder
            await blocking { for old in gone { unlink("\(folder)/\(old.value.name)") } }
        }
        return true
    }

    private func blocking<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: work()) } }
    }
}

extension ImageRequest {
    /// The key of a picture in the cache: a digest of the whole request, without the path of a file whose content is
    /// known.
    var contentID: ContentID {
        let from =
            switch source {
            case .file(let path): "file \(path)"
            case .content(let content, _): "content \(content)"
            case .bytes(let bytes): "bytes \(ContentID(of: bytes))"
            case .url(let url): "url \(url.absoluteString)"
            }
        return ContentID(of: Array("\(side) \(format.rawValue) \(quality) \(keepsMetadata) \(from)".utf8))
    }
}
