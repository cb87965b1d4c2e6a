import Crypto

/// The secret that lets a visitor in from beyond this machine.
///
/// Printing it shows nothing; who wants to show it to its owner asks for `value`.
public struct AccessToken: Sendable, Equatable {
    /// Wrong tokens are counted, but no number of them shuts the right one out, so that a stranger can be in nobody's
    /// way. What keeps a token from being guessed is its length. A server compares some thousand a second, each on a
    /// connection of its own: four words drawn from 7,776, twenty letters and more, last 10,000 years on average.
    public static let minimumLength = 20

    /// Different characters that a token has at least.
    static let minimumVariety = 8

    public let value: String

    /// A token of somebody's choosing.
    ///
    /// - Throws: `ServerError.tokenUnusable` when it is short, repeats itself, or has a character that an address would have to escape.
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
        guard isUsable, value.utf8.count >= Self.minimumLength, Set(value.utf8).count >= Self.minimumVariety else {
            throw .tokenUnusable
        }
        self.value = value
    }

    private init(generated: String) { value = generated }

    /// A new token of 130 random bits, in characters that can be read out and typed on a phone.
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
        SHA256.hash(data: Array(value.utf8)) == SHA256.hash(data: Array(candidate.utf8))
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "AccessToken(…)" }
    public var debugDescription: String { description }
}
