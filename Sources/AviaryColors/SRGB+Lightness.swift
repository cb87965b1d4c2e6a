extension SRGB {
    /// The step in OKLCH's lightness of `lighter` and `darker`: a twelfth of the way from black to white.
    public static let lightnessStep = 1.0 / 12

    /// The colour one step of perceived lightness lighter, with the same hue. Its chroma is reduced if a screen cannot
    /// show it.
    public var lighter: SRGB { lightened(by: Self.lightnessStep) }

    /// The colour one step of perceived lightness darker, with the same hue. Its chroma is reduced if a screen cannot
    /// show it.
    public var darker: SRGB { lightened(by: -Self.lightnessStep) }

    /// The colour with more lightness, or with less for a negative amount, and the same hue. Its chroma is reduced if a
    /// screen cannot show it.
    ///
    /// - Parameter amount: The amount to add to OKLCH's lightness, which goes from 0 to 1.
    public func lightened(by amount: Double) -> SRGB {
        var color = OKLCH(self)
        color.lightness += amount
        return color.reduced
    }
}
