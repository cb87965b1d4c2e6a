#if Postgres
    /// A followed table: those of its columns that the replica has, in the order in which the feed sends their values.
    public struct FeedTable: Hashable, Sendable, Codable {
        /// A column, and its type in PostgreSQL.
        public struct Column: Hashable, Sendable, Codable {
            /// The name in both databases.
            public var name: String
            /// The type's object identifier; a domain's is that of its base type.
            public var type: UInt32
            /// The type as SQL writes it, `numeric(10,2)` for instance.
            public var typeName: String

            /// A column of a name and a type.
            public init(name: String, type: UInt32, typeName: String) {
                (self.name, self.type, self.typeName) = (name, type, typeName)
            }
        }

        /// The name in both databases. In PostgreSQL it is found by the connection's search path.
        public var name: String
        /// The object identifier of the table in PostgreSQL.
        public var oid: UInt32
        /// The first column is the key: an integer primary key in both databases.
        public var columns: [Column]

        /// A table of these columns, of which the first is the key.
        public init(name: String, oid: UInt32, columns: [Column]) {
            (self.name, self.oid, self.columns) = (name, oid, columns)
        }

        /// The name of the key's column.
        public var key: String { columns.first?.name ?? "id" }
        /// The name, quoted for SQL.
        public var quotedName: String { PostgresConnection.quoted(name) }
        /// The names of all columns, quoted for SQL and separated by commas.
        public var quotedColumns: String { columns.map { PostgresConnection.quoted($0.name) }.joined(separator: ", ") }
    }
#endif
