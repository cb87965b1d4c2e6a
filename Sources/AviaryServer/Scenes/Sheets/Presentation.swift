/// How a controller is presented over the page.
public enum Presentation: String, Hashable, Sendable {
    /// Closed by its own buttons, by Escape, by the way back and by a press beside it.
    case sheet
    /// For what wants an answer: a press beside it does not close it.
    case alert
}
