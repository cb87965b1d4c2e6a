#if Postgres
    /// Reads numbers, texts and runs of bytes out of a message of the server.
    ///
    /// Each read first checks that the message has that many bytes left. So no message, however broken, is read past
    /// its end.
    struct LogicalReader {
        private(set) var rest: UnsafeRawBufferPointer

        init(_ message: UnsafeRawBufferPointer) { rest = message }

        mutating func byte() throws(LogicalFault) -> UInt8 { try number() }

        mutating func number<Number: FixedWidthInteger & BitwiseCopyable>() throws(LogicalFault) -> Number {
            Number(bigEndian: try bytes(MemoryLayout<Number>.size).loadUnaligned(as: Number.self))
        }

        mutating func position() throws(LogicalFault) -> LSN { LSN(try number()) }

        /// A length or a number of things, which must not be negative.
        mutating func count<Number: FixedWidthInteger & SignedInteger & BitwiseCopyable>(
            _: Number.Type
        ) throws(LogicalFault) -> Int {
            let number: Number = try number()
            guard let count = Int(exactly: number), count >= 0 else { throw .negativeLength }
            return count
        }

        /// The next `count` bytes, which live as long as the message.
        mutating func bytes(_ count: Int) throws(LogicalFault) -> UnsafeRawBufferPointer {
            guard count >= 0, count <= rest.count else { throw .cutOff }
            defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
            return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
        }

        /// A text that ends with a zero byte.
        mutating func text() throws(LogicalFault) -> String {
            guard let end = rest.firstIndex(of: 0) else { throw .cutOff }
            let content = try bytes(end)
            _ = try byte()
            guard let text = String(validating: content, as: UTF8.self) else { throw .notText }
            return text
        }

        /// A message has nothing behind its last part.
        func finish() throws(LogicalFault) {
            guard rest.isEmpty else { throw .tooLong }
        }
    }
#endif
