/// An error in the app's routes, or in a link to one. Thrown when the app starts, before anybody sees a page.
public struct RouteError: Error, Hashable, CustomStringConvertible {
    /// The address or the pattern, as the program has it.
    public let address: String
    /// The mistake, as the end of a sentence that begins with the address.
    public let what: String

    init(_ address: String, _ what: String) {
        self.address = address
        self.what = what
    }

    public var description: String { "The address \(address) \(what)." }
}
