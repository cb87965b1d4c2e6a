/// A type whose values a form control sends.
///
/// Numbers, texts, `Bool`, `DisplayColor`, `CalendarDate` and `TimeOfDay` are such types. All of them can also be set
/// into an outlet, so one type serves both directions. An optional is `nil` when the control is empty.
///
/// A type of your own reads the text that its control sends:
///
///     extension Mood: FieldValue {
///         init(fieldText: String) throws(FieldFault) {
///             guard let mood = Mood(rawValue: fieldText) else { throw .notChosen }
///             self = mood
///         }
///     }
public protocol FieldValue: Sendable {
    /// Reads what a control sends.
    ///
    /// - Parameter fieldText: Any text at all, because it comes from outside. It is empty for a control without a
    ///   value, and for one that the form does not have.
    init(fieldText: String) throws(FieldFault)
}

extension Optional: FieldValue where Wrapped: FieldValue {
    /// Reads `nil` from an empty text.
    public init(fieldText: String) throws(FieldFault) {
        self = fieldText.isEmpty ? nil : try Wrapped(fieldText: fieldText)
    }
}

extension String: FieldValue {
    /// Reads any text that has no control characters except line breaks and tabs.
    public init(fieldText: String) throws(FieldFault) {
        guard fieldText.unicodeScalars.allSatisfy({ $0.value >= 0x20 || "\t\n\r".unicodeScalars.contains($0) }) else {
            throw .notText
        }
        self = fieldText
    }
}

extension Bool: FieldValue {
    /// Reads `true` and `false`, and `on` for a checkbox of a form. An empty text is `false`, because a form does not
    /// send a checkbox that is not checked.
    public init(fieldText: String) throws(FieldFault) {
        switch fieldText {
        case "true", "on": self = true
        case "false", "": self = false
        default: throw .notChosen
        }
    }
}

extension Double: FieldValue {
    /// Reads a number as HTML writes it, such as `-12.5` or `1e3`. `Infinity` and `1e999` are no numbers, and `-0` is 0.
    public init(fieldText: String) throws(FieldFault) {
        if fieldText.isEmpty { throw .missing }
        guard fieldText.isNumber, let number = Double(fieldText), number.isFinite else { throw .notNumber }
        self = number == 0 ? 0 : number
    }
}

extension Int: FieldValue {
    /// Reads a whole number as HTML writes it, such as `-12` or `1e3`.
    public init(fieldText: String) throws(FieldFault) {
        // More digits than a `Double` holds are read exactly.
        if fieldText.isNumber, let exact = Int(fieldText) {
            self = exact
        } else {
            guard let whole = Int(exactly: try Double(fieldText: fieldText)) else { throw .notWhole }
            self = whole
        }
    }
}

extension DisplayColor: FieldValue {
    /// Reads `#rrggbb`.
    public init(fieldText: String) throws(FieldFault) {
        if fieldText.isEmpty { throw .missing }
        let digits = fieldText.utf8.dropFirst()
        guard fieldText.utf8.first == UInt8(ascii: "#"), digits.count == 6, digits.allSatisfy(\.isHexDigit),
            let bits = UInt32(fieldText.dropFirst(), radix: 16)
        else { throw .notColor }
        self.init(
            red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
            blue: UInt8(truncatingIfNeeded: bits))
    }
}

extension String {
    /// Whether this is a number by the grammar of HTML: an optional `-`, digits with an optional fraction, and an
    /// optional exponent.
    fileprivate var isNumber: Bool {
        var rest = utf8[...]
        func takeDigits() -> Int {
            let digits = rest.prefix(while: \.isDigit).count
            rest = rest.dropFirst(digits)
            return digits
        }
        func take(_ bytes: UInt8...) -> Bool {
            guard let first = rest.first, bytes.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        _ = take(UInt8(ascii: "-"))
        let whole = takeDigits()
        let isFraction = take(UInt8(ascii: "."))
        let fraction = isFraction ? takeDigits() : 0
        guard isFraction ? fraction > 0 : whole > 0 else { return false }
        if take(UInt8(ascii: "e"), UInt8(ascii: "E")) {
            _ = take(UInt8(ascii: "-"), UInt8(ascii: "+"))
            if takeDigits() == 0 { return false }
        }
        return rest.isEmpty
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isHexDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }
}

extension Substring.UTF8View {
    /// The number that these bytes write in exactly so many digits.
    func number(ofDigits count: Int) -> Int? {
        guard self.count == count, allSatisfy(\.isDigit) else { return nil }
        return reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
