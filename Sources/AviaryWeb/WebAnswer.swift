public import Foundation

/// The answer to a request that succeeded.
public struct WebAnswer: Hashable, Sendable {
    /// The whole body, decompressed.
    public var bytes: [UInt8]
    /// The media type, in lower case and without parameters; nil if the server stated no type or an invalid one.
    public var type: String?
    /// The address that answered, after all redirects.
    public var address: URL
}
