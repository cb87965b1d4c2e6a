/// A value of JSON (RFC 8259).
public indirect enum JSON: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case flag(Bool)
    /// A number. A number from outside is finite.
    case number(Double)
    /// Text.
    case string(String)
    /// Values in order.
    case array([JSON])
    /// Values by name. Of several members with one name the last counts.
    case object([String: JSON])

    /// A whole number.
    public static func integer(_ number: Int) -> JSON { .number(Double(number)) }
}

extension JSON: ExpressibleByStringLiteral {
    /// A string.
    public init(stringLiteral text: String) { self = .string(text) }
}

extension JSON {
    /// The JSON text, without spaces. Whole numbers have no fraction. A number that JSON cannot express becomes
    /// `null`.
    public var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .flag(let flag): text += flag ? "true" : "false"
        case .number(let number):
            if let whole = Int(exactly: number) {
                text += "\(whole)"
            } else {
                text += number.isFinite ? "\(number)" : "null"
            }
        case .string(let string): Self.write(string, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { text += "," }
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        defer { text += "\"" }
        // A fast path, because most texts need no escapes.
        guard string.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
            text += string
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}":
                let hex = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
