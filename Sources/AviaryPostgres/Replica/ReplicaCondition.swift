#if Postgres
    /// What a replica does at present.
    public enum ReplicaCondition: Hashable, Sendable {
        /// It has opened its file, and does not follow yet, or not any more.
        case opened
        /// It follows: what PostgreSQL commits is in the file a moment later.
        case following
        /// It follows, and does not have yet what was committed a while ago: it takes in very many changes, for
        /// instance.
        case behind
        /// A new copy is being made beside the file, for this reason; so many rows have come.
        case copying(reason: String, rows: Int)
        /// PostgreSQL cannot be reached, for this reason, a sentence. The file stays as it is; writes fail.
        case unreachable(String)
        /// Something has to be repaired by a person, for this reason, a sentence. It is tried again and again.
        case failed(String)

        /// Whether the file follows PostgreSQL at present.
        public var isFollowing: Bool { self == .following || self == .behind }
    }
#endif
