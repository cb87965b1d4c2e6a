import AviaryImages
import AviaryServer
import AviaryText
import Foundation

/// A file that may become a photograph.
struct PhotoFile: Hashable, Sendable {
    var path: String
    /// The name that the file has for the person.
    var name: String
    /// The time of the last change. It is used if neither the metadata nor the name says when the picture was taken.
    var modified: Date?
    /// The name of the file in a message that it was refused.
    var source: String
    /// Whether the file belongs to the gallery and never changes again. Then its original is a hard link to it, unless
    /// the originals are on another disk.
    var isOurs: Bool

    init(path: String, name: String, modified: Date? = nil, source: String? = nil, isOurs: Bool = false) {
        self.path = path
        self.name = name
        self.modified = modified
        self.source = source ?? name
        self.isOurs = isOurs
    }

    init(_ file: UploadedFile) { self.init(path: file.path, name: file.name, isOurs: true) }
}

extension PhotoLibrary {
    /// Adds uploaded files; see `add(_:priority:isLasting:commit:)`.
    func add(_ files: [UploadedFile], commit: ([NewPhoto]) async throws -> AddedPhotos) async throws -> AddedPhotos {
        try await add(files.map(PhotoFile.init), commit: commit)
    }
}

/// The facts about the file of an original. The picture library does not report these facts.
struct OriginalFile: Hashable, Sendable {
    var size: Int64
    /// Whether the file is AVIF. HEIC and AVIF share a container format, but browsers show AVIF only.
    var isAVIF: Bool

    /// Reads the file, and blocks the thread meanwhile.
    init(_ path: String) throws(ImageError) {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            let head = try file.read(upToCount: 12) ?? Data()
            isAVIF = ["ftypavif", "ftypavis"].map { Data($0.utf8) }.contains(head.dropFirst(4))
            size = Int64(try file.seekToEnd())
        } catch { throw .unreadable(reason: error.reasonOfFileFault) }
    }
}

extension NewPhoto {
    init(_ file: PhotoFile, _ content: ContentID, _ original: OriginalFile, _ facts: PictureFacts, color: String) {
        let type =
            switch facts.kind {
            case .heif: original.isAVIF ? "image/avif" : "image/heic"
            default: facts.kind.contentType
            }
        let exif = PhotoFacts(exif: facts.exif, xmpTimes: facts.xmpTimes)
        self.init(
            name: Self.name(file.name, type: type), content: content, type: type, size: original.size,
            width: facts.width, height: facts.height, color: color,
            takenAt: exif.takenAt ?? TakenDate.read(fileName: file.name)
                ?? file.modified.map { Int64($0.timeIntervalSince1970 * 1000) },
            camera: exif.camera)
    }

    /// The name on one line, with an extension. A long name is cut before its extension, because programs need the
    /// extension.
    static func name(_ name: String, type: String) -> String {
        let name = name.onOneLine
        let dot = name.lastIndex(of: ".")
        let ending = dot.map { name[$0...] }.flatMap { $0.utf8.count <= 6 ? String($0) : nil } ?? ""
        let stem = String(name.dropLast(ending.count))
        let known = Photo.types[type].map { ".\($0)" } ?? ""
        return (stem.isBlank ? PhotosWords.Titles.photo : stem.shortened(to: String.nameLimit - 8))
            + (ending.isBlank ? known : ending)
    }
}
