import Synchronization

/// The lists that follow a large commit beside the writer: in a read transaction that does not block the writer. So a
/// write does not wait for lists of other tables.
///
/// | what | waits for |
/// |---|---|
/// | the writer queue | nothing |
/// | a write of the store | the lists that read a table that the write changed |
/// | `catchUp()` | all lists |
final class LaggingLists: Sendable {
    /// The work of one list beside the writer.
    final class Lag: Sendable {
        /// The tables whose log the list reads.
        let tables: Set<String>
        /// The version of the list when it began to lag.
        fileprivate let version: Int64
        private let load = Mutex<RowsIndex.Loading?>(nil)

        init(_ tables: [String], behind version: Int64) { (self.tables, self.version) = (Set(tables), version) }

        /// Begins the work under the lock, so that `wait()` finds it.
        fileprivate func begin(_ index: RowsIndex, _ load: () -> RowsIndex.Loading) {
            self.load.withLock {
                index.begin(self)
                $0 = load()
            }
        }

        func cancel() { load.withLock { $0 }?.task.cancel() }

        /// Begins the work at once if it still waits for its turn.
        fileprivate func come() { load.withLock { $0 }?.turn.come() }

        func wait() async {
            let load = load.withLock { $0 }
            load?.turn.come()
            await load?.task.value
        }
    }

    /// The tables that the log names, read once for all lists that lag. Most of these lists show other tables.
    private struct Tail {
        /// The lists that lagged when the reading began.
        let lags: [ObjectIdentifier: Lag]
        let files: StoreFiles
        let reading: Task<LoggedTables.Tail?, Never>
    }

    private struct State {
        var lags: [ObjectIdentifier: Lag] = [:]
        var tail: Tail?
        var most = 1_024
        var start: (@Sendable (RowsIndex) -> Bool)?
    }

    private let state = Mutex(State())

    /// The largest number of log entries that a list follows on the writer queue.
    var most: Int {
        get { state.withLock { $0.most } }
        set { state.withLock { $0.most = newValue } }
    }

    /// How many lists lag. For tests.
    var count: Int { state.withLock { $0.lags.count } }

    /// Sets the function that lets a list follow beside the writer.
    ///
    /// - Parameter start: Begins the work. Returns `false` when nothing can be read beside the writer. Called on the
    ///   writer queue.
    func onLag(_ start: @escaping @Sendable (RowsIndex) -> Bool) { state.withLock { $0.start = start } }

    /// Lets a list follow beside the writer if more than `most` entries of the log come after its version.
    ///
    /// - Parameter last: The last entry of the log.
    /// - Returns: `true` when the list follows beside the writer. Then nothing is left to do on the writer queue.
    func follow(_ index: RowsIndex, upTo last: Int64) -> Bool {
        if index.isLagging { return true }
        let (most, start) = state.withLock { ($0.most, $0.start) }
        guard last - index.snapshot.version > most, index.canLag else { return false }
        return start?(index) ?? false
    }

    /// Begins the work of a list beside the writer.
    ///
    /// - Parameter load: Begins the work, which ends with `end(_:)`.
    func begin(_ lag: Lag, of index: RowsIndex, _ load: () -> RowsIndex.Loading) {
        state.withLock { state in
            state.lags[ObjectIdentifier(lag)] = lag
            lag.begin(index, load)
        }
    }

    func end(_ lag: Lag) {
        state.withLock { state in
            state.lags[ObjectIdentifier(lag)] = nil
            if state.lags.isEmpty { state.tail = nil }
        }
    }

    /// Returns the tables that the log names after a list's version. The log is read after the list began to lag.
    ///
    /// - Parameter read: Reads the tables that the log names after a version.
    /// - Returns: `nil` if all lists that lag show the same tables, if the log cannot be read, or if it has never held
    ///   an entry.
    func tail(
        for lag: Lag, in files: StoreFiles, _ read: @escaping @Sendable (Int64) async -> LoggedTables.Tail?
    ) async -> LoggedTables.Tail? {
        let reading = state.withLock { state -> Task<LoggedTables.Tail?, Never>? in
            if let tail = state.tail, tail.files === files, tail.lags[ObjectIdentifier(lag)] != nil {
                return tail.reading
            }
            let lags = state.lags.values
            if lags.allSatisfy({ $0.tables == lag.tables }) { return nil }
            let version = lags.map(\.version).min() ?? lag.version
            let reading = Task { await read(version) }
            state.tail = Tail(lags: state.lags, files: files, reading: reading)
            return reading
        }
        return await reading?.value
    }

    /// Waits until lists include what was committed before this call.
    ///
    /// - Parameter tables: Only lists that read one of these tables are waited for; `nil` for all lists.
    func wait(for tables: Set<String>? = nil) async {
        // The work that runs now may have read the file before this call, so the work that begins after it is awaited,
        // too.
        for _ in 0..<2 {
            let lags = state.withLock { state in
                state.lags.values.filter { lag in tables.map { !$0.isDisjoint(with: lag.tables) } ?? true }
            }
            if lags.isEmpty { return }
            for lag in lags { lag.come() }
            for lag in lags { await lag.wait() }
        }
    }
}
