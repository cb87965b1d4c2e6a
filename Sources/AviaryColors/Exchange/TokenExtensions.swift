import Foundation

/// The `$extensions` that other programs put into files of design tokens, as a text of JSON without line ends.
enum TokenExtensions {
    /// The key of our own extensions, which are never kept as those of another program.
    static let ownKey = "aviary"
    /// The largest size, in bytes.
    static let maximumSize = 4_096
    /// The largest depth. Extensions may be in nested groups, and the reader of a file accepts 64 levels in all.
    private static let maximumDepth = 32

    /// The object of JSON in a text, on one line. It is empty for any other text, for a text that is too long or too
    /// deep, and for an object with the key of our own extensions.
    static func checked(_ text: String) -> String {
        guard !text.isEmpty, text.utf8.count <= maximumSize, let line = onOneLine(text),
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
            !object.isEmpty, object[ownKey] == nil
        else { return "" }
        return line
    }

    /// The text without white space between its values; `nil` if it is too deep.
    private static func onOneLine(_ text: String) -> String? {
        var (bytes, depth, isInString, isEscaped) = ([UInt8](), 0, false, false)
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isInString {
                bytes.append(byte)
                if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case 0x20, 0x09, 0x0a, 0x0d: continue
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth > maximumDepth { return nil }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
