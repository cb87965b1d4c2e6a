/// How a gallery follows a PostgreSQL database. It names nothing of `AviaryPostgres`, which is there with its trait only.
struct GalleryNode: Sendable {
    /// What `/healthz` answers: how far the copy is behind. Throws `Unhealthy` when PostgreSQL cannot be reached.
    var health: @Sendable () async throws -> String
    /// What every page has to say from now on, now and whenever it changes: why PostgreSQL cannot be reached, or `nil`.
    var troubles: AsyncStream<String?>
    /// Waits until the copy has all that PostgreSQL has committed so far.
    var catchUp: @Sendable () async throws -> Void
    /// Follows no more. What was written is there.
    var stop: @Sendable () async -> Void
}
