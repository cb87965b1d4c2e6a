/// A PostgreSQL type in the statements of a write.
struct SQLType {
    /// The name without length or precision. A cast to a type with a length would cut values silently, but an
    /// assignment refuses values that do not fit.
    private let name: String
    private let oid: UInt32
    /// Arrays are sent as texts, because `unnest` would take arrays of arrays apart.
    private var isArray: Bool { name.hasSuffix("[]") }

    init(_ column: FeedTable.Column) {
        oid = column.type
        switch oid {
        // Without a length, the usual names `character` and `bit` would mean one character, and one bit.
        case 1042: name = "pg_catalog.bpchar"
        case 1560: name = "pg_catalog.\"bit\""
        default:
            var text = column.typeName
            if let start = text.firstIndex(of: "("), let end = text[start...].firstIndex(of: ")") {
                text.removeSubrange(start...end)
            }
            name = text
        }
    }

    /// The name of the type in which values are sent.
    var sentName: String { isArray ? "text" : name }

    /// An expression for a value that was sent.
    func value(_ sent: String) -> String { isArray ? "\(sent)::\(name)" : sent }

    /// An expression that tells whether a value in the database equals the value in the store's file.
    ///
    /// PostgreSQL treats 0.0 and −0.0 as equal. The file has NULL for NaN.
    func isSame(_ now: String, _ before: String) -> String {
        switch oid {
        case 16, 17, 20, 21, 23, 26, 1082, 1083, 1114, 1184, 1266, 1700, 2950, 3802:
            "\(now) IS NOT DISTINCT FROM \(before)"
        case 700, 701: "NULLIF(\(now), 'NaN') IS NOT DISTINCT FROM \(before)"
        // A collation may treat different texts as equal.
        case 25, 1043: "\(now) COLLATE \"C\" IS NOT DISTINCT FROM \(before)"
        // Some types have no equality, for instance json.
        default: "\(now)::text COLLATE \"C\" IS NOT DISTINCT FROM \(before)::text"
        }
    }
}
