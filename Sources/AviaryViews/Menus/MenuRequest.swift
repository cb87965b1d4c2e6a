/// How a person asks for a menu, or for something in it.
package enum MenuRequest: Hashable, Sendable {
    /// It was opened at an item, or at the background.
    case opened(at: String?)
    /// Keys were pressed while the keyboard was at an item, or at none.
    case pressed(at: String?)
}
