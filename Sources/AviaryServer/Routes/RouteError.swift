/// What is wrong with an app's routes, or with a link to one. Found when the app starts, before anybody sees a page.
public struct RouteError: Error, Hashable, CustomStringConvertible {
    /// The address or the pattern, as the program has it.
    public let address: String
    public let what: String

    init(_ address: String, _ what: String) {
        self.address = address
        self.what = what
    }

    public var description: String { "The address \(address) \(what)." }
}
