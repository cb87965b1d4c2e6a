/// How much people may send, and how long it is stored. Sizes are in bytes.
public struct UploadLimits: Sendable {
    /// The largest size of one file, in bytes.
    public var file: Int64 = 4 << 30
    /// The most bytes of one visitor's files, counted from the beginning of each upload until an action has received
    /// the file.
    ///
    /// A visitor is a session, or an address where there are no sessions.
    public var visitor: Int64 = 16 << 30
    /// The most files of one visitor, counted from the beginning of each upload until an action has received the file.
    public var visitorFiles = 256
    /// The most bytes of all files that no action has received yet.
    public var total: Int64 = 64 << 30
    /// The most files that no action has received yet.
    public var totalFiles = 16_384
    /// The bytes of the disk that uploads leave free for other data.
    public var freeDisk: Int64 = 256 << 20
    /// How long a file without activity is stored. The file may be incomplete, or complete but not received by an
    /// action.
    public var lifetime: Duration = .seconds(24 * 60 * 60)

    /// The default limits, with another limit for the size of one file in bytes.
    public init(file: Int64 = 4 << 30) { self.file = file }
}
