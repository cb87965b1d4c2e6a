extension SRGB {
    /// Twelve of these lie between black and white.
    public static let lightnessStep = 1.0 / 12

    /// One even step of perceived lightness towards white, of the same hue; no more colourful than a screen can show.
    public var lighter: SRGB { lightened(by: Self.lightnessStep) }

    /// One even step of perceived lightness towards black.
    public var darker: SRGB { lightened(by: -Self.lightnessStep) }

    /// - Parameter amount: Of OKLCH's lightness, which goes from 0 to 1.
    public func lightened(by amount: Double) -> SRGB {
        var color = OKLCH(self)
        color.lightness += amount
        return color.reduced
    }
}
