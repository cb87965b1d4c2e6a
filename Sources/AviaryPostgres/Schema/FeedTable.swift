/// A followed table, with the columns that the replica has, in the order in which the feed sends their values.
public struct FeedTable: Hashable, Sendable, Codable {
    /// A column, and its type in PostgreSQL.
    public struct Column: Hashable, Sendable, Codable {
        /// The name in both databases.
        public var name: String
        /// The type's object identifier. For a domain it is the identifier of its base type.
        public var type: UInt32
        /// The type as SQL writes it, for instance `numeric(10,2)`.
        public var typeName: String

        /// A column with a name and a type.
        init(name: String, type: UInt32, typeName: String) {
            (self.name, self.type, self.typeName) = (name, type, typeName)
        }
    }

    /// The name in both databases. PostgreSQL finds the table by the connection's search path.
    public var name: String
    /// The object identifier of the table in PostgreSQL.
    var oid: UInt32
    /// The first column is the key: an integer primary key in both databases.
    public var columns: [Column]

    /// A table with these columns. The first one is the key.
    init(name: String, oid: UInt32, columns: [Column]) {
        (self.name, self.oid, self.columns) = (name, oid, columns)
    }

    /// The name of the key's column.
    var key: String { columns.first?.name ?? "id" }
    /// The name, quoted for SQL.
    var quotedName: String { PostgresConnection.quoted(name) }
    /// The names of all columns, quoted for SQL and separated by commas.
    var quotedColumns: String { columns.map { PostgresConnection.quoted($0.name) }.joined(separator: ", ") }
}

/// A value in PostgreSQL's text form, in libpq's memory. It is valid until the function that receives it returns;
/// `nil` for NULL.
typealias FeedValue = UnsafeBufferPointer<UInt8>?
