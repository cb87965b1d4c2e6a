import AviaryColors
import AviaryText
import Foundation

/// The words for contrast, harmonies and ramps.
extension PaletteWords {
    // MARK: Contrast

    static let pickedColor = "Picked color"
    static let contrastOfSelected = "Contrast of the selected colors"
    static func contrast(inPalette name: String) -> String {
        "Contrast in \(name.onOneLine.shortened(to: 40).quoted)"
    }
    static func contrast(_ ratio: String) -> String { "Contrast \(ratio)." }
    static func swapped(contrast ratio: String) -> String { "Swapped. \(contrast(ratio))" }
    static func isNow(_ name: String, hex: String, contrast ratio: String) -> String {
        "\(name) is \(hex). \(contrast(ratio))"
    }
    static func isPicked(_ hex: String) -> String { "\(hex) is the picked color now." }
    static func name(of grade: ContrastGrade) -> String {
        switch grade {
        case .graphics: "Graphics and large text"
        case .text: "Text"
        case .enhanced: "Text, enhanced"
        }
    }
    static let passes = "Passes"
    static let fails = "Fails"
    /// The verdict if no lighter or darker color passes.
    static let outOfReach = "Out of reach"
    static let useNearest = "Use nearest"
    static func use(_ hex: String) -> String { "Use \(hex)" }

    /// The number of pairs of a matrix that reach the contrast of text, and of those that reach the contrast of
    /// graphics.
    static func reached(_ text: Int, _ graphics: Int, ofPairs pairs: Int) -> String {
        let reach = pairs == 1 ? "reaches" : "reach"
        return """
            \(text.formatted(.number)) of \(pairs.counted("pair")) \(reach) 4.5 : 1, \
            \(graphics.formatted(.number)) \(reach) 3 : 1.
            """
    }
    static func onlyFirst(_ count: Int) -> String { "Only the first \(RoomWords.colors(count)) are shown." }

    // MARK: Harmonies and ramps

    static func harmonies(of name: String, and other: String) -> String { "\(name) and \(other.lowercased())" }
    static func saveSuggestion(_ name: String) -> String { "New palette: \(name)" }
    static let shades = "Shades"
    static let tones = "Tones"
    static func ramp(to name: String) -> String { "Ramp to \(name.lowercased())" }
    /// The name of a palette with a ramp between two colors.
    static func ramp(from name: String, to other: String) -> String { "\(name) to \(other.lowercased())" }
    static func suggestion(_ suggestion: String, for name: String) -> String { "\(name), \(suggestion.lowercased())" }
}
