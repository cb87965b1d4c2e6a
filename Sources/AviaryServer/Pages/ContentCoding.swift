import HTTPTypes
import Hummingbird

/// A compression of responses. Browsers accept Brotli only over TLS and from their own machine.
enum ContentCoding: String {
    case brotli = "br"
    case gzip
}

extension Request {
    /// Whether the browser accepts a compression. A browser without the header `Accept-Encoding` gets uncompressed
    /// bytes, which every client can read.
    func accepts(_ coding: ContentCoding) -> Bool {
        headers[values: .acceptEncoding].joined(separator: ",").split(separator: ",").contains { accepted in
            let parts = accepted.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard let name = parts.first, name == coding.rawValue || name == "x-\(coding.rawValue)" else {
                return false
            }
            return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) ?? 0 <= 0 }
        }
    }
}
