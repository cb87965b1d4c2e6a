import AviaryGzip
import NIOCore
import NIOHTTP1

/// The compression of a WebSocket's messages: the extension permessage-deflate (RFC 7692).
///
/// Each message is compressed by itself, so an open socket needs no memory for it. The length of a compressed message
/// may reveal a secret that stands beside a stranger's text. No token and no cookie crosses the socket.
enum MessageDeflate {
    /// The answer to a browser's offer.
    static let field = (
        name: "Sec-WebSocket-Extensions",
        value: "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
    )

    /// Whether a browser offers the extension on terms that are kept here. A browser may limit the server's window, but
    /// none does.
    static func isOffered(by headers: HTTPHeaders) -> Bool {
        headers[canonicalForm: field.name].contains { offer in
            let parts = offer.split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
            return parts.first == "permessage-deflate" && !parts.contains { $0.hasPrefix("server_max_window_bits") }
        }
    }

    /// The compressed message; `nil` if the message fits into one segment of TCP anyway, or does not become shorter.
    static func compress(_ message: ByteBuffer) -> ByteBuffer? {
        guard message.readableBytes > 1_200 else { return nil }
        return message.withUnsafeReadableBytes { bytes in
            var compressed = ByteBuffer()
            let capacity = aviary_deflate_message_bound(bytes.count)
            compressed.writeWithUnsafeMutableBytes(minimumWritableBytes: capacity) { room in
                aviary_deflate_message(bytes.baseAddress, bytes.count, room.baseAddress, capacity, 6)
            }
            return (1..<bytes.count).contains(compressed.readableBytes) ? compressed : nil
        }
    }

    /// The first `limit` bytes of a message; `nil` if it is broken.
    static func decompress(_ compressed: ByteBuffer, limit: Int) -> ByteBuffer? {
        withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { room in
            compressed.withUnsafeReadableBytes { bytes in
                var count = 0
                let outcome = aviary_inflate_message(
                    bytes.baseAddress, bytes.count, room.baseAddress, room.count, &count)
                return outcome < 0 ? nil : ByteBuffer(bytes: room[..<count])
            }
        }
    }
}
