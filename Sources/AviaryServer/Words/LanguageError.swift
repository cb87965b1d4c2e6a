/// A mistake in the languages of an app. It is found when the app starts.
public struct LanguageError: Error, Hashable, CustomStringConvertible {
    /// A sentence that says what is wrong.
    public let description: String

    init(_ description: String) { self.description = description }
}
