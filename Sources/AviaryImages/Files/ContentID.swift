import AviaryDigest
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The SHA-256 of a file's bytes: its name in a store, and how duplicates are known.
public struct ContentID: Codable, Hashable, LosslessStringConvertible, Sendable {
    /// 64 hexadecimal digits.
    public let description: String

    /// - Returns: `nil` unless the text is 64 hexadecimal digits, in lower case. So it is safe as part of a path.
    public init?(_ description: String) {
        let isDigest =
            description.utf8.count == 64
            && description.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        guard isDigest else { return nil }
        self.description = description
    }

    init(digest: [UInt8]) {
        description = digest.reduce(into: "") { text, byte in
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
    }

    /// The identifier of bytes that are at hand.
    public init(of bytes: [UInt8]) { self.init(digest: Digest.sha256(bytes)) }

    /// The identifier of a file's content. It blocks.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    public init(ofFileAt path: String) throws(ImageError) { self = try Self.reading(path) { _ in } }

    /// Reads a file once, in parts.
    static func reading(
        _ path: String, _ take: (ArraySlice<UInt8>) throws(ImageError) -> Void
    ) throws(ImageError) -> ContentID {
        let source = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard source >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
        defer { close(source) }
        var digest = RunningDigest()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(source, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
            if count == 0 { return ContentID(digest: digest.finish()) }
            digest.update(buffer[..<count])
            try take(buffer[..<count])
        }
    }
}
