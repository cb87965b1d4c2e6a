/// A value that is written as one text: in a record, in a form and in an outlet of kind `text`.
protocol OneTextValue: LosslessStringConvertible, Codable, FieldValue, OutletValue {
    /// What is wrong with a text that is no such value.
    static var unreadable: FieldFault { get }
}

extension OneTextValue {
    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is no \(Self.self).")
        }
        self = value
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Reads what an `input` sends.
    public init(fieldText: String) throws(FieldFault) {
        if fieldText.isEmpty { throw .missing }
        guard let value = Self(fieldText) else { throw Self.unreadable }
        self = value
    }

    /// The value is set into an `input` as text, for example `data-outlet="due:text(value)"`.
    public static var outletKind: OutletKind { .text }
    /// The text.
    public var outletValue: CellValue { .text(description) }

    /// The value of a text; `nil` for all other values of outlets.
    public init?(outletValue: CellValue) {
        guard case .text(let text) = outletValue else { return nil }
        self.init(text)
    }
}
