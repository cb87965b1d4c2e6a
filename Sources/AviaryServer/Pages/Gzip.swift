import AviaryGzip
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Compresses what browsers are sent, by zlib.
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
