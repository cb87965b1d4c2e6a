import AviaryGzip
import AviaryImages
import AviaryServer
import Foundation

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

extension Photo {
    /// The name of the file for downloads. It has an extension that fits the type, unless the type is unknown.
    var fileName: String {
        guard let ending = Self.types[type] else { return name }
        let others = ["image/jpeg": ["jpeg", "jpe", "jfif"], "image/heic": ["heif"]][type] ?? []
        return ([ending] + others).contains((name as NSString).pathExtension.lowercased()) ? name : "\(name).\(ending)"
    }
}
