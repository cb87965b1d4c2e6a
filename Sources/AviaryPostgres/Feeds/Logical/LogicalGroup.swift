#if Postgres
    /// The rows of transactions that become one step, and of the transaction that is still coming in.
    ///
    ///     memory:  │ transaction │ transaction │ beginning of one │
    ///                                          ╰ whole
    ///
    /// A transaction that needs more than `limit` bytes is moved into a ``SpoolFile``, part by part. So memory is bounded
    /// by `limit` and the longest row, however many rows a transaction has.
    struct LogicalGroup {
        /// Everything before it has come: it is in the group, or was taken out.
        private(set) var end: LSN
        /// How many transactions with rows have ended here.
        private(set) var transactions = 0
        private(set) var isInTransaction = false

        private let limit: Int
        private let mostTransactions: Int
        private let folder: String
        /// Messages, each behind its length in four bytes.
        private var memory: [UInt8] = []
        private var whole = 0
        private var spool: SpoolFile?

        /// - Parameters:
        ///   - end: The position that the replica has.
        ///   - limit: Bytes in memory.
        ///   - mostTransactions: How many transactions become one step at most.
        ///   - folder: Where a large transaction is stored meanwhile.
        init(after end: LSN, limit: Int, mostTransactions: Int, folder: String) {
            self.end = end
            self.limit = limit
            self.mostTransactions = mostTransactions
            self.folder = folder
        }

        /// Whether there are rows of transactions that have ended.
        var hasRows: Bool { whole > 0 || (spool != nil && !isInTransaction) }

        /// Whether the step should not wait for more.
        var isDue: Bool { hasRows && (transactions >= mostTransactions || memory.count >= limit || spool != nil) }

        /// The number of bytes that lie in the file.
        var spooled: Int64 { spool?.size ?? 0 }

        mutating func begin() throws(LogicalFault) {
            guard !isInTransaction else { throw .outOfOrder }
            isInTransaction = true
        }

        /// Stores a message with rows.
        mutating func append(_ message: UnsafeRawBufferPointer) throws {
            guard isInTransaction, let length = UInt32(exactly: message.count) else { throw LogicalFault.outOfOrder }
            withUnsafeBytes(of: length) { memory.append(contentsOf: $0) }
            memory.append(contentsOf: message)
            // Transactions that have ended are taken out first, by whoever looks at `isDue`.
            guard memory.count >= limit, whole == 0 else { return }
            let spool = try self.spool ?? SpoolFile(in: folder)
            try spool.append(memory)
            self.spool = spool
            empty()
        }

        mutating func commit(end: LSN) throws(LogicalFault) {
            guard isInTransaction, end > self.end else { throw .outOfOrder }
            isInTransaction = false
            self.end = end
            if memory.count > whole || spool != nil { transactions += 1 }
            whole = memory.count
        }

        /// The server has sent everything before `end`. Within a transaction that says nothing yet.
        mutating func reach(_ end: LSN) { if !isInTransaction, end > self.end { self.end = end } }

        /// Calls `body` with the messages of the transactions that have ended, in order.
        ///
        /// A transaction in the file is taken out before the next one begins, as `isDue` says.
        func forEachMessage(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
            if !isInTransaction { try spool?.forEachBlock { try Self.split($0, $0.count, body) } }
            try Self.split(memory, whole, body)
        }

        /// Forgets the transactions that have ended.
        mutating func removeTransactions() {
            if !isInTransaction { spool = nil }
            if whole == memory.count { empty() } else { memory.removeFirst(whole) }
            whole = 0
            transactions = 0
        }

        /// Memory that one long row has needed is not kept.
        private mutating func empty() { memory.removeAll(keepingCapacity: memory.capacity <= 4 * limit) }

        private static func split(
            _ bytes: [UInt8], _ count: Int, _ body: (UnsafeRawBufferPointer) throws -> Void
        ) throws {
            try bytes.withUnsafeBytes { bytes in
                var reader = LogicalReader(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
                while !reader.rest.isEmpty {
                    let length = try reader.bytes(MemoryLayout<UInt32>.size).loadUnaligned(as: UInt32.self)
                    try body(try reader.bytes(Int(length)))
                }
            }
        }
    }
#endif
