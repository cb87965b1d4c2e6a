import Foundation

/// An opaque color as a screen shows it: sRGB, 8 bits a channel.
public struct DisplayColor: Hashable, Sendable {
    /// The red channel, from 0 to 255, gamma-encoded as in sRGB.
    public var red: UInt8
    /// The green channel, from 0 to 255, gamma-encoded as in sRGB.
    public var green: UInt8
    /// The blue channel, from 0 to 255, gamma-encoded as in sRGB.
    public var blue: UInt8

    /// A color of three sRGB channels, each from 0 to 255.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// `#000000`.
    public static let black = DisplayColor(red: 0, green: 0, blue: 0)
    /// `#ffffff`.
    public static let white = DisplayColor(red: 255, green: 255, blue: 255)

    /// `#rrggbb`, in lower case.
    public var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = [UInt8(ascii: "#")]
        for channel in [red, green, blue] {
            text.append(digits[Int(channel >> 4)])
            text.append(digits[Int(channel & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Black or white, whichever is easier to read on this color; the contrast is at least 4.58 : 1.
    public var ink: DisplayColor {
        // At this luminance L, black and white have the same contrast: (L + 0.05) / 0.05 = 1.05 / (L + 0.05).
        luminance > 0.179_128_784_747_792 ? .black : .white
    }

    /// Relative luminance, from 0 to 1, as WCAG 2.2 defines it.
    public var luminance: Double {
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    private func linear(_ channel: UInt8) -> Double { Self.linearized[Int(channel)] }

    private static let linearized: [Double] = (0...255).map { channel in
        let value = Double(channel) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
