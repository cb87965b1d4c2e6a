import AviaryText

// lighten($blue, 10%)   mix(#f00, $blue, $weight: 25%)   color.scale($blue, $lightness: -20%)   spin(@blue, 30)

/// A function of Sass or Less that makes a color of other colors, as the manuals of the two define it.
///
/// The functions of Bootstrap and Bourbon with an exact definition count, too: `tint-color`, `shade-color`,
/// `shift-color`, `tint` and `shade`.
struct StyleFunction {
    /// The name in lower case, without a module.
    private let name: String
    private var positional: [String] = []
    private var named: [String: String] = [:]

    /// - Parameters:
    ///   - name: The name, perhaps behind a module, as in `color.adjust`.
    ///   - arguments: The arguments, without variables and without other functions of this kind.
    init(_ name: String, _ arguments: [String]) {
        let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        let last = String(parts.last ?? "")
        // The functions of the module `sass:color` have longer names without the module.
        self.name = parts.count > 1 && ["adjust", "scale", "change"].contains(last) ? "\(last)-color" : last
        for argument in arguments {
            if argument.utf8.first == UInt8(ascii: "$"), let colon = argument.firstIndex(of: ":") {
                let key = String(argument[..<colon].dropFirst()).onOneLine
                named[StyleValues.plain(key)] = String(argument[argument.index(after: colon)...]).onOneLine
            } else {
                positional.append(argument.onOneLine)
            }
        }
    }

    /// The color as CSS text; `nil` if the function is unknown, or if its arguments do not fit.
    var text: String? {
        guard let color = color, !color.alpha.isNaN else { return nil }
        let channels = color.channels
        let alpha = color.alpha < 1 ? " / \(color.alpha)" : ""
        return "color(srgb \(channels.x) \(channels.y) \(channels.z)\(alpha))"
    }

    private var color: CSSColor? {
        switch name {
        case "lighten": moved(.hsl, 2, by: 1)
        case "darken": moved(.hsl, 2, by: -1)
        case "saturate": moved(.hsl, 1, by: 1)
        case "desaturate": moved(.hsl, 1, by: -1)
        case "adjust-hue", "spin": turned(by: angle(1, "degrees"))
        case "complement": turned(by: 180)
        case "grayscale", "greyscale": color(0).map { Self.with(0, at: 1, of: $0, in: .hsl) }
        case "invert": color(0).flatMap { color in share(1, "weight", or: 100).map { inverted(color, $0) } }
        case "mix": mixed(color(0, "color1"), color(1, "color2"), share(2, "weight", or: 50))
        case "tint": mixed(CSSColor(.white), color(0), share(1, "weight", or: 50))
        case "shade": mixed(CSSColor(.black), color(0), share(1, "weight", or: 50))
        case "tint-color": mixed(CSSColor(.white), color(0), share(1, "weight"))
        case "shade-color": mixed(CSSColor(.black), color(0), share(1, "weight"))
        case "shift-color": shifted
        case "rgb", "rgba": positional.count + named.count == 2 ? faded { _, alpha in alpha } : nil
        case "fade": faded { _, alpha in alpha }
        case "opacify", "fade-in", "fadein": faded { $0 + $1 }
        case "transparentize", "fade-out", "fadeout": faded { $0 - $1 }
        case "adjust-color": changed { number, amount, _ in number + amount }
        case "change-color": changed { _, amount, _ in amount }
        case "scale-color":
            changed { number, share, limits in
                let end = share > 0 ? limits.upperBound : limits.lowerBound
                return number + (end - number) * abs(share) / 100
            }
        default: nil
        }
    }

    // MARK: Arguments

    private func argument(_ index: Int, _ name: String) -> String? {
        index < positional.count ? positional[index] : named[name]
    }

    private func color(_ index: Int, _ name: String = "color") -> CSSColor? {
        guard let text = argument(index, name), var parser = try? ColorParser(text) else { return nil }
        return try? parser.parse()
    }

    private func quantity(_ index: Int, _ name: String) -> ColorQuantity? {
        argument(index, name).flatMap(ColorParser.quantity)
    }

    /// A percentage from 0 to 100, which may lack its sign.
    private func share(_ index: Int, _ name: String, or other: Double? = nil) -> Double? {
        guard argument(index, name) != nil else { return other }
        guard let quantity = quantity(index, name), quantity.kind != .angle, (0...100).contains(quantity.number)
        else { return nil }
        return quantity.number
    }

    private func angle(_ index: Int, _ name: String) -> Double? {
        guard let quantity = quantity(index, name), quantity.kind != .percentage else { return nil }
        return quantity.number
    }

    // MARK: Colors

    /// The color with another component, clamped as the functions of Sass do it.
    private static func with(
        _ component: Double, at index: Int, of color: CSSColor, in space: CSSSpace
    ) -> CSSColor {
        var components = color.space.convert(color.known, to: space)
        components[index] = component
        let (least, most) = space.limits
        return CSSColor(space, components.clamped(lowerBound: least, upperBound: most), alpha: color.alpha)
    }

