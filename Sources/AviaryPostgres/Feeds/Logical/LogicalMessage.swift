#if Postgres
    /// A message of the plugin `pgoutput`, in version 1 of its protocol, with values as text.
    ///
    /// Rows refer to the bytes of the message and live as long as these. See "Logical Replication Message Formats" in
    /// PostgreSQL's manual.
    enum LogicalMessage {
        /// A transaction begins, all of which comes before the next one begins.
        case begin
        /// The transaction ends. `end` is the position behind it, `time` that of its commit, in microseconds.
        case commit(end: LSN, time: Int64)
        case relation(LogicalRelation)
        case insert(relation: UInt32, row: LogicalTuple)
        /// `old` is there when the key has changed, or when the table's identity is the full row.
        case update(relation: UInt32, old: LogicalTuple?, row: LogicalTuple)
        case delete(relation: UInt32, old: LogicalTuple)
        case truncate(relations: [UInt32])
        /// What says nothing of rows: the origin of a transaction, the name of a type.
        case other

        init(_ bytes: UnsafeRawBufferPointer) throws(LogicalFault) {
            var reader = LogicalReader(bytes)
            switch try reader.byte() {
            case UInt8(ascii: "B"):
                _ = try reader.position()
                // The time of its commit, and its identifier.
                _ = try reader.bytes(12)
                self = .begin
            case UInt8(ascii: "C"):
                _ = try reader.byte()
                _ = try reader.position()
                self = .commit(end: try reader.position(), time: try reader.number())
            case UInt8(ascii: "R"): self = .relation(try LogicalRelation(&reader))
            case UInt8(ascii: "I"):
                let relation: UInt32 = try reader.number()
                self = .insert(relation: relation, row: try Self.newRow(&reader))
            case UInt8(ascii: "U"):
                let relation: UInt32 = try reader.number()
                let old = reader.rest.first == UInt8(ascii: "N") ? nil : try Self.oldRow(&reader)
                self = .update(relation: relation, old: old, row: try Self.newRow(&reader))
            case UInt8(ascii: "D"):
                let relation: UInt32 = try reader.number()
                self = .delete(relation: relation, old: try Self.oldRow(&reader))
            case UInt8(ascii: "T"): self = .truncate(relations: try Self.truncated(&reader))
            case UInt8(ascii: "O"):
                _ = try reader.position()
                _ = try reader.text()
                self = .other
            case UInt8(ascii: "Y"):
                _ = try reader.number() as UInt32
                _ = try reader.text()
                _ = try reader.text()
                self = .other
            case let kind: throw .unknownKind(kind)
            }
            try reader.finish()
        }

        private static func newRow(_ reader: inout LogicalReader) throws(LogicalFault) -> LogicalTuple {
            let kind = try reader.byte()
            guard kind == UInt8(ascii: "N") else { throw .unknownKind(kind) }
            return try LogicalTuple(&reader)
        }

        /// Its key (`K`), or all of it (`O`).
        private static func oldRow(_ reader: inout LogicalReader) throws(LogicalFault) -> LogicalTuple {
            let kind = try reader.byte()
            guard kind == UInt8(ascii: "K") || kind == UInt8(ascii: "O") else { throw .unknownKind(kind) }
            return try LogicalTuple(&reader)
        }

        private static func truncated(_ reader: inout LogicalReader) throws(LogicalFault) -> [UInt32] {
            let count = try reader.count(Int32.self)
            // CASCADE, RESTART IDENTITY: the tables that a cascade reaches are among those named.
            _ = try reader.byte()
            // The bytes that are there bound the memory, whatever the number says.
            guard count <= reader.rest.count / MemoryLayout<UInt32>.size else { throw .cutOff }
            var relations: [UInt32] = []
            for _ in 0..<count { relations.append(try reader.number()) }
            return relations
        }
    }
#endif
