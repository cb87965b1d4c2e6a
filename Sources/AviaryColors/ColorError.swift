import AviaryText

/// Why a text is no colour. `description` is a sentence for a person that says what to type instead.
public enum ColorError: Error, Hashable, CustomStringConvertible {
    /// Nothing of the text is visible.
    case empty
    /// The text has more than 1,000 bytes of UTF-8.
    case tooLong
    /// This text begins with #, and a character behind it is no hexadecimal digit.
    case hexDigits(String)
    /// This text begins with #, and has so many digits; 3, 4, 6 and 8 are allowed.
    case hexLength(String, digits: Int)
    /// This text is in no notation that is read, and is no name of a colour.
    case unknown(String)
    /// This function, its name without parentheses, is not `rgb`, `hsl` or `oklch`.
    case unknownFunction(String)
    /// The closing parenthesis at the end of this function is missing.
    case unclosed(String)
    /// The function has so many arguments, and not three, with or without a transparency behind them.
    case count(function: String, Int)
    /// An argument of the function is empty: there is nothing between two commas, for instance.
    case emptyPart(function: String)
    /// An argument of the function, the second text, is not a number with a unit of CSS.
    case notNumber(function: String, String)
    /// An argument of the function, the second text, is an angle, a percentage or `none` where that is not allowed.
    case unit(function: String, String)
    /// The arguments of the function are separated by commas, and are numbers as well as percentages.
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

/// A way in which a colour is not exactly as it was typed. `description` is a sentence for a person.
public enum ColorRemark: Hashable, Sendable, CustomStringConvertible {
    /// A number of the function was outside its range, and the nearest one of the range was used.
    case clamped(function: String)
    /// An sRGB screen cannot show the colour. The nearest one of its hue that it can show was used; see `OKLCH.mapped`.
    case mapped
    /// The colour was transparent in part. The transparency was dropped.
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
