import Foundation

/// A number with its kind, in `calc()` or outside of it.
struct ColorQuantity {
    enum Kind {
        case number, percentage
        /// In degrees.
        case angle

        var words: String {
            switch self {
            case .number: "a number"
            case .percentage: "a percentage"
            case .angle: "an angle"
            }
        }
    }

    var number: Double
    var kind: Kind

    init(_ number: Double, _ kind: Kind = .number) { (self.number, self.kind) = (number, kind) }

    /// A quantity of a token; `nil` if the token is no number, or has a unit that is no angle.
    init?(_ token: ColorToken.Kind) {
        switch token {
        case .number(let number): self.init(number)
        case .percentage(let number): self.init(number, .percentage)
        case .dimension(let number, let unit):
            switch unit {
            case "deg": self.init(number, .angle)
            case "grad": self.init(number * 0.9, .angle)
            case "rad": self.init(number * 180 / .pi, .angle)
            case "turn": self.init(number.truncatingRemainder(dividingBy: 1) * 360, .angle)
            default: return nil
            }
        default: return nil
        }
    }

    /// A constant of `calc()`.
    init?(constant name: String) {
        switch name {
        case "pi": self.init(.pi)
        case "e": self.init(M_E)
        case "infinity": self.init(.infinity)
        case "-infinity": self.init(-.infinity)
        case "nan": self.init(.nan)
        default: return nil
        }
    }

    /// The quantity as CSS uses it: without NaN, which is 0, and without numbers that are too large to compute with.
    var usable: ColorQuantity {
        if kind == .angle, !number.isFinite { return ColorQuantity(0, kind) }
        return ColorQuantity(number.isNaN ? 0 : min(max(number, -1e9), 1e9), kind)
    }

    mutating func add(_ other: ColorQuantity, sign: Double) throws(ColorError) {
        guard kind == other.kind else { throw .kinds(kind.words, other.kind.words) }
        number += sign * other.number
    }

    mutating func multiply(by other: ColorQuantity) throws(ColorError) {
        guard kind == .number || other.kind == .number else { throw .product(kind.words, other.kind.words) }
        if kind == .number { kind = other.kind }
        number *= other.number
    }

    mutating func divide(by other: ColorQuantity) throws(ColorError) {
        guard other.kind == .number || other.kind == kind else { throw .quotient(kind.words, other.kind.words) }
        if other.kind == kind { kind = .number }
        number /= other.number
    }
}
