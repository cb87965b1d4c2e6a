#if Postgres
    /// A moment of PostgreSQL, written as a text that `LogPosition` reads.
    struct FeedPosition: RawRepresentable, Hashable, Sendable {
        /// The text, which is stored as it is.
        var rawValue: String
    }

    /// Takes one step: its position, and what sends its rows into the replica's transaction. Without rows the position
    /// alone is stored.
    typealias FeedApply = (_ position: FeedPosition, _ rows: ((ReplicaSink) throws -> Void)?) throws -> Void

    /// A value in PostgreSQL's text form, in memory of libpq's, which is read before a call returns; `nil` for NULL.
    typealias FeedValue = UnsafeBufferPointer<UInt8>?
#endif
