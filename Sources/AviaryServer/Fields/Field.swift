public import AviaryViews

/// A field of a form as a typed value: its name, and what it may be.
///
///     static let title = Field<String>("title", length: 1...200)
///     static let pages = Field<Int>("pages", in: 1...5_000)
///     static let due = Field<CalendarDate?>("due")
///
///     func add(_ event: ActionEvent) async throws {
///         let (title, pages, due) = try event.values(of: Self.title, Self.pages, Self.due)
///
/// A browser checks `min`, `max`, `step` and `maxlength` as well, but a page may send anything. So the server decides.
public struct Field<Value>: Sendable {
    /// The `name` of the control.
    public let name: String
    private let make: @Sendable ([String: String]) throws(FieldFault) -> Value

    /// A field that is read in a way of its own.
    ///
    /// - Parameters:
    ///   - name: The `name` of the control.
    ///   - make: Reads the value of all fields, as text by their names. It throws a `FieldFault` for a value that it does
    ///     not take.
    public init(_ name: String, make: @escaping @Sendable ([String: String]) throws(FieldFault) -> Value) {
        self.name = name
        self.make = make
    }

    /// The field with a further check.
    ///
    ///     Field<String>("name").checked { name throws(FieldFault) in
    ///         if name.contains("/") { throw .said("A name has no slash.") }
    ///     }
    public func checked(_ check: @escaping @Sendable (Value) throws(FieldFault) -> Void) -> Field {
        Field(name) { [make] fields throws(FieldFault) in
            let value = try make(fields)
            try check(value)
            return value
        }
    }

    func value(in fields: [String: String]) throws(FieldFault) -> Value { try make(fields) }
}

extension Field where Value: FieldValue {
    /// A field that takes any value of its type.
    public init(_ name: String) {
        self.init(name) { fields throws(FieldFault) in try Value(fieldText: fields[name] ?? "") }
    }
}

extension Field where Value: FieldValue & Comparable {
    /// A field that takes the values of a range: the `min` and `max` of its control.
    public init(_ name: String, in range: ClosedRange<Value>) {
        self = Field(name).checked { value throws(FieldFault) in try range.check(value) }
    }
}

extension Field {
    /// A field that may be empty, and otherwise takes the values of a range.
    public init<Wrapped: FieldValue & Comparable>(_ name: String, in range: ClosedRange<Wrapped>)
    where Value == Wrapped? {
        self = Field(name).checked { value throws(FieldFault) in if let value { try range.check(value) } }
    }
}

extension Field<Int> {
    /// A field that takes the numbers of a range, in steps from its least one.
    ///
    /// - Parameters:
    ///   - name: The name of the control.
    ///   - range: The numbers that it takes.
    ///   - step: At least 1.
    public init(_ name: String, in range: ClosedRange<Int>, step: Int) {
        self = Field(name, in: range).checked { number throws(FieldFault) in
            // The distance may be larger than any `Int`. Here it is right as an unsigned number.
            let distance = UInt(bitPattern: number &- range.lowerBound)
            guard distance.isMultiple(of: UInt(max(1, step))) else {
                throw .offStep(step: "\(step)", least: "\(range.lowerBound)")
            }
        }
    }
}

extension Field<Double> {
    /// A field that takes the numbers of a range, in steps from its least one. A millionth of a step counts as none, and
    /// so does what a `Double` rounds, because most decimal fractions have no exact one.
    ///
    /// - Parameters:
    ///   - name: The name of the control.
    ///   - range: The numbers that it takes.
    ///   - step: Greater than 0.
    public init(_ name: String, in range: ClosedRange<Double>, step: Double) {
        self = Field(name, in: range).checked { number throws(FieldFault) in
            let steps = (number - range.lowerBound) / step
            let rounding = max(1e-6, 4 * steps.ulp, 2 * number.ulp / step)
            guard abs(steps - steps.rounded()) < rounding else {
                throw .offStep(step: step.fieldText, least: range.lowerBound.fieldText)
            }
        }
    }
}

extension Field<String> {
    /// A field for text, without the white space at its ends.
    ///
    /// - Parameters:
    ///   - name: The name of the control.
    ///   - length: How many characters it may have. If the least is not 0, the text cannot be left out.
    public init(_ name: String, length: ClosedRange<Int>) {
        self.init(name) { fields throws(FieldFault) in
            let text = try String(fieldText: fields[name] ?? "").trimmed
            if text.isEmpty, length.lowerBound > 0 { throw .missing }
            if text.count < length.lowerBound { throw .tooShort(least: length.lowerBound) }
            if text.count > length.upperBound { throw .tooLong(most: length.upperBound) }
            return text
        }
    }
}

extension ClosedRange {
    fileprivate func check(_ value: Bound) throws(FieldFault) {
        if value < lowerBound { throw .tooSmall(least: "\(lowerBound)".withoutFraction) }
        if value > upperBound { throw .tooLarge(most: "\(upperBound)".withoutFraction) }
    }
}

extension Double {
    fileprivate var fieldText: String { "\(self)".withoutFraction }
}

extension String {
    /// The number without a fraction of 0, as a person writes it.
    fileprivate var withoutFraction: String { hasSuffix(".0") ? String(dropLast(2)) : self }

    fileprivate var trimmed: String {
        let start = self.drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
