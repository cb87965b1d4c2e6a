/// A question to the person, with buttons for the answers and one button that cancels.
///
///     let remove = Alert.Choice("Delete", isDestructive: true)
///     let alert = Alert("Delete 9 photos?", message: "They cannot be brought back.", choices: [remove])
///     guard await page.ask(alert) == remove else { return }
public struct Alert: Hashable, Sendable {
    /// One answer: a button.
    public struct Choice: Hashable, Sendable {
        /// The text on the button.
        public var title: String
        /// Whether the button looks like a warning.
        var isDestructive: Bool

        /// An answer with the text on its button.
        public init(_ title: String, isDestructive: Bool = false) {
            self.title = title
            self.isDestructive = isDestructive
        }
    }

    /// The question, in one line.
    public var title: String
    /// More about the question, below the title; empty for nothing.
    var message: String
    /// The answers, in the order of their buttons, which follow the button that cancels.
    var choices: [Choice]
    /// The text on the button that cancels, which comes first and has the keyboard focus; `nil` for that of the words.
    var cancel: String?

    /// A question. All texts are shown literally: markup in them is not interpreted. By default the button that cancels
    /// has the title `Words.Page.cancel`.
    public init(_ title: String, message: String = "", choices: [Choice], cancel: String? = nil) {
        self.title = title
        self.message = message
        self.choices = choices
        self.cancel = cancel
    }

    /// The HTML of the alert. The button that cancels comes first and has the keyboard focus.
    ///
    /// - Parameter title: The title of that button, if the alert has none.
    func markup(cancel title: String) -> String {
        let buttons = choices.enumerated().map { number, choice in
            let mark = choice.isDestructive ? " data-destructive" : ""
            return "<button type=\"button\" data-dismiss=\"\(number)\"\(mark)>\(choice.title.htmlEscaped)</button>"
        }
        let text = message.isEmpty ? "" : "<p>\(message.htmlEscaped)</p>"
        return """
            <h2>\(self.title.htmlEscaped)</h2>\(text)<div class="choices">\
            <button type="button" data-dismiss>\((cancel ?? title).htmlEscaped)</button>\(buttons.joined())</div>
            """
    }
}
