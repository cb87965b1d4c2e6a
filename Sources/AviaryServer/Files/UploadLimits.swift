/// How much people may send, and how long it is kept for them.
public struct UploadLimits: Sendable {
    /// Bytes of one file.
    public var file: Int64 = 4 << 30
    /// Bytes of all files that one visitor has begun to send and no action has received yet. A visitor is a session, or an
    /// address where there are none.
    public var visitor: Int64 = 16 << 30
    /// How many files these may be.
    public var visitorFiles = 256
    /// Bytes of all files that no action has received yet.
    public var total: Int64 = 64 << 30
    /// How many files these may be.
    public var totalFiles = 16_384
    /// Bytes of the disk that uploads leave free, for what else is written there.
    public var freeDisk: Int64 = 256 << 20
    /// How long a file stays that is not sent on, or is whole and received by no action.
    public var lifetime: Duration = .seconds(24 * 60 * 60)

    public init(file: Int64 = 4 << 30) { self.file = file }
}
