/// How a sentence is shown to a person.
enum SentenceKind: String, Hashable, Sendable {
    /// Until it is dismissed.
    case error
    /// For some seconds.
    case notice
}
