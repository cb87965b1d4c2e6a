/// A colour of sRGB by hue, saturation and lightness. In CSS: `hsl()`.
public struct HSL: Hashable, Sendable {
    /// The hue in degrees, from 0 up to 360; 0 for greys.
    public var hue: Double
    /// The saturation, from 0, grey, to 1.
    public var saturation: Double
    /// The lightness, from 0, black, to 1, white.
    public var lightness: Double

    /// A colour with these values, which are stored unchanged. Converting it to `SRGB` clamps saturation and lightness,
    /// and accepts a hue of any number of degrees.
    public init(hue: Double, saturation: Double, lightness: Double) {
        self.hue = hue
        self.saturation = saturation
        self.lightness = lightness
    }
}

extension HSL {
    /// The same colour by hue, saturation and lightness; a grey has hue 0 and saturation 0.
    public init(_ color: SRGB) {
        let (red, green, blue) = (color.red, color.green, color.blue)
        let (least, most) = (min(red, green, blue), max(red, green, blue))
        let range = most - least
        lightness = (least + most) / 2
        guard range > 0 else {
            (hue, saturation) = (0, 0)
            return
        }
        saturation = min((most - lightness) / min(lightness, 1 - lightness), 1)
        let sixth =
            switch most {
            case red: (green - blue) / range
            case green: (blue - red) / range + 2
            default: (red - green) / range + 4
            }
        hue = degrees(sixth * 60)
    }
}

extension SRGB {
    /// The same colour by its channels. Saturation and lightness beyond 0 to 1 are clamped.
    public init(_ color: HSL) {
        let (saturation, lightness) = (Self.nearest(color.saturation), Self.nearest(color.lightness))
        let amount = saturation * min(lightness, 1 - lightness)
        func channel(_ offset: Double) -> Double {
            let step = (offset + degrees(color.hue) / 30).truncatingRemainder(dividingBy: 12)
            return lightness - amount * max(-1, min(step - 3, 9 - step, 1))
        }
        self.init(red: channel(0), green: channel(8), blue: channel(4))
    }
}
