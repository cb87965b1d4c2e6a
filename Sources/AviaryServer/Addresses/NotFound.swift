public import AviaryText

/// An error that says that nothing exists at an address. For instance, a photo was deleted, or never existed.
///
/// It is thrown by the `makeController` of a route, by a controller's `viewDidLoad`, or by a download. A visitor gets a
/// page with the sentence and the status 404. A page that is already open shows the same sentence.
public struct NotFound: SpokenError, Hashable, CustomStringConvertible {
    /// A sentence for the person; `nil` for that of the words.
    private let sentence: String?

    /// An error with a sentence that is shown to the person, or by default with `Words.Page.nothingHere`.
    public init(_ sentence: String? = nil) { self.sentence = sentence }

    public func sentence(in words: Words) -> String { sentence ?? words.page.nothingHere }

    /// The sentence, by default in English.
    public var description: String { sentence(in: .english) }
}
