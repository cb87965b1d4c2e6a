import AviaryViews

extension ActionEvent {
    /// The value of a field.
    ///
    ///     let due = try event.value(of: Field<CalendarDate>("due"))
    ///
    /// - Throws: `FieldFaults` with the sentence that the person reads beside the control.
    public func value<Value>(of field: Field<Value>) throws -> Value {
        do throws(FieldFault) { return try field.value(in: fields) } catch {
            throw FieldFaults(field.name, error)
        }
    }

    /// The values of several fields.
    ///
    ///     let (title, pages) = try event.values(of: Self.title, Self.pages)
    ///
    /// - Throws: `FieldFaults` with a sentence for each field whose value is not taken.
    public func values<each Value>(of field: repeat Field<each Value>) throws -> (repeat each Value) {
        var faults = FieldFaults()
        for field in repeat each field { faults = faults.noting(field, in: fields) }
        if !faults.isEmpty { throw faults }
        return (repeat try value(of: each field))
    }
}
