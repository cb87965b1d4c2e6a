#if Postgres
    /// An argument of a statement, as PostgreSQL reads it in its text form. Its type is the one that the statement
    /// expects there.
    public struct PostgresValue: Hashable, Sendable {
        /// In UTF-8. PostgreSQL's texts have no NUL: a value with one is refused before it is sent.
        public var bytes: [UInt8]

        /// A value in PostgreSQL's text form.
        public init(bytes: [UInt8]) { self.bytes = bytes }
        /// A text, or any other value in PostgreSQL's text form.
        public init(_ text: String) { bytes = Array(text.utf8) }
        /// An integer.
        public init(_ integer: Int64) { self.init(String(integer)) }

        /// The bytes of a `bytea`.
        public init(blob: [UInt8]) {
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
#endif
