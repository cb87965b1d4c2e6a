/// A row of a control: an option of a `select` or a `datalist`, a radio button, or a checkbox.
public struct Choice: Hashable, Sendable {
    /// The title, shown as text.
    public var title: String
    /// Whether it is shown but cannot be chosen.
    public var isDisabled: Bool

    /// A choice with this title.
    public init(_ title: String, isDisabled: Bool = false) {
        self.title = title
        self.isDisabled = isDisabled
    }
}
