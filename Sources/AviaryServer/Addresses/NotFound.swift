/// An error that says that nothing exists at an address. For instance, a photo was deleted, or never existed.
///
/// It is thrown by the `makeController` of a route, by a controller's `viewDidLoad`, or by a download. A visitor gets a
/// page with the sentence and the status 404. A page that is already open shows the same sentence.
public struct NotFound: Error, Hashable, CustomStringConvertible {
    /// A sentence for the person.
    let sentence: String

    /// An error with a sentence that is shown to the person.
    public init(_ sentence: String = "There is no page at this address.") { self.sentence = sentence }

    public var description: String { sentence }
}
