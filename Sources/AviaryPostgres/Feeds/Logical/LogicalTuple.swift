#if Postgres
    /// The values of a row, as they lie in a message.
    ///
    /// They were checked when the message was decoded, and live as long as its bytes.
    struct LogicalTuple {
        /// How many values there are.
        let count: Int
        private let bytes: UnsafeRawBufferPointer

        /// Reads a row up to its last value, and checks every length.
        init(_ reader: inout LogicalReader) throws(LogicalFault) {
            count = try reader.count(Int16.self)
            let whole = reader.rest
            for _ in 0..<count { _ = try Self.next(&reader) }
            bytes = UnsafeRawBufferPointer(rebasing: whole.prefix(whole.count - reader.rest.count))
        }

        /// Replaces what `values` has with the values of the row, in its order.
        func read(into values: inout [FeedValue]) throws(LogicalFault) {
            values.removeAll(keepingCapacity: true)
            var reader = LogicalReader(bytes)
            for _ in 0..<count { values.append(try Self.next(&reader)) }
        }

        private static func next(_ reader: inout LogicalReader) throws(LogicalFault) -> FeedValue {
            switch try reader.byte() {
            case UInt8(ascii: "n"): return .null
            case UInt8(ascii: "u"): return .unchanged
            case UInt8(ascii: "t"):
                return .text(try reader.bytes(try reader.count(Int32.self)).assumingMemoryBound(to: UInt8.self))
            case let kind: throw .unknownKind(kind)
            }
        }
    }
#endif
