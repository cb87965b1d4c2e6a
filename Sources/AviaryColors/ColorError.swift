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
    /// This word has a color that depends on the page or the system, such as `currentcolor`.
    case changing(String)
    /// This function, named without parentheses, is no color of CSS.
    case unknownFunction(String)
    /// The closing parenthesis at the end of this function is missing.
    case unclosed(String)
    /// The end of a comment is missing.
    case unclosedComment
    /// This text follows the color.
    case trailing(String)
    /// More than this number of parentheses are within each other.
    case tooDeep(Int)
    /// The function has no color space of this name. The name is empty if it is missing.
    case space(function: String, String)
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
    /// Some arguments of the function are separated by commas, and others by spaces or a slash.
    case separators(function: String)
    /// The arguments of the function are separated by commas, which is not allowed for it.
    case commas(function: String)
    /// `calc()` adds quantities of these two kinds, in words.
    case kinds(String, String)
    /// `calc()` multiplies quantities of these two kinds, in words.
    case product(String, String)
    /// `calc()` divides the first of these kinds by the second, in words.
    case quotient(String, String)
    /// There is no space on a side of + or - in `calc()`.
    case apart
    /// An operator is missing before this text in `calc()`.
    case noOperator(String)
    /// A color is missing in `color-mix()`.
    case missingColor
    /// A comma is missing before this text in `color-mix()`.
    case noComma(String)
    /// `color-mix()` has this number of colors.
    case colors(Int)
    /// The shares of `color-mix()` are no percentages, are outside of their range, or are both 0.
    case shares
    /// This word does not name a way from one hue to another.
    case hueMethod(String)
    /// A way from one hue to another was given for this color space, which has no hue.
    case noHue(String)

    public var description: String {
        switch self {
        case .empty: "Type a color, for instance tomato, #ff6347 or rgb(255 99 71)."
        case .tooLong: "That is too long for a color."
        case .hexDigits(let text): "\(text.quoted) isn't a color. Use digits from 0 to 9 and a to f after #."
        case .hexLength: "Use 3, 4, 6 or 8 digits after #."
        case .unknown(let text):
            "\(text.quoted) isn't a color. Type a name like tomato, #ff6347, rgb(), hsl() or oklch()."
        case .changing(let text):
            "\(text.quoted) is another color on each page. Type a name like tomato, #ff6347, rgb(), hsl() or oklch()."
        case .unknownFunction(let name): "\((name + "()").quoted) can't be used here. Use rgb(), hsl() or oklch()."
        case .unclosed(let function): "The ) at the end of \(function)( is missing."
        case .unclosedComment: "The */ at the end of the comment is missing."
        case .trailing(let text): "Remove \(text.quoted) after the color."
        case .tooDeep(let limit): "At most \(limit) parentheses can be within each other."
        case .space(let function, ""): "\(function)() names a color space first, for instance srgb."
        case .space(let function, let space):
            "\(function)() has no color space \(space.quoted). Use srgb, display-p3, xyz or another of CSS."
        case .count(let function, let count): "\(function)() takes 3 numbers, not \(count)."
        case .emptyPart(let function): "A number is missing in \(function)()."
        case .notNumber(let function, let part): "\(function)() can't use \(part.quoted) as a number."
        case .unit(let function, let part): "\(function)() can't use \(part.quoted) in that place."
        case .mixed(let function):
            "With commas, \(function)() takes either numbers or percentages; without commas it takes both."
        case .separators(let function):
            "Use commas between all numbers of \(function)(), or spaces and a / before the transparency."
        case .commas(let function): "Use spaces between the numbers of this \(function)(), not commas."
        case .kinds(let one, let other): "calc() can't add or compare \(one) and \(other)."
        case .product(let one, let other): "calc() can't multiply \(one) by \(other)."
        case .quotient(let one, let other): "calc() can't divide \(one) by \(other)."
        case .apart: "Put a space on both sides of + and - in calc()."
        case .noOperator(let part): "One of + - * / is missing before \(part.quoted) in calc()."
        case .missingColor: "A color is missing in color-mix()."
        case .noComma(let part): "A comma is missing before \(part.quoted) in color-mix()."
        case .colors(let count): "color-mix() takes 2 colors, not \(count)."
        case .shares: "The shares in color-mix() are percentages from 0% to 100%, and not both 0%."
        case .hueMethod(let word):
            "color-mix() can't use \(word.quoted). Use shorter hue, longer hue, increasing hue or decreasing hue."
        case .noHue(let space): "\(space) has no hue. Use hsl, hwb, lch or oklch, or name no way from hue to hue."
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
        case .clamped("hwb"): "Whiteness and blackness go from 0% to 100%. The nearest color was used."
        case .clamped("lab"), .clamped("oklab"): "Lightness goes from 0% to 100%. The nearest color was used."
        case .clamped: "Lightness goes from 0% to 100%, and chroma from 0 up. The nearest color was used."
        case .mapped: "Screens can't show a color that vivid. The nearest one of its hue was used."
        case .opaque: "Colors are opaque here. The transparency was removed."
        }
    }
}
