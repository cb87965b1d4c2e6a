/// Where a route with a parameter leads: one page for each photo, for each palette, for each name.
///
///     extension Destination<Int64> {
///         static var photo: Self { Destination("/photos/photo/:id") }
///     }
///
///     Route(.photo, title: "Photo") { id in PhotoController(id: id, store: store) }
///     page.show(.photo, 5)
///
/// The route and whatever leads to it share the pattern and its type, so that they cannot disagree.
public struct Destination<Parameter: LosslessStringConvertible & Sendable>: Sendable {
    let pattern: AddressPattern

    /// - Parameter pattern: A path with one component that begins with `:`, the parameter's name. Checked when the app
    ///   starts.
    public init(_ pattern: String) { self.pattern = AddressPattern(pattern) }

    /// The address of one page. The parameter may be any text but an empty one, `.` and `..`, which no address
    /// has.
    public func address(_ parameter: Parameter) -> Address { pattern.address(parameter.description) }

    /// The parameter that an address has, in the one way in which it is written: 7 is not `007`.
    ///
    /// - Returns: `nil` when it is not the address of one of these pages.
    public func parameter(of address: Address) -> Parameter? {
        guard let text = pattern.parameter(of: address), let parameter = Parameter(text), parameter.description == text
        else { return nil }
        return parameter
    }
}
