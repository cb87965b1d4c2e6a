#if Postgres
    /// What `LogicalInstallation.status(of:in:)` finds.
    public struct LogicalStatus: Hashable, Sendable {
        /// The replication slot of one node.
        public struct Slot: Hashable, Sendable {
            /// The slot's name in PostgreSQL.
            public var name: String
            /// Whether a node is connected to it.
            public var isActive: Bool
            /// How many bytes of its log PostgreSQL keeps for the slot. They lie on its disk.
            public var heldBytes: Int64
            /// How many bytes of log the node has not stored yet. What other programs and databases write counts, too.
            public var behindBytes: Int64
            /// Whether PostgreSQL has removed what the slot needs, so that its node makes a new copy.
            public var isLost: Bool
            /// How many bytes may still be written until the slot is lost; `nil` without a limit.
            public var bytesToLoss: Int64?
        }

        /// What is missing, parts of sentences. Without any, nodes can follow.
        public var faults: [String] = []
        /// All slots of this database that are a node's, by name.
        public var slots: [Slot] = []
        /// What an administrator should know or do, in sentences.
        public var advice: [String] = []
    }
#endif
