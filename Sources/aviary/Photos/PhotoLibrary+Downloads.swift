import AviaryGzip
import AviaryImages
import AviaryResults
import AviaryServer
import Foundation
import GRDB

extension PhotoLibrary {
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

    // MARK: Copies

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
}

extension Photo {
    /// The name of the file for downloads. It has an extension that fits the type, unless the type is unknown.
    var fileName: String {
        guard let ending = Self.types[type] else { return name }
        let others = ["image/jpeg": ["jpeg", "jpe", "jfif"], "image/heic": ["heif"]][type] ?? []
        return ([ending] + others).contains((name as NSString).pathExtension.lowercased()) ? name : "\(name).\(ending)"
    }
}

/// A file for a download. Its content is bytes in memory, or parts of a file on disk.
struct PhotoCopy: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        case parts(of: String, [BareCopy.Part])
    }

    var name: String
    var type: String
    var content: Content

    @concurrent
    func write(to writer: inout DownloadWriter) async throws {
        var pieces = PhotoPieces(of: content)
        while true {
            let bytes: [UInt8]?
            (bytes, pieces) = try await HeavyWork.shared.perform { [pieces] _ in
                var pieces = pieces
                return (try pieces.next(), pieces)
            }
            guard let bytes else { return }
            try await writer.write(bytes)
        }
    }

    @concurrent
    func checksum() async throws -> (crc: UInt32, size: UInt64) {
        try await HeavyWork.shared.perform { [content] turn in
            var (crc, size): (UInt32, UInt64) = (0, 0)
            var pieces = PhotoPieces(of: content)
            while let bytes = try pieces.next() {
                try turn.check()
                crc = aviary.checksum(bytes, after: crc)
                size += UInt64(bytes.count)
            }
            return (crc, size)
        }
    }
}

/// The bytes of a download, read in pieces.
private struct PhotoPieces: Sendable {
    private var parts: ArraySlice<BareCopy.Part>
    private let path: String
    private var file: FileHandle?
    /// The bytes of the current part that have not been read.
    private var range: Range<Int64> = 0..<0

    init(of content: PhotoCopy.Content) {
        switch content {
        case .bytes(let bytes): (parts, path) = ([.bytes(bytes)], "")
        case .parts(let path, let parts): (self.parts, self.path) = (parts[...], path)
        }
    }

    /// Reads the next piece; `nil` at the end.
    ///
    /// - Throws: `ImageError.unreadable` when the file is too short, or an error of opening or reading it.
    mutating func next() throws -> [UInt8]? {
        while range.isEmpty {
            switch parts.popFirst() {
            case nil: return nil
            case .bytes(let bytes)?: return bytes
            case .range(let next)?: range = next
            }
        }
        let file = try file ?? FileHandle(forReadingFrom: URL(filePath: path))
        self.file = file
        try file.seek(toOffset: UInt64(range.lowerBound))
        guard let data = try file.read(upToCount: min(range.count, 256 << 10)), !data.isEmpty else {
            throw ImageError.unreadable(reason: PhotosWords.shorterOriginal)
        }
        range = range.lowerBound + Int64(data.count)..<range.upperBound
        return [UInt8](data)
    }
}

/// Computes the CRC-32 of bytes, as in zip files. `crc` is the checksum of the bytes before them.
func checksum(_ bytes: [UInt8], after crc: UInt32 = 0) -> UInt32 { aviary_crc32(crc, bytes, bytes.count) }
