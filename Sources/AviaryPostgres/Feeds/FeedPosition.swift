/// A point in the history of a PostgreSQL database, as a text that `LogPosition` reads.
struct FeedPosition: RawRepresentable, Hashable, Sendable {
    /// The text, which is stored unchanged.
    var rawValue: String
}

/// Applies one step. The function gets the position after the step, and a function that sends the rows of the step
/// into the replica's transaction. If `rows` is `nil`, only the position is stored.
typealias FeedApply = (_ position: FeedPosition, _ rows: ((ReplicaSink) throws -> Void)?) throws -> Void
