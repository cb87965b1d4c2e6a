import AviaryGzip
import Foundation
import NIOCore

/// Compresses responses and files with zlib, and decompresses files that are embedded in the program.
enum Gzip {
    /// The level of compression.
    enum Effort: Int32 {
        /// For responses that are compressed anew for each visit.
        case little = 6
        /// For files that are compressed once.
        case most = 9
    }

    /// - Returns: The compressed bytes; `nil` when they are not fewer than `bytes`, or when zlib fails.
    static func compress(_ bytes: some ContiguousBytes, _ effort: Effort) -> ByteBuffer? {
        bytes.withUnsafeBytes { bytes in
            var file = ByteBuffer()
            let capacity = aviary_gzip_bound(bytes.count)
            file.writeWithUnsafeMutableBytes(minimumWritableBytes: capacity) { room in
                aviary_gzip(bytes.baseAddress, bytes.count, room.baseAddress, capacity, effort.rawValue)
            }
            return (1..<bytes.count).contains(file.readableBytes) ? file : nil
        }
    }

    /// - Returns: The content of a compressed file of this program; an empty array when the file is broken. The last
    ///   four bytes of the file are the length of the content (RFC 1952).
    static func decompress(_ file: [UInt8]) -> [UInt8] {
        let length = file.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        return [UInt8](unsafeUninitializedCapacity: length) { room, count in
            count = aviary_gunzip(file, file.count, room.baseAddress, length)
        }
    }
}
