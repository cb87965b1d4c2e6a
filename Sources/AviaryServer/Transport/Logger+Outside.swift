import Logging

extension Logger.MetadataValue {
    /// A log value for text from outside. It has little more than 400 bytes and no line breaks, so nobody can forge a
    /// line of the log.
    static func outside(_ value: Any) -> Self {
        var text = ""
        for scalar in "\(value)".unicodeScalars {
            if text.utf8.count > 400 { return .string(text + "…") }
            let breaksLine = scalar.properties.generalCategory == .control || ["\u{2028}", "\u{2029}"].contains(scalar)
            text += breaksLine ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return .string(text)
    }
}
