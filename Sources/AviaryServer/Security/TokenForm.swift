import NIOCore

/// The fields that the forms of the token's pages send (`application/x-www-form-urlencoded`).
struct TokenForm {
    private(set) var token = ""
    private(set) var next = "/"
    /// The sessions to end: `this` or `all`.
    private(set) var end: String?

    init(_ body: ByteBuffer) {
        for pair in body.readableBytesView.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            switch String(decoding: parts[0], as: UTF8.self) {
            // A token has no spaces, but pasted text often has some around it.
            case "token": token = Self.decode(parts[1]).trimmingSpaces
            case "next": next = Self.decode(parts[1])
            case "end": end = Self.decode(parts[1])
            default: break
            }
        }
    }

    private static func decode(_ bytes: some Sequence<UInt8>) -> String {
        var result: [UInt8] = []
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                result.append(value)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension String {
    /// The text without the white space and line breaks at its ends.
    fileprivate var trimmingSpaces: String {
        var rest = self[...].drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
