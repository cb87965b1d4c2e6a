public import AviaryViews

/// An address with a parameter, for a route and for links to it: one page for each photo, palette or name.
///
///     extension Destination<Int64> {
///         static var photo: Self { Destination("/photos/photo/:id") }
///     }
///
///     Route(.photo, title: "Photo") { id in PhotoController(id: id, store: store) }
///     page.show(.photo, 5)
///
/// The route and the links share the pattern and the type of its parameter, so they always match. An address contains
/// the parameter as its `itemText`. `Int64`, `String` and `UUID` have such a text, and any `ItemIdentifier` of your own
/// can have one.
public struct Destination<Parameter: ItemIdentifier>: Sendable {
    let pattern: AddressPattern

    /// A destination with a pattern.
    ///
    /// - Parameter pattern: A path with one component that begins with `:`, followed by the parameter's name. The
    ///   pattern is checked when the app starts.
    public init(_ pattern: String) { self.pattern = AddressPattern(pattern) }

    /// The address of the page for a parameter.
    ///
    /// - Parameter parameter: Its `itemText` must not be empty, `.` or `..`, because no address can have such a
    ///   component.
    public func address(_ parameter: Parameter) -> Address { pattern.address(parameter.itemText) }

    /// The parameter in an address of this destination.
    ///
    /// - Returns: `nil` for any other address, and for text that differs from the parameter's `itemText`, such as
    ///   `007` for 7.
    public func parameter(of address: Address) -> Parameter? {
        guard let text = pattern.parameter(of: address), let parameter = Parameter.identifier(from: text),
            parameter.itemText == text
        else { return nil }
        return parameter
    }
}
