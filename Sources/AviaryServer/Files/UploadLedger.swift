/// Which files are on their way, whose they are, and whether there is room for one more.
///
/// Decides only; `UploadStore` acts.
struct UploadLedger {
    struct Entry {
        /// The session or the address that it counts for.
        let account: String
        let length: Int64
        var received: Int64 = 0
        /// When something was last done with it, in seconds since 1970.
        var touched: Int64
        /// Whether an action is receiving it: then nothing else is done with it.
        var isClaimed = false
    }

    private let limits: UploadLimits
    private(set) var entries: [String: Entry] = [:]

    init(limits: UploadLimits) { self.limits = limits }

    /// Enters a file that begins to be sent.
    ///
    /// - Parameter free: Bytes that the disk has left. What the other files will still take counts against it.
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

    /// Enters a file that was begun with an earlier server.
    mutating func restore(_ id: String, _ entry: Entry) { entries[id] = entry }

    /// - Parameter received: How much has come. Two requests may tell in the wrong order; it never becomes less.
    mutating func touch(_ id: String, received: Int64, at now: Int64) {
        guard var entry = entries[id] else { return }
        entry.received = max(entry.received, received)
        entry.touched = now
        entries[id] = entry
    }

    /// Enters that an action is about to receive the file.
    ///
    /// - Throws: `unknown`, for one that is not whole, too.
    mutating func claim(_ id: String) throws(UploadError) {
        guard let entry = entries[id], entry.received == entry.length else { throw .unknown }
        guard !entry.isClaimed else { throw .claimed }
        entries[id]?.isClaimed = true
    }

    mutating func release(_ id: String) { entries[id]?.isClaimed = false }

    mutating func remove(_ id: String) { entries[id] = nil }

    /// The files that nobody has gone on with for too long.
    func abandoned(at now: Int64) -> [String] {
        entries.filter { !$0.value.isClaimed && now - $0.value.touched >= limits.lifetime.components.seconds }.map(
            \.key)
    }

    /// When to look for abandoned files next, in seconds since 1970; `nil` when there is no file.
    var nextEnd: Int64? { entries.values.map(\.touched).min().map { $0 + limits.lifetime.components.seconds } }

    /// Numbers from outside may be of any size.
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
