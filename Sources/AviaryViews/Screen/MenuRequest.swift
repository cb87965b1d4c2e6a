/// A person's request for a menu, or for an entry of it.
package enum MenuRequest: Hashable, Sendable {
    /// The menu was opened at an item, or at the background.
    case opened(at: String?)
    /// A shortcut was pressed while an item, or none, had the focus.
    case pressed(at: String?)
}
