public import GRDB

extension DatabaseMigrator {
    /// Registers a migration that creates a table for live lists and for actions with receipts and undo.
    ///
    /// The table has a key `id` whose numbers are never reused, and history. The migration also creates the table of
    /// receipts.
    ///
    ///     migrator.registerMigration("books", creating: "book") { table in
    ///         table.column("title", .text).notNull()
    ///     }
    ///
    /// For a table of another form, use GRDB's `registerMigration(_:migrate:)` with `History.install(on:in:)` and
    /// `Receipts.install(in:)`.
    ///
    /// - Parameters:
    ///   - identifier: The name of the migration.
    ///   - table: The name of the table.
    ///   - addColumns: Adds all columns but `id`.
    public mutating func registerMigration(
        _ identifier: String, creating table: String,
        addColumns: @escaping @Sendable (TableDefinition) throws -> Void
    ) {
        registerMigration(identifier) { db in
            try db.create(table: table) { definition in
                definition.autoIncrementedPrimaryKey("id")
                try addColumns(definition)
            }
            try History.install(on: table, in: db)
            try Receipts.install(in: db)
        }
    }
}
