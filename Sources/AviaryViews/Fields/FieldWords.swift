/// The sentences about values of form controls that are not taken. They are English unless an app sets others.
public struct FieldWords: Sendable {
    /// Said beside a control that is empty.
    public var missing = "Fill this in."
    /// Said beside a control where nothing is chosen, or something that is gone.
    public var notChosen = "Choose one."
    /// Said about a text that is no number.
    public var notNumber = "Type a number, such as 12.5."
    /// Said about a number that is not whole.
    public var notWhole = "Type a whole number, such as 12."
    /// Said about a text that is no date, such as 30 February.
    public var notDate = "Type a date of the calendar, in the years 1 to 9999."
    /// Said about a text that is no time of day.
    public var notTime = "Type a time of day, such as 07:30."
    /// Said about a text that is no color.
    public var notColor = "Choose a color, such as #3366cc."
    /// Said about a text with control characters.
    public var notText = "This text has characters that cannot be kept. Type it again."
    /// Said about a value that is too small.
    public var tooSmall: @Sendable (_ least: String) -> String = { "The least is \($0)." }
    /// Said about a value that is too large.
    public var tooLarge: @Sendable (_ most: String) -> String = { "The most is \($0)." }
    /// Said about a number between two steps.
    public var offStep: @Sendable (_ step: String, _ least: String) -> String = {
        "Type \($1), or more in steps of \($0)."
    }
    /// Said about a text that is too short.
    public var tooShort: @Sendable (_ least: Int) -> String = { "Type at least \($0) characters." }
    /// Said about a text that is too long.
    public var tooLong: @Sendable (_ most: Int) -> String = { "Type at most \($0) characters." }

    /// The words in English.
    public init() {}
}
