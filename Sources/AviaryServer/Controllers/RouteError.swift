/// A mistake in the app's routes, or in a link to one. It is thrown when the app starts, before a page is shown.
public struct RouteError: Error, Hashable, CustomStringConvertible {
    /// The address or the pattern in the source code.
    public let address: String
    /// The mistake, as the end of a sentence that begins with the address.
    public let what: String

    init(_ address: String, _ what: String) {
        self.address = address
        self.what = what
    }

    public var description: String { "The address \(address) \(what)." }
}
