/// What has outlets to set, each by name and with a value of its kind: a cell, and the page around the cells.
///
///     cell["label"] = swatch.name
///     cell["fill"] = swatch.color
///
/// Setting `nil` returns the outlet to what the template or the storyboard says. An outlet that is not there, or that
/// takes another kind of value, is left alone; the server logs that once.
public protocol OutletHolder: AnyObject {
    func value(of outlet: String) -> CellValue?
    /// - Parameter kind: What the caller takes the outlet for; `nil` when that is not known.
    func set(_ outlet: String, of kind: OutletKind?, to value: CellValue?)
}

extension OutletHolder {
    /// The value of an outlet, whatever its kind. So `nil` needs no type: `cell["label"] = nil`.
    public subscript(outlet: String) -> CellValue? {
        get { value(of: outlet) }
        set { set(outlet, of: newValue?.kind, to: newValue) }
    }

    /// The value of an outlet as a type of Swift's: text, a number, a flag, a color.
    @inlinable
    public subscript<Value: OutletValue>(outlet: String) -> Value? {
        get { value(of: outlet).flatMap(Value.init(outletValue:)) }
        set { set(outlet, of: Value.outletKind, to: newValue?.outletValue) }
    }

    /// An address, for an outlet of that kind. The screen follows only those of its own origin and the web's schemes.
    public subscript(url outlet: String) -> String? {
        get { if case .url(let url)? = value(of: outlet) { url } else { nil } }
        set { set(outlet, of: .url, to: newValue.map { .url($0) }) }
    }
}
