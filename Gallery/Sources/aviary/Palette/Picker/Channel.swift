import AviaryColors
import AviaryText
import Foundation

/// One of the numbers that define a color. It has a slider and a field.
enum Channel: String, CaseIterable, Sendable {
    case red, green, blue
    case hue, saturation, lightness
    case perceived, chroma, tone

    /// The largest value, in the unit of the field. The smallest is 0.
    var limit: Double {
        switch self {
        case .red, .green, .blue: 255
        case .hue, .tone: 360
        case .saturation, .lightness, .perceived: 100
        case .chroma: 0.4
        }
    }

    /// The number of steps in one unit. The shown value is rounded to a step. A typed value is not.
    private var places: Double {
        switch self {
        case .perceived: 10
        case .chroma: 1_000
        default: 1
        }
    }

    /// The markup of the channel: its name, its slider and its field.
    var markup: String {
        let range = "min=\"0\" max=\"\(Self.text(limit))\" step=\"\(Self.text(1 / places))\""
        let title = PaletteWords.name(of: self)
        let field = PaletteWords.field(of: self, upTo: Self.text(limit))
        let name = "name=\"\(rawValue)\" \(range)"
        return """
            <span>\(title)</span>
            <input type="range" class="\(rawValue)" \(name) aria-label="\(title)" data-action="pick" data-live \
            data-outlet="\(rawValue):number(value)" />
            <input type="number" \(name) aria-label="\(field)" data-action="pick" \
            data-outlet="\(rawValue):number(value)" />
            """
    }

    private static func text(_ number: Double) -> String { String(format: "%g", number) }

    func value(in picker: Picker) -> Double {
        let exact =
            switch self {
            case .red: picker.color.red * 255
            case .green: picker.color.green * 255
            case .blue: picker.color.blue * 255
            case .hue: picker.hsl.hue
            case .saturation: picker.hsl.saturation * 100
            case .lightness: picker.hsl.lightness * 100
            case .perceived: picker.oklch.lightness * 100
            case .chroma: picker.oklch.chroma
            case .tone: picker.oklch.hue
            }
        return (exact * places).rounded() / places
    }

    func set(_ value: Double, in picker: inout Picker) {
        let (color, share) = (picker.color, value / limit)
        switch self {
        case .red: picker.set(SRGB(red: share, green: color.green, blue: color.blue))
        case .green: picker.set(SRGB(red: color.red, green: share, blue: color.blue))
        case .blue: picker.set(SRGB(red: color.red, green: color.green, blue: share))
        case .hue: picker.set(\HSL.hue, to: value)
        case .saturation: picker.set(\HSL.saturation, to: share)
        case .lightness: picker.set(\HSL.lightness, to: share)
        case .perceived: picker.set(\OKLCH.lightness, to: share)
        case .chroma: picker.set(\OKLCH.chroma, to: value)
        case .tone: picker.set(\OKLCH.hue, to: value)
        }
    }

    /// Sets the channel to the number that a person typed. If the number is out of range, the nearest number in range
    /// is used.
    ///
    /// - Returns: The message that another number is used; `nil` if the number is in range.
    /// - Throws: `ChannelError` if the text is not a number.
    func set(typed: String, in picker: inout Picker) throws -> String? {
        let text = typed.onOneLine
        guard text.utf8.count <= 40, let value = Double(text), value.isFinite else {
            throw ChannelError(channel: self, typed: text)
        }
        let nearest = min(max(value, 0), limit)
        set(nearest, in: &picker)
        return nearest == value ? nil : PaletteWords.nearestTaken(self)
    }
}

/// The error about a text that is not a number for a channel.
struct ChannelError: Error, Hashable, CustomStringConvertible {
    let channel: Channel
    let typed: String

    var description: String { PaletteWords.sentence(about: self) }
}
