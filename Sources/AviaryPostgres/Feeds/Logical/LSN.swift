#if Postgres
    /// A place in PostgreSQL's write-ahead log (WAL), which PostgreSQL writes as `16/B374D848`.
    public struct LSN: Hashable, Comparable, Sendable, LosslessStringConvertible {
        /// The number of bytes from the beginning of the log.
        public var bytes: UInt64

        /// The place behind so many bytes.
        public init(_ bytes: UInt64) { self.bytes = bytes }

        /// Reads PostgreSQL's form: two hexadecimal numbers of at most eight digits.
        public init?(_ description: String) {
            let parts = description.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let high = Self.half(parts[0]), let low = Self.half(parts[1]) else { return nil }
            bytes = UInt64(high) << 32 | UInt64(low)
        }

        /// PostgreSQL's form, `16/B374D848`.
        public var description: String {
            String(bytes >> 32, radix: 16, uppercase: true) + "/"
                + String(bytes & 0xFFFF_FFFF, radix: 16, uppercase: true)
        }

        public static func < (a: LSN, b: LSN) -> Bool { a.bytes < b.bytes }

        /// `UInt32(_:radix:)` alone would accept a sign.
        private static func half(_ text: Substring) -> UInt32? {
            text.utf8.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }
                ? UInt32(text, radix: 16) : nil
        }
    }
#endif
