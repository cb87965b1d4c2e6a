#if Web
    public import Foundation

    /// What was fetched.
    public struct WebAnswer: Hashable, Sendable {
        /// The whole body, decompressed.
        public var bytes: [UInt8]
        /// The media type, in small letters and without parameters.
        public var type: String?
        /// The address that answered, behind all redirects.
        public var address: URL
    }
#endif
