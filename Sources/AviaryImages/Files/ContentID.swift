import AviaryDigest

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
}
