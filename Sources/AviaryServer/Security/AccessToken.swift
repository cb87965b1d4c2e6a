import AviaryDigest

/// The secret that lets a visitor in from beyond this machine.
///
/// Its description shows nothing of it; `value` is the secret itself.
public struct AccessToken: Sendable, Equatable {
    /// The least length of a token, in characters.
    public static let minimumLength = 6

    /// A token of this length is safe from guessing by itself: four words drawn from 7,776, 20 letters and more, last
    /// 10,000 years at some thousand tries a second.
    static let safeLength = 20

    /// Different characters that a safe token has at least.
    static let safeVariety = 8

    /// The secret in plain text, for its owner only: keep it out of logs.
    public let value: String

    /// A token of somebody's choosing.
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

    /// Whether the token could be found by trying without a limit: it has less than 20 characters, or less than 8
    /// different ones.
    ///
    /// Then wrong tries shut out their address for a minute.
    public var isGuessable: Bool {
        value.utf8.count < Self.safeLength || Set(value.utf8).count < Self.safeVariety
    }

    private init(generated: String) { value = generated }

    /// A new token of 130 random bits: 26 characters that can be read out, and typed on a phone.
    public static func generate() -> AccessToken {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")  // Crockford's: no i, l, o, u
        var system = SystemRandomNumberGenerator()
        return AccessToken(
            generated: String((0..<26).map { _ in alphabet[Int.random(in: 0..<32, using: &system)] }))
    }

    /// Compares in a time that tells nothing about where the two differ.
    public static func == (one: AccessToken, other: AccessToken) -> Bool { one.matches(other.value) }

    func matches(_ candidate: some StringProtocol) -> Bool {
        // Digests are compared in constant time, whatever the lengths of what they are of.
        Digest.areEqual(Digest.sha256(Array(value.utf8)), Digest.sha256(Array(candidate.utf8)))
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "AccessToken(…)" }
    public var debugDescription: String { description }
}
