/// What a person can choose for some items, or for the background of a collection view.
///
///     Menu(
///         [MenuItem("Cut", action: "cut", shortcut: "Mod+X"), MenuItem("Copy", action: "copy", shortcut: "Mod+C")],
///         [MenuItem("Delete", action: "delete", shortcut: "Delete", isDestructive: true)])
///
/// One action serves several items, each with fields of its own:
///
///     Menu(Order.allCases.map { MenuItem($0.title, action: "sort", fields: ["by": $0.rawValue], isOn: $0 == order) })
public struct Menu: Hashable, Sendable {
    /// Lines are drawn between them.
    public var groups: [[MenuItem]]

    public init(_ groups: [MenuItem]...) { self.groups = groups.filter { !$0.isEmpty } }
}

/// One line of a menu.
public struct MenuItem: Hashable, Sendable {
    public var title: String
    /// The name of an action of the view controller.
    public var action: String
    /// What the action receives as the fields of its event, as of a form with these fields.
    public var fields: [String: String]
    /// Whether it has a check mark: `true` or `false` for a setting that is on or off, `nil` for all else.
    public var isOn: Bool?
    /// The keys that do the same without the menu, as in `data-shortcut`: `Mod` is Command on a Mac, Control elsewhere.
    public var shortcut: String?
    public var isDisabled: Bool
    public var isDestructive: Bool

    public init(
        _ title: String, action: String, fields: [String: String] = [:], isOn: Bool? = nil, shortcut: String? = nil,
        isDisabled: Bool = false, isDestructive: Bool = false
    ) {
        self.title = title
        self.action = action
        self.fields = fields
        self.isOn = isOn
        self.shortcut = shortcut
        self.isDisabled = isDisabled
        self.isDestructive = isDestructive
    }
}
