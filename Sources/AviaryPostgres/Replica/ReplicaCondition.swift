/// The state of a replica.
public enum ReplicaCondition: Hashable, Sendable {
    /// The file is open. The replica does not follow yet, or no longer.
    case opened
    /// The replica follows. The file has the commits of PostgreSQL a moment later.
    case following
    /// The replica follows, but lacks commits that are not recent any more, for instance while it receives very
    /// many changes.
    case behind
    /// A new copy is being made beside the file, for this reason. `rows` rows have arrived so far.
    case copying(reason: String, rows: Int)
    /// PostgreSQL cannot be reached. The text is the reason, a sentence. The file does not change, and writes fail.
    case unreachable(String)
    /// The replica cannot follow, usually until a person repairs something. The text is the reason, a sentence. The
    /// replica keeps trying.
    case failed(String)

    /// `true` while the file follows PostgreSQL.
    public var isFollowing: Bool { self == .following || self == .behind }
}
