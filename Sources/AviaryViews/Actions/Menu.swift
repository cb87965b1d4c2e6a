/// A menu of choices for some items, or for the background of a collection view.
///
///     Menu(
///         [MenuItem("Cut", action: "cut", shortcut: "Mod+X"), MenuItem("Copy", action: "copy", shortcut: "Mod+C")],
///         [MenuItem("Delete", action: "delete", shortcut: "Delete", isDestructive: true)])
///
/// One action serves several menu items, each with fields of its own:
///
///     Menu(Order.allCases.map { MenuItem($0.title, action: "sort", fields: ["by": $0.rawValue], isOn: $0 == order) })
public struct Menu: Hashable, Sendable {
    /// The items from top to bottom, in groups with a line between them.
    public var groups: [[MenuItem]]

    /// A menu of the groups that are not empty.
    public init(_ groups: [MenuItem]...) { self.groups = groups.filter { !$0.isEmpty } }

    /// The items that call an action, with those of submenus.
    package var actionItems: [MenuItem] { groups.joined().flatMap { $0.children.isEmpty ? [$0] : $0.children } }
}

/// One line of a menu: an action, or a submenu.
public struct MenuItem: Hashable, Sendable {
    /// The title, shown as text in the language of the app.
    public var title: String
    /// The name of an action of the view controller. The action is called with the items that the menu was opened for.
    public var action: String
    /// The values that the action gets as `ActionEvent.fields`, as from a form with these fields.
    public var fields: [String: String]
    /// The check mark: `true` or `false` for a setting that is on or off, `nil` for everything else.
    public var isOn: Bool?
    /// The keys that call the action without the menu, as in `data-shortcut`: `Mod` is Command on a Mac, Control
    /// elsewhere.
    public var shortcut: String?
    /// True if the item is shown, but neither the item nor its shortcut does anything.
    public var isDisabled: Bool
    /// True if the item looks like a warning, for an action that destroys something. There is no confirmation.
    public var isDestructive: Bool
    /// The items of the submenu; empty for an item that calls an action. A submenu has no submenus.
    public var children: [MenuItem] = []

    /// A menu item that calls an action. Each parameter is the value of the property with its name.
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

    /// A submenu. It opens in the place of the menu.
    public init(_ title: String, children: [MenuItem]) {
        self.init(title, action: "", isDisabled: children.isEmpty)
        self.children = children
    }
}
