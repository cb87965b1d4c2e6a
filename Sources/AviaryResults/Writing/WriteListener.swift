/// Functions that are called when something happens to a write. In the end the write is committed or has failed. They
/// run on the writer queue; in a store with an upstream, `committed` and `failed` run on no particular queue.
struct WriteListener: Sendable {
    /// The write is committed. Earlier writes of the same transaction were reported before. The caller gets the result
    /// next.
    var committed: @Sendable () -> Void = {}
    /// The changes were rolled back. The write may run again.
    var rolledBack: @Sendable () -> Void = {}
    /// The write has failed, and none of its changes is left. The caller gets the error next.
    var failed: @Sendable (any Error) -> Void = { _ in }
}
