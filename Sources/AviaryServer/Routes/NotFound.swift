/// There is nothing at an address: the photo was deleted, or there never was one.
///
/// Thrown by the making of a controller or by its `viewDidLoad`. A visitor gets a page with the sentence and the status 404;
/// a window that was open shows the same.
public struct NotFound: Error, Hashable, CustomStringConvertible {
    /// For the person.
    public let sentence: String

    public init(_ sentence: String = "There is no page at this address.") { self.sentence = sentence }

    public var description: String { sentence }
}
