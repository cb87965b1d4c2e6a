/// An argument of a statement, in PostgreSQL's text form. The statement decides its type.
public struct PostgresValue: Hashable, Sendable {
    /// The text in UTF-8. PostgreSQL's texts have no NUL, so a value with one is refused before it is sent.
    var bytes: [UInt8]

    /// A value in PostgreSQL's text form.
    init(bytes: [UInt8]) { self.bytes = bytes }
    /// A text, or any other value in PostgreSQL's text form.
    public init(_ text: String) { bytes = Array(text.utf8) }
    /// An integer.
    public init(_ integer: Int64) { self.init(String(integer)) }

    /// The bytes of a `bytea`.
    init(blob: [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        bytes = [UInt8(ascii: "\\"), UInt8(ascii: "x")]
        bytes.reserveCapacity(2 + 2 * blob.count)
        for byte in blob {
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }
}

extension PostgresValue: ExpressibleByStringLiteral {
    /// The text of a literal.
    public init(stringLiteral text: String) { self.init(text) }
}
