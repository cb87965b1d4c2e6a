import AviaryText

/// The reason why a text is not a colour. `description` tells a person what is wrong, and often what to type instead.
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
    /// This function is not one of the color functions that can be read. Its name is without parentheses.
    case unknownFunction(String)
    /// The closing parenthesis of this function is missing.
    case unclosed(String)
    /// The end of a comment is missing.
    case unclosedComment
    /// This text follows the color.
    case trailing(String)
    /// The parentheses are nested deeper than this number of levels.
    case tooDeep(Int)
    /// The function has no color space of this name. The second text is empty if the name of the space is missing.
    case space(function: String, String)
    /// The function has this number of arguments. It needs three, and most functions accept an alpha after them.
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
    /// `calc()` or a similar function adds or compares values of these two kinds, such as “a number” and “an angle”.
    case kinds(String, String)
    /// `calc()` multiplies values of these two kinds, such as “a percentage” and “an angle”.
    case product(String, String)
    /// `calc()` divides a value of the first kind by a value of the second, such as “a number” by “an angle”.
    case quotient(String, String)
    /// In `calc()`, a space is missing before or after + or -.
    case apart
    /// An operator is missing before this text in `calc()`.
    case noOperator(String)
    /// A color is missing in `color-mix()`.
    case missingColor
    /// A comma is missing before this text in `color-mix()`.
    case noComma(String)
    /// `color-mix()` has this number of colors instead of two.
    case colors(Int)
    /// A share in `color-mix()` is not a percentage from 0 to 100, or both shares are 0.
    case shares
    /// This word is not a hue interpolation method. `shorter hue` is one.
    case hueMethod(String)
    /// A hue interpolation method is given for this color space, which has no hue.
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
    /// An sRGB screen cannot show the colour. A colour with less chroma is used instead; see `OKLCH.mapped`.
    case mapped
    /// The colour had a transparency, which was dropped.
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
