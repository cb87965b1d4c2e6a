#if Postgres
    /// A moment of PostgreSQL, as a text that `LogPosition` reads.
    struct FeedPosition: RawRepresentable, Hashable, Sendable {
        /// The text, which is stored unchanged.
        var rawValue: String
    }

    /// Applies one step: its position, and a function that sends its rows into the replica's transaction. Without rows
    /// only the position is stored.
    typealias FeedApply = (_ position: FeedPosition, _ rows: ((ReplicaSink) throws -> Void)?) throws -> Void

    /// A value in PostgreSQL's text form, in libpq's memory. It is valid until the call returns; `nil` for NULL.
    typealias FeedValue = UnsafeBufferPointer<UInt8>?
#endif
