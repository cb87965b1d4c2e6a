#if Postgres
    /// The commits of another database: a consistent copy first, then steps from one consistent state to the next.
    ///
    /// A feed has the tables that it was made with. Tables are named by their index in that list. All functions but
    /// ``stop()`` are called by one thread, and block it.
    public protocol ChangeFeed: AnyObject, Sendable {
        /// Copies every row of every table, as of one moment.
        ///
        /// - Parameter row: Called for each row with the table's index and a line of COPY's text format, whose bytes the
        ///   callee may overwrite. The columns are those of ``FeedTable/columns``, in that order.
        /// - Returns: The position of that moment.
        /// - Throws: `PostgresError`, `FeedError`, and whatever `row` throws.
        func copy(_ row: (_ table: Int, _ line: UnsafeMutableBufferPointer<UInt8>) throws -> Void) throws
            -> FeedPosition

        /// Calls `apply` for each step, until ``stop()`` is called; then it returns.
        ///
        /// - Parameters:
        ///   - position: One that `copy` returned, or that `apply` was called with.
        ///   - apply: Commits the rows of one step and its position in one transaction, which outlives a killed process.
        ///     The rows are sent into a ``FeedSink`` by the closure that it is called with; without one the position
        ///     alone is stored. What `apply` throws ends the call.
        /// - Throws: ``FeedError/copyAgain(_:)`` when the server no longer has what comes after the position.
        func follow(from position: FeedPosition, apply: FeedApply) throws

        /// Ends `copy` and `follow` soon. May be called by any thread, and more than once. A feed that was stopped is not
        /// used again.
        func stop()

        /// Somebody waits for what was committed just now. A feed that looks for commits now and then looks at once. May
        /// be called by any thread.
        func hurry()
    }

    extension ChangeFeed {
        /// Does nothing, for a feed that hears of commits by itself.
        public func hurry() {}
    }

    /// Takes one step: its position, and what sends its rows, which may be called more than once.
    public typealias FeedApply = (_ position: FeedPosition, _ rows: ((any FeedSink) throws -> Void)?) throws -> Void

    /// A moment of another database, written as a text that its feed alone reads.
    public struct FeedPosition: RawRepresentable, Hashable, Sendable {
        /// The text, which is stored as it is.
        public var rawValue: String
        /// A position whose text was stored.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Takes the rows of one step, within the replica's transaction.
    ///
    /// The bytes of values are read before a call returns, and not kept.
    public protocol FeedSink: AnyObject {
        /// A row as the step leaves it.
        ///
        /// - Parameters:
        ///   - table: The index of the table.
        ///   - values: One for each of the table's columns, in their order.
        ///   - change: What is known of the row before.
        /// - Throws: ``FeedError/copyAgain(_:)`` when a value was not sent and there is no such row.
        func put(_ table: Int, _ values: [FeedValue], _ change: FeedRowChange) throws
        /// A row that is gone, by its key. It need not be there.
        func delete(_ table: Int, key: FeedValue) throws
        /// Deletes all rows that the table has so far.
        func truncate(_ table: Int) throws
    }

    /// What is known of a row before it was put.
    public enum FeedRowChange {
        /// Probably it was not there. This is a hint, and may be wrong.
        case insert
        /// Probably it was there. This is a hint, and may be wrong.
        case update
        /// It had this key, which differs from the one it has now.
        case move(from: FeedValue)
    }

    /// A column's value in PostgreSQL's text form, in memory of the feed's.
    public enum FeedValue {
        /// NULL.
        case null
        /// A long value that the update left as it was; it was not sent.
        case unchanged
        /// The bytes of any other value, in UTF-8.
        case text(UnsafeBufferPointer<UInt8>)
    }
#endif
