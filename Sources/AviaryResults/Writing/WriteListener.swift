/// Hears on the writer queue what becomes of a write. In the end it is either committed or has failed.
struct WriteListener: Sendable {
    /// It is committed, and all that ran before it have been told so. Its caller is told next.
    var committed: @Sendable () -> Void = {}
    /// Its changes were rolled back. It may run again.
    var rolledBack: @Sendable () -> Void = {}
    /// It has failed, and nothing of it is left. Its caller is told next.
    var failed: @Sendable (any Error) -> Void = { _ in }
}
