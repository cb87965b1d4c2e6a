/// Functions that are called when something happens to a write. In the end the write is committed or has failed. They
/// run on the writer queue; in a store with an upstream, `committed` and `failed` run on no particular queue.
struct WriteListener: Sendable {
    /// The write is committed, and earlier writes of the same transaction have been told already. The caller is told
    /// next.
    var committed: @Sendable () -> Void = {}
    /// The changes were rolled back. The write may run again.
    var rolledBack: @Sendable () -> Void = {}
    /// The write has failed, and none of its changes is left. The caller is told next.
    var failed: @Sendable (any Error) -> Void = { _ in }
}
