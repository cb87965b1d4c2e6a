#if Postgres
    /// What the server sends within a replication connection: messages of the plugin, and signs of life.
    enum LogicalFrame {
        /// A message of `pgoutput`, which the server sent at this time, in microseconds by its clock.
        case message(UnsafeRawBufferPointer, time: Int64)
        /// Everything before `end` was sent. With `wantsAnswer` the server ends the connection when it hears nothing.
        case keepalive(end: LSN, wantsAnswer: Bool)

        init(_ bytes: UnsafeRawBufferPointer) throws(LogicalFault) {
            var reader = LogicalReader(bytes)
            switch try reader.byte() {
            case UInt8(ascii: "w"):
                // Two positions.
                _ = try reader.bytes(16)
                let time: Int64 = try reader.number()
                self = .message(reader.rest, time: time)
            case UInt8(ascii: "k"):
                let end = try reader.position()
                _ = try reader.number() as UInt64
                self = .keepalive(end: end, wantsAnswer: try reader.byte() == 1)
                try reader.finish()
            case let kind: throw .unknownKind(kind)
            }
        }

        /// The bytes that tell the server which part of its log is not needed any more.
        ///
        /// - Parameters:
        ///   - stored: Everything before it is in the replica's file.
        ///   - time: In microseconds since 2000-01-01.
        ///   - wantsAnswer: Whether the server is to give a sign of life.
        static func acknowledgement(of stored: LSN, time: Int64, wantsAnswer: Bool = false) -> [UInt8] {
            var bytes = [UInt8(ascii: "r")]
            // Written, flushed and applied are one for a file in which rows and position are committed together.
            for number in [stored.bytes, stored.bytes, stored.bytes, UInt64(bitPattern: time)] {
                withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
            }
            bytes.append(wantsAnswer ? 1 : 0)
            return bytes
        }
    }
#endif