    private func moved(_ space: CSSSpace, _ index: Int, by sign: Double) -> CSSColor? {
        guard let color = color(0), let amount = share(1, "amount") else { return nil }
        let component = color.space.convert(color.known, to: space)[index]
        // Less has a third argument for this.
        let whole = argument(2, "method") == "relative" ? component / 100 : 1
        return Self.with(component + sign * amount * whole, at: index, of: color, in: space)
    }

    private func turned(by angle: Double?) -> CSSColor? {
        guard let color = color(0), let angle else { return nil }
        let hue = color.space.convert(color.known, to: .hsl).x
        return Self.with(degrees(hue + angle), at: 0, of: color, in: .hsl)
    }

    private func inverted(_ color: CSSColor, _ share: Double) -> CSSColor {
        let channels = color.channels
        return CSSColor(.srgb, channels + (1 - 2 * channels) * (share / 100), alpha: color.alpha)
    }

    /// A mixture as Sass defines it. The more opaque color counts more.
    private func mixed(_ first: CSSColor?, _ second: CSSColor?, _ share: Double?) -> CSSColor? {
        guard let first, let second, let share, argument(3, "method") == nil else { return nil }
        let (weight, difference) = (share / 50 - 1, first.alpha - second.alpha)
        let product = weight * difference
        let part = ((product == -1 ? weight : (weight + difference) / (1 + product)) + 1) / 2
        return CSSColor(
            .srgb, first.channels * part + second.channels * (1 - part),
            alpha: first.alpha * share / 100 + second.alpha * (1 - share / 100))
    }

    /// Bootstrap's function: a shade for a positive weight, or a tint for a negative one.
    private var shifted: CSSColor? {
        guard let weight = quantity(1, "weight")?.number, abs(weight) <= 100 else { return nil }
        return mixed(CSSColor(weight > 0 ? .black : .white), color(0), abs(weight))
    }

    private func faded(_ change: (_ alpha: Double, _ amount: Double) -> Double) -> CSSColor? {
        guard var color = color(0), let amount = quantity(1, name.hasPrefix("rgb") ? "alpha" : "amount"),
            amount.kind != .angle
        else { return nil }
        // In `fade(@color, 50)` of Less, the percentage lacks its sign.
        let isPercentage = amount.kind == .percentage || abs(amount.number) > 1
        color.alpha = SRGB.nearest(change(color.alpha, isPercentage ? amount.number / 100 : amount.number))
        return color
    }

    /// The spaces by the names of their components in Sass, in the order in which a space is found by a name.
    private static let spaces: [(CSSSpace, [String])] = [
        (.srgb, ["red", "green", "blue"]), (.hsl, ["hue", "saturation", "lightness"]),
        (.hwb, ["hue", "whiteness", "blackness"]), (.oklch, ["lightness", "chroma", "hue"]),
        (.oklab, ["lightness", "a", "b"]), (.lch, ["lightness", "chroma", "hue"]), (.lab, ["lightness", "a", "b"]),
    ]

    /// Changes components that are named, as in `$lightness: 10%`. All of them are of one space.
    private func changed(_ change: (Double, Double, ClosedRange<Double>) -> Double) -> CSSColor? {
        var names = named
        names["color"] = nil
        guard let color = color(0), !names.isEmpty else { return nil }
        let wanted = names.removeValue(forKey: "space").map { $0 == "rgb" ? "srgb" : $0 }
        let isScaled = name == "scale-color"
        var alpha = color.alpha
        if let text = names.removeValue(forKey: "alpha") {
            guard let quantity = ColorParser.quantity(text) else { return nil }
            let amount = quantity.kind == .percentage && !isScaled ? quantity.number / 100 : quantity.number
            alpha = SRGB.nearest(change(alpha, amount, 0...1))
        }
        let space = Self.spaces.first { space, components in
            names.keys.allSatisfy(components.contains) && (wanted == nil || wanted == space.rawValue)
        }
        guard let (space, components) = space else { return nil }
        var numbers = color.space.convert(color.known, to: space)
        for (index, component) in components.enumerated() {
            guard let text = names[component] else { continue }
            guard let quantity = ColorParser.quantity(text), let changed = Self.number(quantity, index, space, isScaled)
            else { return nil }
            let whole = space.wholes[index]
            let isSigned = component == "a" || component == "b"
            numbers[index] = change(numbers[index], changed, (isSigned ? -whole : 0)...whole)
        }
        let (least, most) = space == .srgb ? (.zero, SIMD3(repeating: 1)) : space.limits
        return CSSColor(space, numbers.clamped(lowerBound: least, upperBound: most), alpha: alpha)
    }

    /// The number of an argument for a component; `nil` if its unit does not fit.
    private static func number(
        _ quantity: ColorQuantity, _ index: Int, _ space: CSSSpace, _ isScaled: Bool
    ) -> Double? {
        let isHue = index == space.hueIndex
        switch quantity.kind {
        case .percentage where isScaled: return isHue || abs(quantity.number) > 100 ? nil : quantity.number
        case _ where isScaled: return nil
        case .percentage: return isHue ? nil : quantity.number / 100 * space.wholes[index]
        case .angle: return isHue ? quantity.number : nil
        case .number: return space == .srgb ? quantity.number / 255 : quantity.number
        }
    }
}
