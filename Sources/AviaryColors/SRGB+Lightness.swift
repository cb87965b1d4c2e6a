extension SRGB {
    /// The amount by which `lighter` and `darker` change OKLCH's lightness: a twelfth of the way from black to white.
    public static let lightnessStep = 1.0 / 12

    /// The colour one step of perceived lightness lighter, with the same hue. The chroma is reduced if sRGB has less at
    /// that lightness.
    public var lighter: SRGB { lightened(by: Self.lightnessStep) }

    /// The colour one step of perceived lightness darker, with the same hue. The chroma is reduced if sRGB has less at
    /// that lightness.
    public var darker: SRGB { lightened(by: -Self.lightnessStep) }

    /// The colour with more lightness, or with less for a negative amount, and the same hue. The chroma is reduced if
    /// sRGB has less at that lightness.
    ///
    /// - Parameter amount: The amount to add to OKLCH's lightness, which goes from 0 to 1.
    func lightened(by amount: Double) -> SRGB {
        var color = OKLCH(self)
        color.lightness += amount
        return color.reduced
    }
}
