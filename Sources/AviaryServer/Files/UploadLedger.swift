/// The unfinished uploads with their owners, and the decision about further ones.
///
/// The ledger only decides; `UploadStore` carries the decisions out.
struct UploadLedger {
    struct Entry {
        /// The session or the address for which the upload counts.
        let account: String
        let length: Int64
        var received: Int64 = 0
        /// The time of the last activity, in seconds since 1970.
        var touched: Int64
        /// Whether an action is receiving the file. If so, nothing else may use the file.
        var isClaimed = false
    }

    private let limits: UploadLimits
    private(set) var entries: [String: Entry] = [:]

    init(limits: UploadLimits) { self.limits = limits }

    /// Registers a new file.
    ///
    /// - Parameter free: The free bytes of the disk. The missing bytes of the other files are subtracted from this
    ///   number.
    /// - Throws: `tooLarge`, `tooMany` or `full`.
    mutating func begin(
        _ id: String, account: String, length: Int64, free: Int64, at now: Int64
    ) throws(UploadError) {
        guard length <= limits.file else { throw .tooLarge(limit: limits.file) }
        let own = entries.values.filter { $0.account == account }
        guard own.count < limits.visitorFiles, Self.fit(own.map(\.length) + [length], in: limits.visitor) else {
            throw .tooMany
        }
        let promised = entries.values.map { $0.length - $0.received } + [length, limits.freeDisk]
        guard entries.count < limits.totalFiles, Self.fit(entries.values.map(\.length) + [length], in: limits.total),
            Self.fit(promised, in: free)
        else { throw .full }
        entries[id] = Entry(account: account, length: length, touched: now)
    }

    /// Registers a file that an earlier process of the server has begun.
    mutating func restore(_ id: String, _ entry: Entry) { entries[id] = entry }

    /// - Parameter received: The size that has arrived. It never decreases, even if two requests report in the wrong
    ///   order.
    mutating func touch(_ id: String, received: Int64, at now: Int64) {
        guard var entry = entries[id] else { return }
        entry.received = max(entry.received, received)
        entry.touched = now
        entries[id] = entry
    }

    /// Marks a file that an action is about to receive.
    ///
    /// - Throws: `unknown` for an unknown or incomplete file; `claimed` if an action is receiving the file already.
    mutating func claim(_ id: String) throws(UploadError) {
        guard let entry = entries[id], entry.received == entry.length else { throw .unknown }
        guard !entry.isClaimed else { throw .claimed }
        entries[id]?.isClaimed = true
    }

    mutating func release(_ id: String) { entries[id]?.isClaimed = false }

    mutating func remove(_ id: String) { entries[id] = nil }

    /// The files that had no activity for too long, and that no action is receiving.
    func abandoned(at now: Int64) -> [String] {
        entries.filter { !$0.value.isClaimed && now - $0.value.touched >= limits.lifetime.components.seconds }.map(
            \.key)
    }

    /// The time of the next check for abandoned files, in seconds since 1970; `nil` when there is no file.
    var nextEnd: Int64? { entries.values.map(\.touched).min().map { $0 + limits.lifetime.components.seconds } }

    /// Returns whether the sum of the numbers is within the limit. It subtracts without overflow, because numbers from
    /// outside may have any size.
    private static func fit(_ numbers: [Int64], in limit: Int64) -> Bool {
        var rest = limit
        for number in numbers {
            let (difference, overflow) = rest.subtractingReportingOverflow(number)
            guard !overflow, difference >= 0 else { return false }
            rest = difference
        }
        return true
    }
}
