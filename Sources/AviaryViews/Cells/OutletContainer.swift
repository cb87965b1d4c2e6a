/// An object with outlets to set, each by name and with a value of its kind: a cell, or the page around the cells.
///
///     cell["label"] = swatch.name
///     cell["fill"] = swatch.color
///
/// Setting `nil` returns the outlet to the state of the template or the storyboard. If an outlet does not exist or
/// takes another kind of value, nothing is set, and the server logs the mistake once.
public protocol OutletContainer: AnyObject {
    /// The value that an outlet was set to; `nil` if the outlet has its initial state, or does not exist.
    func value(of outlet: String) -> CellValue?
    /// Sets an outlet to a value, or with `nil` back to its initial state.
    ///
    /// - Parameters:
    ///   - outlet: The name of the outlet, as in `data-outlet` before the colon.
    ///   - kind: The kind of outlet that the caller expects; `nil` for any kind. An outlet of another kind is not set,
    ///     even if `value` is `nil`.
    ///   - value: A value of the outlet's kind, or `nil`.
    func set(_ outlet: String, of kind: OutletKind?, to value: CellValue?)
}

extension OutletContainer {
    /// The value of an outlet, of any kind. With this subscript, `nil` needs no type: `cell["label"] = nil`.
    ///
    /// - Complexity: O(*o*) for the *o* outlets of the template, or the *o* outlets that were set on the page.
    public subscript(outlet: String) -> CellValue? {
        get { value(of: outlet) }
        set { set(outlet, of: newValue?.kind, to: newValue) }
    }

    /// The value of an outlet as a Swift type: text, a number, a flag, a color, a date.
    ///
    /// Reading gives `nil` when the value is of another kind, or when the type cannot hold it.
    ///
    /// - Complexity: O(*o*) for the *o* outlets of the template, or the *o* outlets that were set on the page.
    @inlinable
    public subscript<Value: OutletValue>(outlet: String) -> Value? {
        get { value(of: outlet).flatMap(Value.init(outletValue:)) }
        set { set(outlet, of: Value.outletKind, to: newValue?.outletValue) }
    }

    /// The address that an outlet of the kind `url` was set to: an address on this server. In a link it may also be an
    /// absolute address with `http` or `https`. The screen does not use any other address.
    ///
    /// - Complexity: O(*o*) for the *o* outlets of the template, or the *o* outlets that were set on the page.
    public subscript(url outlet: String) -> String? {
        get { if case .url(let url)? = value(of: outlet) { url } else { nil } }
        set { set(outlet, of: .url, to: newValue.map { .url($0) }) }
    }
}
