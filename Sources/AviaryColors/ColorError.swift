import AviaryText

/// Why a text is no colour.
public enum ColorError: Error, Hashable, CustomStringConvertible {
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

/// What was not taken as it was typed.
public enum ColorRemark: Hashable, Sendable, CustomStringConvertible {
    /// A number was brought into its range.
    case clamped(function: String)
    /// What no sRGB screen can show was mapped to what it can.
    case mapped
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
