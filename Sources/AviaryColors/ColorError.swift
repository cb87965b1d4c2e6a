import AviaryText

/// The reason why a text is not a colour. `description` is a sentence that tells a person what to type instead.
public enum ColorError: Error, Hashable, CustomStringConvertible {
    /// The text has no visible character.
    case empty
    /// The text has more than 1,000 bytes of UTF-8.
    case tooLong
    /// This text begins with #, and a character after it is not a hexadecimal digit.
    case hexDigits(String)
    /// This text begins with #, and its number of digits is not 3, 4, 6 or 8.
    case hexLength(String, digits: Int)
    /// This text is neither in a supported notation nor the name of a colour.
    case unknown(String)
    /// This function, named without parentheses, is not `rgb`, `hsl` or `oklch`.
    case unknownFunction(String)
    /// The closing parenthesis at the end of this function is missing.
    case unclosed(String)
    /// The function has this number of arguments instead of three, with or without a transparency.
    case count(function: String, Int)
    /// An argument of the function is empty, for example between two commas.
    case emptyPart(function: String)
    /// An argument of the function, the second text, is not a number with a unit of CSS.
    case notNumber(function: String, String)
    /// An argument of the function, the second text, is an angle, a percentage or `none` where that is not allowed.
    case unit(function: String, String)
    /// The arguments of the function are separated by commas, and mix numbers with percentages.
    case mixed(function: String)

    public var description: String {
        switch self {
        case .empty: "Type a color, for instance tomato, #ff6347 or rgb(255 99 71)."
        case .tooLong: "That is too long for a color."
        case .hexDigits(let text): "\(text.quoted) isn't a color. Use digits from 0 to 9 and a to f after #."
        case .hexLength: "Use 3, 4, 6 or 8 digits after #."
        case .unknown(let text):
            "\(text.quoted) isn't a color. Type a name like tomato, #ff6347, rgb(), hsl() or oklch()."
        case .unknownFunction(let name): "\((name + "()").quoted) can't be used here. Use rgb(), hsl() or oklch()."
        case .unclosed(let function): "The ) at the end of \(function)( is missing."
        case .count(let function, let count): "\(function)() takes 3 numbers, not \(count)."
        case .emptyPart(let function): "A number is missing in \(function)()."
        case .notNumber(let function, let part): "\(function)() can't use \(part.quoted) as a number."
        case .unit(let function, let part): "\(function)() can't use \(part.quoted) in that place."
        case .mixed(let function):
            "With commas, \(function)() takes either numbers or percentages; without commas it takes both."
        }
    }
}

/// A difference between a colour and its typed text. `description` is a sentence for a person.
public enum ColorRemark: Hashable, Sendable, CustomStringConvertible {
    /// A number of the function was outside its range, and was clamped.
    case clamped(function: String)
    /// An sRGB screen cannot show the colour. The nearest colour of its hue in the gamut was used; see `OKLCH.mapped`.
    case mapped
    /// The colour was partly transparent. The transparency was dropped.
    case opaque

    public var description: String {
        switch self {
        case .clamped("rgb"): "Red, green and blue go from 0 to 255. The nearest color was used."
        case .clamped("hsl"): "Saturation and lightness go from 0% to 100%. The nearest color was used."
        case .clamped: "Lightness goes from 0% to 100%, and chroma from 0 up. The nearest color was used."
        case .mapped: "Screens can't show a color that vivid. The nearest one of its hue was used."
        case .opaque: "Colors are opaque here. The transparency was removed."
        }
    }
}
