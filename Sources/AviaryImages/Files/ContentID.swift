import AviaryDigest
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The SHA-256 digest of a file's bytes. It is the file's name in a `ContentStore`, so duplicates have the same name.
public struct ContentID: Codable, Hashable, LosslessStringConvertible, Sendable {
    /// The digest as 64 hexadecimal digits, in lower case.
    public let description: String

    private enum CodingKeys: CodingKey { case description }

    /// The identifier with these digits.
    ///
    /// - Returns: `nil` unless the text is 64 hexadecimal digits in lower case. Therefore an identifier is safe as part
    ///   of a path.
    public init?(_ description: String) {
        let isDigest =
            description.utf8.count == 64
            && description.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        guard isDigest else { return nil }
        self.description = description
    }

    /// - Throws: `DecodingError` if the text is not valid for `init(_:)`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let content = Self(try container.decode(String.self, forKey: .description)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .description, in: container, debugDescription: "This is no SHA-256 in 64 hexadecimal digits.")
        }
        self = content
    }

    /// The identifier with the bytes of a digest.
    ///
    /// - Returns: `nil` unless there are 32 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        self.init(digest: bytes)
    }

    private init(digest: some Collection<UInt8>) {
        description = digest.reduce(into: "") { text, byte in
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
    }

    /// The 32 bytes of the digest.
    public var bytes: [UInt8] {
        let digits = description.utf8.map { $0 < 97 ? $0 - 48 : $0 - 87 }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// The identifier of bytes in memory.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    public init(of bytes: [UInt8]) { self.init(digest: Digest.sha256(bytes)) }

    /// The identifier of a file's content. Reads the file in parts, and blocks.
    ///
    /// - Throws: `ImageError.unreadable`.
    /// - Complexity: O(*n*) for *n* bytes.
    public init(ofFileAt path: String) throws(ImageError) { self = try Self.reading(path) { _ in } }

    /// The identifier of a file's content. Reads the file in parts, and blocks.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isWanted: Called before each part of 256 KB, on the same thread. When it returns false, reading stops.
    /// - Throws: `ImageError.unreadable`, also if `isWanted` has returned false.
    /// - Complexity: O(*n*) for *n* bytes.
    public init(ofFileAt path: String, while isWanted: () -> Bool) throws(ImageError) {
        self = try Self.reading(path, while: isWanted) { _ in }
    }

    /// Reads a file once, gives each part to `take`, and returns the identifier of the content.
    static func reading(
        _ path: String, while isWanted: () -> Bool = { true }, _ take: (ArraySlice<UInt8>) throws(ImageError) -> Void
    ) throws(ImageError) -> ContentID {
        let source = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard source >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
        defer { close(source) }
        var digest = RunningDigest()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            guard isWanted() else { throw .unreadable(reason: "nobody waits for it any more") }
            let count = read(source, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
            if count == 0 { return ContentID(digest: digest.finish()) }
            digest.update(buffer[..<count])
            try take(buffer[..<count])
        }
    }
}
