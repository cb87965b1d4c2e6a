public import AviaryViews
import Foundation

/// A colour of sRGB with channels from 0 to 1: exact enough to be stored, and to be converted to other spaces and back.
public struct SRGB: Hashable, Sendable {
    /// The red channel, from 0 to 1, encoded as sRGB: not proportional to light. See `LinearSRGB`.
    public let red: Double
    /// The green channel, from 0 to 1, encoded as sRGB: not proportional to light. See `LinearSRGB`.
    public let green: Double
    /// The blue channel, from 0 to 1, encoded as sRGB: not proportional to light. See `LinearSRGB`.
    public let blue: Double

    /// A colour with these channels. A channel outside 0 to 1 is clamped, and NaN becomes 0.
    public init(red: Double, green: Double, blue: Double) {
        self.red = Self.nearest(red)
        self.green = Self.nearest(green)
        self.blue = Self.nearest(blue)
    }

    /// All channels are 0.
    public static let black = SRGB(red: 0, green: 0, blue: 0)
    /// All channels are 1.
    public static let white = SRGB(red: 1, green: 1, blue: 1)

    /// A random colour. Each channel has any value with equal probability, not only values of 8 bits.
    public static func random() -> SRGB {
        SRGB(red: .random(in: 0...1), green: .random(in: 0...1), blue: .random(in: 0...1))
    }

    /// The nearest valid channel to a number.
    static func nearest(_ channel: Double) -> Double { channel.isNaN ? 0 : min(max(channel, 0), 1) }
}

extension SRGB {
    /// A colour of 8 bits a channel.
    ///
    /// - Parameter hex: `0xrrggbb`; bits above these are ignored.
    public init(hex: UInt32) {
        self.init(
            red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255)
    }

    /// The same colour. Its `displayColor` equals the given colour.
    public init(_ color: DisplayColor) {
        self.init(red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255)
    }

    /// The colour as a screen shows it: rounded to 8 bits a channel. The `ink` of the result is black or white,
    /// whichever is readable on the colour.
    public var displayColor: DisplayColor {
        func byte(_ channel: Double) -> UInt8 { UInt8((channel * 255).rounded()) }
        return DisplayColor(red: byte(red), green: byte(green), blue: byte(blue))
    }
}

extension SRGB {
    /// The contrast ratio of two colours, from 1 to 21, as WCAG 2.2 defines it. Text needs 4.5, large text 3.
    public func contrast(with other: SRGB) -> Double {
        let (one, two) = (LinearSRGB(self).luminance, LinearSRGB(other).luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }
}

extension SRGB: FieldValue {
    /// Reads `#rrggbb`, as an `input` of type `color` sends it. `displayColor` is the value for its outlet.
    public init(fieldText: String) throws(FieldFault) { self.init(try DisplayColor(fieldText: fieldText)) }
}
