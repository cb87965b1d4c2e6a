#if Postgres
    /// A table as the server describes it, before the first row of it and after each change of its shape.
    struct LogicalRelation: Hashable, Sendable {
        struct Column: Hashable, Sendable {
            var name: String
            /// The object identifier of its type.
            var type: UInt32
            /// Whether an old row has its value: it belongs to the replica identity.
            var isKey: Bool
        }

        /// What is sent of a row before it was changed or deleted.
        enum Identity: UInt8, Sendable {
            /// The columns of the primary key.
            case primaryKey = 100  // d
            /// The columns of a unique index.
            case index = 105  // i
            /// All columns.
            case full = 102  // f
            case nothing = 110  // n
        }

        /// The object identifier of the table, by which rows name it.
        var id: UInt32
        var schema: String
        var name: String
        var identity: Identity
        var columns: [Column]

        init(_ reader: inout LogicalReader) throws(LogicalFault) {
            id = try reader.number()
            schema = try reader.text()
            // An empty name stands for the schema of the catalog.
            if schema.isEmpty { schema = "pg_catalog" }
            name = try reader.text()
            let kind = try reader.byte()
            guard let identity = Identity(rawValue: kind) else { throw .unknownKind(kind) }
            self.identity = identity
            columns = []
            for _ in 0..<(try reader.count(Int16.self)) {
                let flags = try reader.byte()
                let name = try reader.text()
                columns.append(Column(name: name, type: try reader.number(), isKey: flags & 1 == 1))
                // The modifier of the type, such as the length of a varchar.
                _ = try reader.number() as UInt32
            }
        }
    }
#endif
