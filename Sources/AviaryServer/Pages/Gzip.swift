import AviaryGzip
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Compresses what browsers are sent, by zlib, and reads what is compressed already.
enum Gzip {
    /// How much is spent on fewer bytes.
    enum Effort: Int32 {
        /// For what is compressed anew for each visit.
        case little = 4
        /// For what is compressed once.
        case most = 9
    }

    /// - Returns: `nil` when that does not make it smaller.
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

    /// - Returns: What is in a file of this program, whose last four bytes say how long that is (RFC 1952); nothing when the
    ///   file is broken.
    static func decompress(_ file: [UInt8]) -> [UInt8] {
        let length = file.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        return [UInt8](unsafeUninitializedCapacity: length) { room, count in
            count = aviary_gunzip(file, file.count, room.baseAddress, length)
        }
    }
}

extension Request {
    /// Whether the browser reads gzip. One that says nothing gets what everybody can read.
    var acceptsGzip: Bool {
        headers[values: .acceptEncoding].joined(separator: ",").split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard let name = parts.first, name == "gzip" || name == "x-gzip" else { return false }
            return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) ?? 0 <= 0 }
        }
    }
}
