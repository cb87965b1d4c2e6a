/// What has outlets to set, each by name and with a value of its kind: a cell, and the page around the cells.
///
///     cell["label"] = swatch.name
///     cell["fill"] = swatch.color
///
/// Setting `nil` returns the outlet to what the template or the storyboard says. An outlet that is not there, or that
/// takes another kind of value, is left alone; the server logs that once.
public protocol OutletHolder: AnyObject {
    func value(of outlet: String) -> CellValue?
    func set(_ outlet: String, of kind: OutletKind, to value: CellValue?)
}

extension OutletHolder {
    public subscript(outlet: String) -> String? {
        get { if case .text(let text)? = value(of: outlet) { text } else { nil } }
        set { set(outlet, of: .text, to: newValue.map { .text($0) }) }
    }

    public subscript(outlet: String) -> DisplayColor? {
        get { if case .color(let color)? = value(of: outlet) { color } else { nil } }
        set { set(outlet, of: .color, to: newValue.map { .color($0) }) }
    }

    public subscript(outlet: String) -> Double? {
        get { if case .number(let number)? = value(of: outlet) { number } else { nil } }
        set { set(outlet, of: .number, to: newValue.map { .number($0) }) }
    }

    public subscript(outlet: String) -> Bool? {
        get { if case .flag(let flag)? = value(of: outlet) { flag } else { nil } }
        set { set(outlet, of: .flag, to: newValue.map { .flag($0) }) }
    }

    /// An address, for an outlet of that kind. The screen follows only those of its own origin and the web's schemes.
    public subscript(url outlet: String) -> String? {
        get { if case .url(let url)? = value(of: outlet) { url } else { nil } }
        set { set(outlet, of: .url, to: newValue.map { .url($0) }) }
    }
}
