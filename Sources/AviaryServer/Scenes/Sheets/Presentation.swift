/// The style in which a controller is presented over the page.
public enum Presentation: String, Hashable, Sendable {
    /// The person closes it by its own buttons, by Escape, by the way back or by a press beside it.
    case sheet
    /// For something that needs an answer: a press beside it does not close it.
    case alert
}
