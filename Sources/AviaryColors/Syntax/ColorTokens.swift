/// A token in the text of a color, as CSS Syntax 3 defines it.
struct ColorToken {
    enum Kind: Equatable {
        case number(Double)
        case percentage(Double)
        case dimension(Double, unit: String)
        /// A word in lower case.
        case word(String)
        /// The name of a function in lower case. The token includes the parenthesis after the name.
        case function(String)
        case hash
        case open, close, comma, slash
        /// Any other character.
        case other(UInt8)
    }

    var kind: Kind
    /// The position of the token in the text, in bytes.
    var range: Range<Int>
}

/// The tokens in the text of a color.
struct ColorTokens {
    let bytes: [UInt8]
    private(set) var tokens: [ColorToken] = []
    private var index = 0

    /// - Complexity: O(*n*) for *n* bytes.
    init(_ text: String) {
        bytes = Array(text.utf8)
        while index < bytes.count {
            let start = index
            guard let kind = next() else { continue }
            tokens.append(ColorToken(kind: kind, range: start..<index))
        }
    }

    /// The whole word around a token, as a person sees it: up to a space, a comma, a slash or a parenthesis.
    func word(around token: ColorToken) -> String {
        func isEnd(_ byte: UInt8) -> Bool { " ,/()".utf8.contains(byte) }
        var (start, end) = (token.range.lowerBound, token.range.upperBound)
        if case .function = token.kind { end -= 1 }
        if !isEnd(bytes[start]) {
            while start > 0, !isEnd(bytes[start - 1]) { start -= 1 }
            while end < bytes.count, !isEnd(bytes[end]) { end += 1 }
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Returns true if there is a space before and after a token.
    func isApart(_ token: ColorToken) -> Bool {
        let (start, end) = (token.range.lowerBound, token.range.upperBound)
        return start > 0 && bytes[start - 1] == 0x20 && end < bytes.count && bytes[end] == 0x20
    }

    private func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }

    private mutating func next() -> ColorToken.Kind? {
        if let number = number() {
            if byte(0) == UInt8(ascii: "%") {
                index += 1
                return .percentage(number)
            }
            return isWordStart ? .dimension(number, unit: word()) : .number(number)
        }
        if isWordStart {
            let name = word()
            guard byte(0) == UInt8(ascii: "(") else { return .word(name) }
            index += 1
            return .function(name)
        }
        let first = byte(0)
        index += 1
        switch first {
        case UInt8(ascii: " "): return nil
        case UInt8(ascii: "("): return .open
        case UInt8(ascii: ")"): return .close
        case UInt8(ascii: ","): return .comma
        case UInt8(ascii: "/"): return .slash
        case UInt8(ascii: "#"):
            _ = word()
            return .hash
        default: return .other(first)
        }
    }

    private var isWordStart: Bool {
        if byte(0) != UInt8(ascii: "-") { return isLetter(byte(0)) }
        return isLetter(byte(1)) || byte(1) == UInt8(ascii: "-")
    }

    private func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5a, 0x61...0x7a, 0x80...0xff, UInt8(ascii: "_"): true
        default: false
        }
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private mutating func word() -> String {
        let start = index
        while index < bytes.count, isLetter(byte(0)) || isDigit(byte(0)) || byte(0) == UInt8(ascii: "-") { index += 1 }
        // Changes only ASCII letters to lower case, because some other letters become ASCII in lower case.
        return String(decoding: bytes[start..<index].map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private mutating func number() -> Double? {
        let start = index
        let sign = byte(0) == UInt8(ascii: "+") || byte(0) == UInt8(ascii: "-") ? 1 : 0
        guard isDigit(byte(sign)) || byte(sign) == UInt8(ascii: ".") && isDigit(byte(sign + 1)) else { return nil }
        index += sign
        skipDigits()
        if byte(0) == UInt8(ascii: "."), isDigit(byte(1)) {
            index += 1
            skipDigits()
        }
        if byte(0) | 0x20 == UInt8(ascii: "e") {
            let sign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 2 : 1
            if isDigit(byte(sign)) {
                index += sign
                skipDigits()
            }
        }
        return Double(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private mutating func skipDigits() { while isDigit(byte(0)) { index += 1 } }
}
