#if Postgres
    /// How much a ``LogicalFeed`` holds in memory, and how often it tells where it is.
    struct LogicalLimits: Sendable {
        /// The path of the replica's file. What is acknowledged is flushed to its disk before, and in its folder lie
        /// transactions that are larger than `memory`.
        var file: String
        /// Bytes of the transactions of one step.
        var memory = 4_000_000
        /// How many transactions become one step at most, while more are already here.
        var transactions = 500
        /// A node that gets a transaction so long after its commit is behind.
        var lag = Duration.milliseconds(100)
        /// How long a node that is behind waits for more before it applies a step. Fewer steps lead there sooner.
        var gathering = Duration.milliseconds(10)
        /// How often the position is stored while nothing of the followed tables changes. Others' changes move it, and
        /// the server keeps its log until it hears that.
        var idle = Duration.seconds(10)
        /// How often a position is acknowledged while steps come: seldom, since the disk is waited for.
        var acknowledgement = Duration.seconds(5)

        /// How long the server may say nothing. It is asked when half of that is over.
        var patience = Duration.seconds(60)

        init(file: String) { self.file = file }

        var folder: String {
            guard let end = file.lastIndex(of: "/") else { return "." }
            return end == file.startIndex ? "/" : String(file[..<end])
        }
    }
#endif
