/// A question to the person, with a few answers and one button that takes it away.
///
///     let remove = Alert.Choice("Delete", isDestructive: true)
///     let alert = Alert("Delete 9 photos?", message: "They cannot be brought back.", choices: [remove])
///     guard await page.ask(alert) == remove else { return }
public struct Alert: Hashable, Sendable {
    public struct Choice: Hashable, Sendable {
        public var title: String
        public var isDestructive: Bool

        public init(_ title: String, isDestructive: Bool = false) {
            self.title = title
            self.isDestructive = isDestructive
        }
    }

    public var title: String
    public var message: String
    public var choices: [Choice]
    /// The title of the button that takes the alert away without an answer.
    public var cancel: String

    public init(_ title: String, message: String = "", choices: [Choice], cancel: String = "Cancel") {
        self.title = title
        self.message = message
        self.choices = choices
        self.cancel = cancel
    }

    /// The button that does nothing comes first, and has the keyboard.
    var markup: String {
        let buttons = choices.enumerated().map { number, choice in
            let mark = choice.isDestructive ? " data-destructive" : ""
            return "<button type=\"button\" data-dismiss=\"\(number)\"\(mark)>\(choice.title.htmlEscaped)</button>"
        }
        let text = message.isEmpty ? "" : "<p>\(message.htmlEscaped)</p>"
        return """
            <h2>\(title.htmlEscaped)</h2>\(text)<div class="choices">\
            <button type="button" data-dismiss>\(cancel.htmlEscaped)</button>\(buttons.joined())</div>
            """
    }
}
