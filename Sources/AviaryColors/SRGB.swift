public import AviaryViews
import Foundation

/// A colour of sRGB, each channel from 0 to 1: exact enough to be stored, and to be led through other spaces and back.
public struct SRGB: Hashable, Sendable {
    public let red: Double
    public let green: Double
    public let blue: Double

    /// A channel beyond 0 to 1 is brought there; what is no number is 0.
    public init(red: Double, green: Double, blue: Double) {
        self.red = Self.nearest(red)
        self.green = Self.nearest(green)
        self.blue = Self.nearest(blue)
    }

    public static let black = SRGB(red: 0, green: 0, blue: 0)
    public static let white = SRGB(red: 1, green: 1, blue: 1)

    public static func random() -> SRGB {
        SRGB(red: .random(in: 0...1), green: .random(in: 0...1), blue: .random(in: 0...1))
    }

    /// The channel nearest to a number.
    package static func nearest(_ channel: Double) -> Double { channel.isNaN ? 0 : min(max(channel, 0), 1) }
}

extension SRGB {
    /// - Parameter hex: `0xrrggbb`.
    public init(hex: UInt32) {
        self.init(
            red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255)
    }

    public init(_ color: DisplayColor) {
        self.init(red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255)
    }

    /// The colour as a screen shows it. Its `ink` is what can be read on it.
    public var displayColor: DisplayColor {
        func byte(_ channel: Double) -> UInt8 { UInt8((channel * 255).rounded()) }
        return DisplayColor(red: byte(red), green: byte(green), blue: byte(blue))
    }
}

extension SRGB {
    /// How well one colour is read on another, from 1 to 21, as WCAG 2.2 defines it. Text wants 4.5, large text 3.
    public func contrast(with other: SRGB) -> Double {
        let (one, two) = (LinearSRGB(self).luminance, LinearSRGB(other).luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }
}
