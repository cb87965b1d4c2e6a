import AviaryText
import Foundation

/// A copy of a picture's file without the metadata that a camera or a program wrote into it: place, date, serial
/// numbers, comments, embedded previews.
///
/// The pixels and the color profile are the same bytes as in the file, and the picture has the same orientation.
public struct BareCopy: Hashable, Sendable {
    /// A part of the copy.
    public enum Part: Hashable, Sendable {
        /// Bytes that are not in the file: metadata that states the orientation and nothing else.
        case bytes([UInt8])
        /// Bytes of the file, by their offsets.
        case range(Range<Int64>)
    }

    /// The parts of which the copy consists, in order. Write them one after the other.
    public private(set) var parts: [Part] = []

    /// Finds the parts of a file that the copy keeps. It reads the file once, into memory, and blocks.
    ///
    /// - Returns: `nil` for HEIC and AVIF, whose metadata cannot be removed without encoding the picture again. Also
    ///   `nil` for other formats, broken files, and files of more than 256 MB.
    /// - Throws: `ImageError.unreadable`.
    /// - Complexity: O(*n*) for *n* bytes.
    public init?(ofFileAt path: String) throws(ImageError) {
        let data: Data
        do {
            // The file is not mapped, because the program would crash if the file were truncated meanwhile.
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            data = try file.read(upToCount: Self.maximumBytes + 1) ?? Data()
        } catch { throw .unreadable(reason: error.reasonOfFileFault) }
        guard data.count <= Self.maximumBytes else { return nil }
        let parts = data.withUnsafeBytes { bytes in Self.parts(of: FileBytes(bytes)) }
        guard let parts else { return nil }
        self.parts = parts
    }

    /// The largest file that is read into memory.
    private static let maximumBytes = 256 << 20

    private static func parts(of file: FileBytes) -> [Part]? {
        if file.starts(with: [0xff, 0xd8]) { return jpeg(file) }
        if file.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return png(file) }
        if file.starts(with: Array("RIFF".utf8)), file.text(8, 4) == "WEBP" { return webp(file) }
        if file.text(0, 6) == "GIF89a" || file.text(0, 6) == "GIF87a" { return gif(file) }
        return nil
    }
}

/// The bytes of an untrusted file. A byte beyond the end is `nil`.
struct FileBytes {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var count: Int { bytes.count }

    subscript(_ index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

    func starts(with start: [UInt8]) -> Bool { bytes.starts(with: start) }

    /// - Returns: The text; empty if it exceeds the end of the file.
    func text(_ start: Int, _ count: Int) -> String {
        start <= bytes.count - count ? String(decoding: bytes[start..<start + count], as: UTF8.self) : ""
    }

    /// Reads a big-endian number.
    func big(_ start: Int, _ count: Int) -> Int? {
        guard start <= bytes.count - count else { return nil }
        return bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
    }

    func little(_ start: Int, _ count: Int) -> Int? {
        guard start <= bytes.count - count else { return nil }
        return bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The index of the first occurrence of a byte, from an index on.
    func first(_ byte: UInt8, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, CInt(byte), bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }
}

/// Collects the parts of a copy, and joins adjacent ranges.
struct KeptParts {
    private(set) var parts: [BareCopy.Part] = []

    mutating func keep(_ range: Range<Int>) {
        if case .range(let last) = parts.last, last.upperBound == Int64(range.lowerBound) {
            parts[parts.count - 1] = .range(last.lowerBound..<Int64(range.upperBound))
        } else if !range.isEmpty {
            parts.append(.range(Int64(range.lowerBound)..<Int64(range.upperBound)))
        }
    }

    mutating func add(_ bytes: [UInt8]) { parts.append(.bytes(bytes)) }
}
