import AviaryLibpq

/// The versions of PostgreSQL that can be followed.
enum UpstreamVersion {
    /// The first version with the features that feeds and writers use: `xid8` and `pg_snapshot`.
    static let oldest = 13

    /// - Throws: `FeedError.unsupported` when the server is too old.
    static func check(_ connection: PostgresConnection) throws(FeedError) {
        try check(connection.serverVersion)
    }

    /// - Parameter version: 150003 for 15.3.
    static func check(_ version: Int) throws(FeedError) {
        guard version >= oldest * 10_000 else {
            throw .unsupported("the server has PostgreSQL \(version / 10_000), and \(oldest) or newer is needed")
        }
    }
}

extension PostgresConnection {
    /// The version of the server: 150003 for 15.3.
    var serverVersion: Int { Int(PQserverVersion(handle)) }
}
