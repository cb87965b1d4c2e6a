/// The connection of a gallery to the PostgreSQL database that it follows. It names no type of `AviaryPostgres`,
/// because that module exists only with the trait `Postgres`.
struct GalleryNode: Sendable {
    /// The answer of `/healthz`: how far the copy is behind. Throws `Unhealthy` when PostgreSQL cannot be reached.
    var health: @Sendable () async throws -> String
    /// The current message for every page, then each new one: why PostgreSQL cannot be reached, or `nil`.
    var troubles: AsyncStream<String?>
    /// Waits until the copy has everything that PostgreSQL has committed so far.
    var catchUp: @Sendable () async throws -> Void
    /// Stops following. Completed writes are already stored.
    var stop: @Sendable () async -> Void
}
