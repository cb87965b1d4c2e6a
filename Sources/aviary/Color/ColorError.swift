/// Why a text is no colour.
enum ColorError: Error, Hashable, CustomStringConvertible {
    case empty
    case tooLong
    case hexDigits(String)
    case hexLength(String, digits: Int)
    case unknown(String)
    case unknownFunction(String)
    case unclosed(String)
    case count(function: String, Int)
    case emptyPart(function: String)
    case notNumber(function: String, String)
    case unit(function: String, String)
    case mixed(function: String)

    var description: String {
        switch self {
        case .empty: "Type a color, for instance tomato, #ff6347 or rgb(255 99 71)."
        case .tooLong: "That is too long for a color."
        case .hexDigits(let text): "\(text.quoted) is no color: after # come digits from 0 to 9 and a to f."
        case .hexLength(let text, let digits):
            "\(text.quoted) is no color: after # come 3 or 6 digits, not \(digits)."
        case .unknown(let text):
            "\(text.quoted) is no color. Type a name like tomato, #ff6347, rgb(), hsl() or oklch()."
        case .unknownFunction(let name): "\((name + "()").quoted) cannot be read here: rgb(), hsl() and oklch() can."
        case .unclosed(let function): "The ) at the end of \(function)( is missing."
        case .count(let function, let count): "\(function)() takes 3 numbers, not \(count)."
        case .emptyPart(let function): "A number is missing in \(function)()."
        case .notNumber(let function, let part): "\(part.quoted) is no number that \(function)() takes."
        case .unit(let function, let part): "\(part.quoted) does not fit where it stands in \(function)()."
        case .mixed(let function):
            "With commas, \(function)() takes either numbers or percentages; without commas it takes both."
        }
    }
}

/// What was not taken as it was typed.
enum ColorRemark: Hashable, CustomStringConvertible {
    /// A number was brought into its range.
    case clamped(function: String)
    /// What no sRGB screen can show was mapped to what it can.
    case mapped
    case opaque

    var description: String {
        switch self {
        case .clamped("rgb"): "Red, green and blue go from 0 to 255: the nearest color was taken."
        case .clamped("hsl"): "Saturation and lightness go from 0% to 100%: the nearest color was taken."
        case .clamped: "Lightness goes from 0% to 100%, and chroma from 0 up: the nearest color was taken."
        case .mapped: "Screens cannot show a color that vivid: the nearest one of its hue was taken."
        case .opaque: "Colors are opaque here: the transparency was left out."
        }
    }
}
