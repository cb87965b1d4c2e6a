import AviaryDigest

/// The secret that gives access to visitors from beyond this machine.
///
/// Its description does not contain the secret; `value` does.
public struct AccessToken: Sendable, Equatable {
    /// The minimum length of a token, in characters.
    static let minimumLength = 6

    /// A token must have at least this length, so that it cannot be guessed even with unlimited tries. For example,
    /// draw four words from a list of 7,776 words, with at least 20 letters together. To try all such tokens takes
    /// 10,000 years at 10,000 tries a second.
    static let safeLength = 20

    /// The minimum number of different characters in a safe token.
    static let safeVariety = 8

    /// The secret in plain text. It is for the server's owner only, so keep it out of logs.
    public let value: String

    /// A token that somebody has chosen.
    ///
    /// - Throws: `ServerError.tokenUnusable` when it is too short, or has a character other than letters, digits and
    ///   `-._~`.
    public init(_ value: String) throws(ServerError) {
        let isUsable = value.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                true
            default: false
            }
        }
        guard isUsable, value.utf8.count >= Self.minimumLength else { throw .tokenUnusable }
        self.value = value
    }

    /// Whether the token could be guessed with unlimited tries. This is so if it has less than 20 characters, or less
    /// than 8 different ones.
    ///
    /// After too many wrong tries from one address, such a token is not compared for that address during the rest of
    /// the minute.
    var isGuessable: Bool {
        value.utf8.count < Self.safeLength || Set(value.utf8).count < Self.safeVariety
    }

    private init(generated: String) { value = generated }

    /// A new token of 130 random bits, as 26 characters that are easy to read out and to type on a phone.
    public static func generate() -> AccessToken {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")  // Crockford's: no i, l, o, u
        var system = SystemRandomNumberGenerator()
        return AccessToken(
            generated: String((0..<26).map { _ in alphabet[Int.random(in: 0..<32, using: &system)] }))
    }

    /// Compares in constant time, so that the duration does not reveal where the two differ.
    public static func == (one: AccessToken, other: AccessToken) -> Bool { one.matches(other.value) }

    func matches(_ candidate: some StringProtocol) -> Bool {
        // Digests have the same length and are compared in constant time, whatever the lengths of the tokens.
        Digest.areEqual(Digest.sha256(Array(value.utf8)), Digest.sha256(Array(candidate.utf8)))
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "AccessToken(…)" }
    public var debugDescription: String { description }
}
