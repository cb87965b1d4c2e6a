/// Percent-encodes and decodes text for addresses. `encode` gives what `encodeURIComponent` gives in a browser, so that
/// server and client make the same links.
enum PercentCoding {
    static func encode(_ text: String) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// - Parameter isForm: Whether `+` means a space, as in forms.
    /// - Returns: The decoded text; `nil` if it is not UTF-8, or has an ASCII control character or a `%` without two
    ///   hexadecimal digits.
    static func decode(_ text: some Sequence<UInt8>, isForm: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while var byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next().flatMap(value), let low = rest.next().flatMap(value) else { return nil }
                byte = high << 4 | low
            } else if isForm, byte == UInt8(ascii: "+") {
                byte = UInt8(ascii: " ")
            }
            guard byte >= 32, byte != 127 else { return nil }
            bytes.append(byte)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "-_.!~*'()".utf8.contains(byte)
        }
    }
}
