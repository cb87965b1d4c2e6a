/// Is told on the writer queue what happens to a write. In the end the write either is committed or has failed.
struct WriteListener: Sendable {
    /// The write is committed, and earlier writes of the same transaction have been told already. The caller is told
    /// next.
    var committed: @Sendable () -> Void = {}
    /// The changes were rolled back. The write may run again.
    var rolledBack: @Sendable () -> Void = {}
    /// The write has failed, and none of its changes is left. The caller is told next.
    var failed: @Sendable (any Error) -> Void = { _ in }
}
