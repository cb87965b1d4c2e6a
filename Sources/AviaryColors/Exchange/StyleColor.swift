/// The text of a color in a variable, before it is read as a color.
struct StyleColor {
    /// The name with dashes: "dark-text".
    var name: String
    /// The keys of the color in the maps of the variable; empty if the value is the color itself.
    var keys: [String]
    var typed: String
    var line: Int

    /// True for a value that is not meant as a color: a number, a text, a word such as `true`, or a function such as
    /// `calc()`. Six digits without # are meant as a color.
    var isOther: Bool {
        if typed.utf8.first == UInt8(ascii: "#") { return false }
        let digits = typed.drop { "+-.".contains($0) }.utf8
        if let first = digits.first, (0x30...0x39).contains(first) { return !lacksMark || typed.utf8.count == 3 }
        // A map that another map or variable refers to.
        if typed.utf8.first == UInt8(ascii: "(") { return true }
        if typed.utf8.contains(UInt8(ascii: "\"")) || typed.utf8.contains(UInt8(ascii: "'")) { return true }
        let word = typed.prefix { $0 != "(" }.lowercased()
        return word.utf8.count == typed.utf8.count
            ? Self.words.contains(word)
            : Self.functions.contains(word) || word.hasSuffix("-gradient") || word.hasPrefix("math.")
    }

    /// True for 3 or 6 hexadecimal digits without the # that a style sheet needs.
    var lacksMark: Bool {
        (typed.utf8.count == 3 || typed.utf8.count == 6) && typed.utf8.allSatisfy(isHexDigit)
    }

    private static let words: Set = ["", "null", "true", "false", "none", "inherit", "auto", "initial", "unset"]
    private static let functions: Set = [
        "calc", "min", "max", "clamp", "url", "cubic-bezier", "steps", "linear", "env", "blur", "translate", "scale",
        "rotate", "percentage", "round", "ceil", "floor", "abs", "hue", "saturation", "lightness", "alpha", "opacity",
        "red", "green", "blue",
    ]
}
