import Foundation

/// Amounts of red, green and blue light, proportional to its intensity. An amount outside 0 to 1 is beyond what an sRGB
/// screen can show.
struct LinearSRGB: Hashable, Sendable {
    /// The amount of red light, from 0 to 1 within sRGB.
    var red: Double
    /// The amount of green light, from 0 to 1 within sRGB.
    var green: Double
    /// The amount of blue light, from 0 to 1 within sRGB.
    var blue: Double

    /// Amounts of light, which are stored unchanged.
    init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Relative luminance, from 0 to 1 within sRGB, as WCAG 2.2 defines it.
    var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

    /// Returns true if an sRGB screen can show this light.
    ///
    /// - Parameter slack: How far an sRGB channel may lie below 0 or above 1.
    func isInGamut(slack: Double = 0) -> Bool {
        let gamut = -Self.light(slack)...Self.light(1 + slack)
        return gamut.contains(red) && gamut.contains(green) && gamut.contains(blue)
    }
}

// The curve of IEC 61966-2-1, as in CSS Color 4.

extension LinearSRGB {
    /// The light of a colour, by the transfer curve of sRGB. Channels of 8 bits are looked up in a table.
    init(_ color: SRGB) {
        self.init(red: Self.light(color.red), green: Self.light(color.green), blue: Self.light(color.blue))
    }

    private static func light(_ channel: Double) -> Double {
        let step = (channel * 255).rounded()
        // Looks up values of 8 bits, because most colors have 8 bits a channel.
        if 0...255 ~= step, step / 255 == channel { return lights[Int(step)] }
        return computedLight(channel)
    }

    private static let lights = (0...255).map { computedLight(Double($0) / 255) }

    /// The light of one channel, from 0 to 1.
    static func computedLight(_ channel: Double) -> Double {
        channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
    }
}

extension SRGB {
    /// The colour of light, by the transfer curve of sRGB. An amount outside 0 to 1 is clipped, channel by channel.
    init(clipping light: LinearSRGB) {
        self.init(
            red: Self.channel(of: light.red), green: Self.channel(of: light.green), blue: Self.channel(of: light.blue))
    }

    /// The channel of an amount of light, from 0 to 1.
    static func channel(of light: Double) -> Double {
        light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}
