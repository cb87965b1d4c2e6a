package import GRDB

/// Refuses writes to the tables of a replica, unless they come from the upstream database or are sent to it.
///
/// A trigger before each insert, update and delete of such a table calls an SQL function that only this process
/// defines. So a write of another program fails with `no such function`. A write of this process that does not go
/// through `LiveStore.write` fails with a sentence. The trigger costs one call of the function, 0.6 µs, for each
/// changed row.
///
///     StoreGuard.addFunction(to: &configuration)      // on every connection of the store
///     try StoreGuard.install(on: "color", in: db)
///     try StoreGuard.allowing(db) { … }               // to apply changes from upstream, or to rehearse a write
package enum StoreGuard {
    private static let prefix = "aviaryUpstreamGuard"
    /// A condition for guard triggers in `sqlite_master`.
    static let isTrigger = "(type = 'trigger' AND substr(name, 1, \(prefix.count + 1)) = '\(prefix)_')"
    private static let function = "aviaryUpstreamAllows"

    /// The permission to write, on one connection. `@unchecked Sendable`: it is used on the connection's queue only.
    private final class Permission: @unchecked Sendable {
        var isGiven = false
    }

    /// Defines two functions on all connections with this configuration. The one without an argument reads the
    /// permission. The one with an argument sets the permission, and returns the former one.
    package static func addFunction(to configuration: inout Configuration) {
        configuration.prepareDatabase { db in
            let permission = Permission()
            db.add(
                function: DatabaseFunction(function, argumentCount: 0) { _ in permission.isGiven })
            db.add(
                function: DatabaseFunction(function, argumentCount: 1) { values in
                    defer { permission.isGiven = Bool.fromDatabaseValue(values[0]) ?? false }
                    return permission.isGiven
                })
        }
    }

    /// Guards a table from now on.
    package static func install(on table: String, in db: Database) throws {
        try uninstall(from: table, in: db)
        for event in ["INSERT", "UPDATE", "DELETE"] {
            let name = "\(prefix)_\(event.lowercased())_\(table)".quotedDatabaseIdentifier
            try db.execute(
                sql: """
                    CREATE TRIGGER main.\(name) BEFORE \(event) ON \(table.quotedDatabaseIdentifier)
                    WHEN NOT \(function)() BEGIN
                      SELECT RAISE(ABORT, 'Another database decides about this table. Nothing was changed.');
                    END
                    """)
        }
    }

    package static func uninstall(from table: String, in db: Database) throws {
        for event in ["insert", "update", "delete"] {
            try db.execute(
                sql: "DROP TRIGGER IF EXISTS main.\("\(prefix)_\(event)_\(table)".quotedDatabaseIdentifier)")
        }
    }

    /// Allows writes while `body` runs. Throws on a connection without the function.
    package static func allowing<T>(_ db: Database, _ body: () throws -> T) throws -> T {
        let before = try set(true, db)
        let result: T
        do { result = try body() } catch {
            _ = try? set(before, db)
            throw error
        }
        _ = try set(before, db)
        return result
    }

    private static func set(_ isAllowed: Bool, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT \(function)(?)")
        return try Bool.fetchOne(statement, arguments: [isAllowed]) ?? false
    }
}
