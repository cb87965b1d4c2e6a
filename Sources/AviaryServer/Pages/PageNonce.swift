/// A number used once, which allows the inline style sheet of a page in the content security policy.
///
/// Make a new one for each response, because a nonce that a stranger can predict protects nothing.
package struct PageNonce: Sendable, Hashable, CustomStringConvertible {
    /// 128 random bits, in characters that need no escaping in markup or headers.
    package let description: String

    package init() {
        var system = SystemRandomNumberGenerator()
        description = (0..<2).map { _ in
            let half = String(system.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - half.count) + half
        }.joined()
    }
}
