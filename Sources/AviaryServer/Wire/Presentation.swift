/// The style in which a controller is presented over the page.
public enum Presentation: String, Hashable, Sendable {
    /// The person closes it by its own buttons, by Escape, by the browser's Back button or by a press beside it.
    case sheet
    /// For content that needs an answer. A press beside it does not close it.
    case alert
}
