import Foundation

/// The arguments between the parentheses of `rgb()`, `hsl()` and `oklch()`.
struct ColorArguments {
    private enum Argument {
        case number(Double)
        case percentage(Double)
        case angle(Double)
        case none
    }

    private let function: String
    private let texts: [String]
    private let arguments: [Argument]
    private let isOpaque: Bool

    /// - Parameter rest: The text after the opening parenthesis.
    init(of function: String, _ rest: Substring) throws(ColorError) {
        self.function = function
        guard rest.last == ")" else { throw .unclosed(function) }
        let inside = rest.dropLast().lowercased()
        let hasCommas = inside.contains(",")
        var parts =
            hasCommas
            ? inside.split(separator: ",", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            : try Self.spaced(inside, function)
        if parts.contains("") { throw .emptyPart(function: function) }
        guard parts.count == 3 || parts.count == 4 else { throw .count(function: function, parts.count) }
        var alpha = Argument.number(1)
        if parts.count == 4 { alpha = try Self.argument(parts.removeLast(), of: function) }
        var arguments: [Argument] = []
        for part in parts { arguments.append(try Self.argument(part, of: function)) }
        texts = parts
        self.arguments = arguments
        switch alpha {
        case .number(let share): isOpaque = share >= 1
        case .percentage(let share): isOpaque = share >= 100
        case .angle, .none: isOpaque = false
        }
        if hasCommas { try checkCommas() }
    }

    /// Splits arguments that are separated by spaces, with the transparency after a slash.
    private static func spaced(_ inside: String, _ function: String) throws(ColorError) -> [String] {
        let sides = inside.split(separator: "/", omittingEmptySubsequences: false)
        var parts = sides[0].split(separator: " ").map(String.init)
        guard parts.count == 3, sides.count <= 2 else {
            throw .count(function: function, parts.count + sides.dropFirst().count)
        }
        if sides.count == 2 { parts.append(sides[1].trimmingCharacters(in: .whitespaces)) }
        return parts
    }

    /// Checks the stricter rules for commas, which CSS had before it allowed spaces.
    private func checkCommas() throws(ColorError) {
        var (numbers, percentages) = (0, 0)
        for (argument, text) in zip(arguments, texts) {
            switch argument {
            case .number: numbers += 1
            case .percentage: percentages += 1
            case .angle: break
            case .none: throw .unit(function: function, text)
            }
        }
        if function == "rgb", numbers > 0, percentages > 0 { throw .mixed(function: function) }
    }

    private static func argument(_ part: String, of function: String) throws(ColorError) -> Argument {
        if part == "none" { return .none }
        let end = part.lastIndex { $0.isASCII && ($0.isNumber || $0 == ".") }
        let split = end.map { part.index(after: $0) } ?? part.startIndex
        let (digits, unit) = (part[..<split], part[split...])
        // `Double` accepts texts that are not numbers in CSS: "nan", "0x1p3".
        guard digits.allSatisfy({ "0123456789.+-e".contains($0) }), digits.last != ".", let number = Double(digits),
            number.isFinite
        else { throw .notNumber(function: function, part) }
        switch unit {
        case "": return .number(number)
        case "%": return .percentage(number)
        case "deg": return .angle(number)
        case "grad": return .angle(number * 0.9)
        case "rad": return .angle(number * 180 / .pi)
        case "turn": return .angle(number.truncatingRemainder(dividingBy: 1) * 360)
        default: throw .notNumber(function: function, part)
        }
    }

    /// An argument as a share: `whole` and 100 % are both 1.
    func amount(_ index: Int, whole: Double) throws(ColorError) -> Double {
        switch arguments[index] {
        case .number(let number): return number / whole
        case .percentage(let number): return number / 100
        case .none: return 0
        case .angle: throw .unit(function: function, texts[index])
        }
    }

    /// An argument as an angle in degrees.
    func angle(_ index: Int) throws(ColorError) -> Double {
        switch arguments[index] {
        case .number(let number), .angle(let number): return number
        case .none: return 0
        case .percentage: throw .unit(function: function, texts[index])
        }
    }

    func remarks(isInside: Bool) -> [ColorRemark] {
        (isInside ? [] : [.clamped(function: function)]) + (isOpaque ? [] : [.opaque])
    }
}
