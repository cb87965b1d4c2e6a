package import AviaryResults

/// Converts SQLite's values to PostgreSQL's text form. A stored value comes back unchanged.
package enum UpstreamText {
    /// A value as the argument of a statement; `nil` for NULL.
    ///
    /// PostgreSQL itself checks whether a text is valid for a type such as `uuid`.
    ///
    /// - Throws: `UpstreamError.unstorable` when the column's type has no such value, or when a text has a NUL or
    ///   is not UTF-8.
    package static func argument(
        _ value: RowValue, in column: FeedTable.Column, of table: String
    ) throws(UpstreamError) -> PostgresValue? {
        func refuse(_ reason: String) -> UpstreamError {
            .unstorable(table: table, column: column.name, reason: reason)
        }
        let form = ReplicaForm(type: column.type)
        switch (value, form) {
        case (.null, _): return nil
        case (.blob(let bytes), .blob): return PostgresValue(blob: bytes)
        case (.blob, _): throw refuse("it has the type \(column.typeName), which takes no bytes")
        case (_, .blob): throw refuse("it has the type \(column.typeName), which takes bytes only")
        case (.integer(let integer), .boolean):
            guard integer == 0 || integer == 1 else { throw refuse("\(integer) is neither true nor false") }
            return PostgresValue(integer == 1 ? "t" : "f")
        case (.integer(let integer), _): return PostgresValue(integer)
        case (.real(let bits), .integer):
            let real = Double(bitPattern: bits)
            guard let integer = Int64(exactly: real) else { throw refuse("\(real) is no integer") }
            return PostgresValue(integer)
        case (.real(let bits), _): return PostgresValue(Self.text(of: Double(bitPattern: bits)))
        case (.text(let bytes), _):
            guard !bytes.contains(0) else {
                throw refuse("the text has the character NUL, which PostgreSQL's texts cannot have")
            }
            guard String(validating: bytes, as: UTF8.self) != nil else { throw refuse("the text is no UTF-8") }
            return PostgresValue(bytes: bytes)
        }
    }

    private static func text(of real: Double) -> String {
        if real.isInfinite { return real < 0 ? "-Infinity" : "Infinity" }
        // The shortest text that is read as the same number. −0.0 is "-0.0".
        return real.isNaN ? "NaN" : "\(real)"
    }

    /// Values as a line of COPY's text format.
    static func line(_ values: [PostgresValue?]) -> [UInt8] {
        var line: [UInt8] = []
        for (index, value) in values.enumerated() {
            if index > 0 { line.append(9) }
            guard let value else {
                line += [UInt8(ascii: "\\"), UInt8(ascii: "N")]
                continue
            }
            for byte in value.bytes {
                switch byte {
                case UInt8(ascii: "\\"): line += [byte, byte]
                case 9: line += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
                case 10: line += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
                case 13: line += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
                default: line.append(byte)
                }
            }
        }
        line.append(10)
        return line
    }
}

/// Converts lists to arguments of a statement.
enum UpstreamArray {
    /// An array of texts.
    static func text(_ elements: [String]) -> String {
        let quoted = elements.map { "\"" + $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }
        return "{\(quoted.joined(separator: ","))}"
    }
}
