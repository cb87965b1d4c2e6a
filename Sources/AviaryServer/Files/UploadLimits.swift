/// How much people may send, and how long it is held for them. Sizes are in bytes.
public struct UploadLimits: Sendable {
    /// The greatest size of one file, in bytes.
    public var file: Int64 = 4 << 30
    /// The most bytes of all files that one visitor has begun to send and no action has received yet.
    ///
    /// A visitor is a session, or an address where there are no sessions.
    public var visitor: Int64 = 16 << 30
    /// The most files that one visitor has begun to send and no action has received yet.
    public var visitorFiles = 256
    /// The most bytes of all files that no action has received yet.
    public var total: Int64 = 64 << 30
    /// The most files that no action has received yet.
    public var totalFiles = 16_384
    /// Bytes of the disk that uploads leave free, for what else is written there.
    public var freeDisk: Int64 = 256 << 20
    /// How long a file is held that nobody goes on sending, or that is whole and that no action receives.
    public var lifetime: Duration = .seconds(24 * 60 * 60)

    /// Limits with the defaults, but for the size of one file, in bytes.
    public init(file: Int64 = 4 << 30) { self.file = file }
}
