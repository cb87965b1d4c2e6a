public import AviarySnapshots
import GRDB

extension FetchedResults {
    /// Returns the records of changed rows as they were before an update.
    ///
    /// Use it for instance to say that a price rose, or to show deleted rows.
    ///
    ///     let old = try await results.previousElements(for: update)
    ///     for item in update.changeset.updated where old[item.id]?.price != … { … }
    ///
    /// The old values are read from the history log only by this call, so an update costs nothing more without it. The
    /// record's own selection is evaluated over the old rows. A subquery in the selection sees the present content of
    /// other tables.
    ///
    /// The log has the values of stored columns only. So two kinds of columns do not have their old values:
    ///
    /// - A column that was added after the update has its default value, as in rows that existed when the column was
    ///   added. After `ALTER TABLE`, the log gets values of the new column only from the next `History.install(on:in:)`
    ///   on. For a change in between, the record has the default, although the column may have had another value.
    /// - A generated column is missing, because only SQLite computes it, and only for rows of the table. An optional
    ///   property is `nil`. A record that needs the column is left out. A selection that names the column causes an
    ///   SQLite error.
    ///
    /// - Parameter update: An update of this list, from its delegate or one of its streams. It may be merged from
    ///   several.
    /// - Returns: Records by item, for the rows that the update deletes, moves or updates. Inserted rows are missing. A
    ///   row that did not change itself is also missing, for instance one that only left the list because of a limit.
    ///   So is a row for which `Record.init(row:)` throws.
    /// - Throws: `ResultsError.noOldValues` for a table without history, when the log has been trimmed since the
    ///   update, and when the table was recreated or has lost a column since; SQLite's error when the log cannot be
    ///   read, or when the record's selection does not fit it.
    /// - Complexity: O(*k* + *m*) for *k* changes of the update and *m* later entries of the log.
    public func previousElements(
        for update: SnapshotUpdate<RowsSnapshot>
    ) async throws -> [Int64: Record] {
        let changes = update.changeset
        let items = Set(changes.deleted.map(\.id) + changes.moved.map(\.id) + changes.updated.map(\.id))
        let (first, last) = (update.old.version, update.new.version)
        let table = table
        guard table.hasHistory else { throw ResultsError.noOldValues(table: table.name) }
        return try await store.read { [store] db in
            let old = try OldRows(of: items, in: table.name, after: first, upTo: last, store.lists.histories, db)
            return try old.records(Record.self, in: db)
        }
    }
}

/// The rows of a table as they were before some entries of the log.
private struct OldRows {
    private let shape: TableShape
    /// The rows, without the values of columns that were added later.
    private var rows: [(item: Int64, values: [RowValue])] = []

    /// - Throws: `ResultsError.noOldValues`, or SQLite's error.
    init(
        of items: Set<Int64>, in table: String, after first: Int64, upTo last: Int64, _ histories: HistoryStarts,
        _ db: Database
    ) throws {
        shape = try TableShape(table, in: db)
        let history = try History.covered(shape, in: db)
        guard history.coverage != .none, histories.isLogged(by: history, shape.name, after: first) else {
            throw ResultsError.noOldValues(table: shape.name)
        }
        guard first < last, !items.isEmpty else { return }
        let step: StepRows
        do { step = try StepRows(of: first + 1..<last + 1, named: shape.name, in: db) } catch ResultsError.tooLongAgo {
            throw ResultsError.noOldValues(table: shape.name)
        }
        let width = stored.count
        for (id, content) in step.before where id.table == shape.name && items.contains(id.rowid) {
            // The count is checked, because any program may write the log.
            guard let content, content.count <= width else { continue }
            rows.append((id.rowid, content))
        }
    }

    /// The columns whose values are in the log.
    private var stored: [TableShape.Column] { shape.columns.filter { !$0.isGenerated } }

    func records<Record: LiveRecord>(_ record: Record.Type, in db: Database) throws -> [Int64: Record] {
        var found: [Int64: Record] = [:]
        let stored = stored
        // A record may select the rowid as `rowid`. In every table with rowids, `rowid` means the rowid, unless a
        // column has this name.
        let names = Set(shape.columns.map { $0.name.lowercased() })
        let rowid = shape.rowidColumn == nil ? [shape.rowid] : names.contains("rowid") ? [] : ["rowid"]
        let columns = stored.map(\.name) + rowid + ["aviaryItem"]
        let oldest = rows.map(\.values.count).min() ?? stored.count
        let added = try stored.dropFirst(oldest).map { try SQL("\($0.valueOfEarlierRows())") }
        for part in rows.parts(of: max(1, 10_000 / columns.count)) {
            let values = part.map { item, values -> SQL in
                let given = values.map { value in
                    SQL(sql: value.placeholder, arguments: StatementArguments(value.argument.map { [$0] } ?? []))
                }
                let ids = Array(repeating: SQL("\(item)"), count: rowid.count + 1)
                let all = given + Array(added.suffix(stored.count - values.count)) + ids
                return SQL("(\(all.joined(separator: ", ")))")
            }
            // This table expression takes the place of the table in the record's own request, so that the request reads
            // old rows.
            let table = CommonTableExpression(
                named: Record.databaseTableName, columns: columns, literal: "VALUES \(values.joined(separator: ", "))")
            let cursor = try Row.fetchCursor(
                db, Record.all().with(table).annotated(with: Column("aviaryItem").forKey("aviaryRowid")))
            while let row = try cursor.next() {
                guard let item = Int64.fromDatabaseValue(row[row.count - 1]) else { continue }
                found[item] = try? Record(row: row)
            }
        }
        return found
    }
}
