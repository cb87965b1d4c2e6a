import AviaryResults

/// Changes of the same kind in one table, for one statement. The statement updates the same columns of rows,
/// inserts rows, or deletes rows.
///
/// Rows are sent as arrays, one for each column, so that one statement has many rows. A row to change or delete
/// must have its earlier values: all its columns are compared, with `IS NOT DISTINCT FROM`.
struct WriteChunk: Sendable {
    enum Kind: Hashable, Sendable {
        case deletion
        /// The indices of the columns in the table.
        case update([Int])
        case insertion
    }

    let table: FeedTable
    let kind: Kind
    let changes: ArraySlice<RowChange>
    /// For each of the table's columns, the index of its value in a change; `nil` if SQLite computes the value.
    private let places: [Int?]

    /// How many rows the statement changes, if all rows still have their earlier values.
    var count: Int { changes.count }

    /// Splits changes into chunks. Deletions come first and insertions last, so that the unique values of deleted
    /// rows are free before they are taken.
    ///
    /// - Throws: `UpstreamError` when a table is not followed, or PostgreSQL has no such column.
    static func all(_ changes: [RowChange], in tables: [FeedTable]) throws(UpstreamError) -> [WriteChunk] {
        let known = Dictionary(tables.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        var forms: [Form: [RowChange]] = [:]
        var order: [Form] = []
        var shapes: [String: (table: FeedTable, places: [Int?])] = [:]
        for change in changes {
            if shapes[change.table] == nil {
                guard let table = known[change.table.lowercased()] else {
                    throw .notFollowed(table: change.table)
                }
                shapes[change.table] = (table, places(of: change.columns, in: table))
            }
            guard let shape = shapes[change.table] else { continue }
            let form = try Form(table: change.table, kind: kind(of: change, shape.table, shape.places))
            if forms[form] == nil { order.append(form) }
            forms[form, default: []].append(change)
        }
        return order.sorted { $0.rank < $1.rank }.flatMap { form -> [WriteChunk] in
            guard let shape = shapes[form.table], let changes = forms[form] else { return [] }
            return stride(from: 0, to: changes.count, by: rows).map { start in
                WriteChunk(
                    table: shape.table, kind: form.kind, changes: changes[start..<min(start + rows, changes.count)],
                    places: shape.places)
            }
        }
    }

    /// How many rows one statement has at most.
    private static let rows = 2_000

    private struct Form: Hashable {
        var table: String
        var kind: Kind

        var rank: Int {
            switch kind {
            case .deletion: 0
            case .update: 1
            case .insertion: 2
            }
        }
    }

    private static func places(of columns: [String], in table: FeedTable) -> [Int?] {
        let places = Dictionary(
            columns.enumerated().map { ($1.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        return table.columns.map { places[$0.name.lowercased()] }
    }

    private static func kind(
        of change: RowChange, _ table: FeedTable, _ places: [Int?]
    ) throws(UpstreamError) -> Kind {
        guard let after = change.after else { return .deletion }
        let changed = after.indices.filter { change.before?[$0] != after[$0] }
        let followed = Set(places.compactMap(\.self))
        let isNew = change.before == nil
        if let local = changed.first(where: { !followed.contains($0) && !(isNew && after[$0] == .null) }) {
            throw .unstorable(
                table: change.table, column: change.columns[local],
                reason: "the PostgreSQL database has no such column")
        }
        if isNew { return .insertion }
        return .update(places.indices.filter { index in places[index].map { changed.contains($0) } ?? false })
    }

    // MARK: SQL

    /// The statement, with all values in it.
    func sql() throws(UpstreamError) -> String {
        let sent = places.indices.filter { places[$0] != nil }
        let name = table.quotedName
        switch kind {
        case .insertion:
            let names = sent.map { quoted($0) }.joined(separator: ", ")
            let values = sent.map { type($0).value("sent.a\($0)") }.joined(separator: ", ")
            let rows = try sentRows([], sent)
            return "INSERT INTO \(name) (\(names)) OVERRIDING SYSTEM VALUE "
                + "SELECT \(values) FROM \(rows) WHERE \(isFollowed)"
        case .deletion:
            let rows = try sentRows(sent, [])
            return "DELETE FROM \(name) AS here USING \(rows) WHERE \(isFollowed) AND \(isAsBefore(sent))"
        case .update(let changed):
            let settings = changed.map { "\(quoted($0)) = \(type($0).value("sent.a\($0)"))" }
                .joined(separator: ", ")
            let rows = try sentRows(sent, changed)
            return "UPDATE \(name) AS here SET \(settings) FROM \(rows) WHERE \(isFollowed) AND \(isAsBefore(sent))"
        }
    }

    private func quoted(_ index: Int) -> String { PostgresConnection.quoted(table.columns[index].name) }
    private func type(_ index: Int) -> SQLType { SQLType(table.columns[index]) }

    /// The earlier values of some columns, and the later values of others, as rows.
    private func sentRows(_ before: [Int], _ after: [Int]) throws(UpstreamError) -> String {
        let arrays =
            try before.map { index throws(UpstreamError) in try array(index, \.before) }
            + after.map { index throws(UpstreamError) in try array(index, \.after) }
        let names = before.map { "b\($0)" } + after.map { "a\($0)" }
        return "unnest(\(arrays.joined(separator: ", "))) AS sent(\(names.joined(separator: ", ")))"
    }

    /// A condition that the table's name means the followed table, and not a table with the same name in an earlier
    /// schema of the search path. PostgreSQL evaluates it once for each statement.
    private var isFollowed: String {
        "to_regclass(\(PostgresConnection.literal(table.quotedName)))::oid = '\(table.oid)'::oid"
    }

    /// A condition for rows with their earlier values. The first column is the key, which finds the rows.
    private func isAsBefore(_ columns: [Int]) -> String {
        columns.map { index in
            let (now, before) = ("here.\(quoted(index))", type(index).value("sent.b\(index)"))
            return index == 0 ? "\(now) = \(before)" : type(index).isSame(now, before)
        }.joined(separator: " AND ")
    }

    /// The values of one column as a PostgreSQL array.
    private func array(
        _ index: Int, _ row: KeyPath<RowChange, [RowValue]?>
    ) throws(UpstreamError) -> String {
        let column = table.columns[index]
        var bytes: [UInt8] = [UInt8(ascii: "'"), UInt8(ascii: "{")]
        for change in changes {
            if bytes.count > 2 { bytes.append(UInt8(ascii: ",")) }
            guard let place = places[index], let values = change[keyPath: row], values.indices.contains(place),
                let value = try UpstreamText.argument(values[place], in: column, of: table.name)
            else {
                bytes += "NULL".utf8
                continue
            }
            bytes.append(UInt8(ascii: "\""))
            for byte in value.bytes {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
                // The array is inside a string of SQL, so a quote is doubled.
                case UInt8(ascii: "'"): bytes += [byte, byte]
                default: bytes.append(byte)
                }
            }
            bytes.append(UInt8(ascii: "\""))
        }
        bytes += [UInt8(ascii: "}"), UInt8(ascii: "'")]
        return String(decoding: bytes, as: UTF8.self) + "::" + type(index).sentName + "[]"
    }
}
