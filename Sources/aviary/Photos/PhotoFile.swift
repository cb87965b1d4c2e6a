import AviaryImages
import AviaryServer
import AviaryText
import Foundation

/// A file that may become a photograph.
struct PhotoFile: Hashable, Sendable {
    var path: String
    /// As the person's machine calls it.
    var name: String
    /// Tells when the photograph was taken, if the picture does not.
    var modified: Date?
    /// What it is called when it is refused.
    var source: String

    init(path: String, name: String, modified: Date? = nil, source: String? = nil) {
        self.path = path
        self.name = name
        self.modified = modified
        self.source = source ?? name
    }

    init(_ file: UploadedFile) { self.init(path: file.path, name: file.name) }
}

extension PhotoLibrary {
    /// Adds what people have sent; see the other one.
    func add(_ files: [UploadedFile], commit: ([NewPhoto]) async throws -> AddedPhotos) async throws -> AddedPhotos {
        try await add(files.map(PhotoFile.init), commit: commit)
    }
}

/// What the original's file says of itself.
struct OriginalFile: Hashable, Sendable {
    var size: Int64
    /// HEIC and AVIF are the same kind of file, of which browsers show only the second.
    var isAVIF: Bool

    /// Blocks.
    init(_ path: String) throws(ImageError) {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            let head = try file.read(upToCount: 12) ?? Data()
            isAVIF = ["ftypavif", "ftypavis"].map { Data($0.utf8) }.contains(head.dropFirst(4))
            size = Int64(try file.seekToEnd())
        } catch { throw .unreadable(reason: error.localizedDescription) }
    }
}

extension NewPhoto {
    init(_ file: PhotoFile, _ content: ContentID, _ original: OriginalFile, _ facts: PictureFacts, color: String) {
        let type =
            switch facts.kind {
            case .heif: original.isAVIF ? "image/avif" : "image/heic"
            default: facts.kind.contentType
            }
        let exif = PhotoFacts(exif: facts.exif)
        self.init(
            name: Self.name(file.name, type: type), content: content, type: type, size: original.size,
            width: facts.width, height: facts.height, color: color,
            takenAt: exif.takenAt ?? file.modified.map { Int64($0.timeIntervalSince1970 * 1000) },
            camera: exif.camera)
    }

    /// A name on one line, of which the ending stays: it tells programs what the file is.
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

extension ImageError {
    var isFullDisk: Bool {
        guard case .unwritable(let reason) = self else { return false }
        return [ENOSPC, EDQUOT, EFBIG].contains { String(cString: strerror($0)) == reason }
    }

    /// The end of a sentence that says why a file was not added.
    var reasonOfRefusal: String { PhotosWords.refusal(by: self) }
}

/// Does what blocks for a moment, as writing to a disk does, on a thread that may.
func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await HeavyWork.shared.perform { _ in try work() }
}
