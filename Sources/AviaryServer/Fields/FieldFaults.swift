public import AviaryText
public import AviaryViews

/// The values of a form that are not taken, each with the reason. An action throws it, and the person reads each
/// sentence beside its control.
///
///     guard try await isFree(title) else { throw FieldFaults("title", .said("There is a book with this title.")) }
///
/// A sentence stands in the element with `data-fault` and the name of the field. If the storyboard has none, it is shown
/// like the sentence of any other error. The next action that gets the field, and does not refuse it, removes the
/// sentence.
public struct FieldFaults: SpokenError, Hashable {
    private var faults: [String: FieldFault] = [:]

    /// No faults.
    public init() {}

    /// A fault of one field.
    public init(_ field: String, _ fault: FieldFault) { faults[field] = fault }

    /// The fault of a field; `nil` for none.
    public subscript(field: String) -> FieldFault? {
        get { faults[field] }
        set { faults[field] = newValue }
    }

    /// The names of the fields with a fault, sorted.
    public var fields: [String] { faults.keys.sorted() }

    /// Whether there is no fault.
    public var isEmpty: Bool { faults.isEmpty }

    /// Reads a field, and notes why its value is not taken.
    func noting<Value>(_ field: Field<Value>, in fields: [String: String]) -> FieldFaults {
        var faults = self
        do throws(FieldFault) { _ = try field.value(in: fields) } catch { faults[field.name] = error }
        return faults
    }
}

extension FieldFaults: CustomStringConvertible {
    /// The sentences in English, one after the other.
    public var description: String { sentence(in: .english) }

    public func sentence(in words: Words) -> String {
        fields.compactMap { faults[$0]?.sentence(in: words) }.joined(separator: " ")
    }
}
