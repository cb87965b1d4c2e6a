/// The connection of a gallery to the PostgreSQL database that it follows. This type uses no type of `AviaryPostgres`,
/// because that module exists only with the trait `Postgres`.
struct GalleryNode: Sendable {
    /// The answer of `/healthz`: how far the copy is behind. Throws `Unhealthy` if the copy does not follow the
    /// database.
    var health: @Sendable () async throws -> String
    /// How long a change takes to PostgreSQL and back into the copy; `nil` if it does not come within two
    /// seconds.
    var delay: @Sendable () async -> Duration?
    /// The message for all pages: the current one, then each new one; `nil` when nothing is wrong.
    var troubles: AsyncStream<String?>
    /// Waits until the copy has everything that PostgreSQL has committed so far.
    var catchUp: @Sendable () async throws -> Void
    /// Stops following the database. Completed writes are already stored.
    var stop: @Sendable () async -> Void
}

/// The reason why a gallery cannot follow a PostgreSQL database, or cannot use its directory.
enum NodeError: Error, Hashable, CustomStringConvertible {
    /// The program was built without the trait `Postgres`.
    case notBuilt
    /// No database was named, and the command needs one.
    case noUpstream
    /// The variable `AVIARY_UPSTREAM` does not hold an address of PostgreSQL.
    case noAddress
    /// The directory has a gallery of its own.
    case ownGallery(directory: String)
    /// The directory has a copy of a PostgreSQL database, and no database was named.
    case isCopy(directory: String)
    /// The database lacks tables, or the log that the nodes follow.
    case notPrepared(reason: String)
    /// The rows of a gallery are to be copied to PostgreSQL, but PostgreSQL already has this table.
    case hasTables(table: String)
    /// Photographs would be added to a folder that other machines do not see.
    case noOriginals
    /// Another program follows the database into this directory.
    case isFollowed(directory: String)

    var description: String { NodeWords.sentence(about: self) }
}
