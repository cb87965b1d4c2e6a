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
