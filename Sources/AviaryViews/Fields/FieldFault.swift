/// Why the value of a form control is not taken. The person reads a sentence of `FieldWords` about it.
public enum FieldFault: Error, Hashable, Sendable {
    /// The control is empty.
    case missing
    /// Nothing, or nothing that exists, is chosen.
    case notChosen
    /// The text is no number.
    case notNumber
    /// The number is not whole.
    case notWhole
    /// The text is no date of the calendar.
    case notDate
    /// The text is no time of day.
    case notTime
    /// The text is no color.
    case notColor
    /// The text has characters that nobody can see or type.
    case notText
    /// The value is less than this one, which is written as the control writes it.
    case tooSmall(least: String)
    /// The value is greater than this one.
    case tooLarge(most: String)
    /// The number is none of those that the step leads to from the least one.
    case offStep(step: String, least: String)
    /// The text has fewer characters than this.
    case tooShort(least: Int)
    /// The text has more characters than this.
    case tooLong(most: Int)
    /// A sentence of the app, in the language of its pages.
    case said(String)
}

extension FieldFault: CustomStringConvertible {
    /// The sentence in English.
    public var description: String { sentence(in: FieldWords()) }

    package func sentence(in words: FieldWords) -> String {
        switch self {
        case .missing: words.missing
        case .notChosen: words.notChosen
        case .notNumber: words.notNumber
        case .notWhole: words.notWhole
        case .notDate: words.notDate
        case .notTime: words.notTime
        case .notColor: words.notColor
        case .notText: words.notText
        case .tooSmall(let least): words.tooSmall(least)
        case .tooLarge(let most): words.tooLarge(most)
        case .offStep(let step, let least): words.offStep(step, least)
        case .tooShort(let least): words.tooShort(least)
        case .tooLong(let most): words.tooLong(most)
        case .said(let sentence): sentence
        }
    }
}
