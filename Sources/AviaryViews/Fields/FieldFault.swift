public import AviaryText

/// Why the value of a form control is not taken. The person reads a sentence of `Words.Fields` about it.
public enum FieldFault: SpokenError, Hashable {
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
    public var description: String { sentence(in: .english) }

    public func sentence(in words: Words) -> String {
        switch self {
        case .missing: words.fields.missing
        case .notChosen: words.fields.notChosen
        case .notNumber: words.fields.notNumber
        case .notWhole: words.fields.notWhole
        case .notDate: words.fields.notDate
        case .notTime: words.fields.notTime
        case .notColor: words.fields.notColor
        case .notText: words.fields.notText
        case .tooSmall(let least): words.fields.tooSmall(least)
        case .tooLarge(let most): words.fields.tooLarge(most)
        case .offStep(let step, let least): words.fields.offStep(step, least)
        case .tooShort(let least): words.fields.tooShort(least)
        case .tooLong(let most): words.fields.tooLong(most)
        case .said(let sentence): sentence
        }
    }
}
