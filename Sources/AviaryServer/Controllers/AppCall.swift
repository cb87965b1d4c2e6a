/// A call of an app's code that the next message of a tab waits for.
///
/// A scene handles the messages of its tab one after the other. When the code asks the person something, the next message
/// waits no longer, because it may be the answer.
enum AppCall {
    /// Ends the wait of the next message for the code of the current task.
    @TaskLocal static var wait: AsyncStream<Void>.Continuation?

    /// Notes that the code of the current task waits for the person from now on.
    static func awaitPerson() { wait?.finish() }
}
