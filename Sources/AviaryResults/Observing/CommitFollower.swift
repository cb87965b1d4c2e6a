import GRDB
import Synchronization

/// Finds out which lists (`RowsIndex`) a commit may change, and lets them follow the commit.
///
/// GRDB reports the commits of this store's own connection (`CommitFollower+Ours`). For commits of other connections,
/// the store has to look itself (`CommitFollower+Others`).
///
/// `@unchecked Sendable`: this is used on the database's writer queue only.
final class CommitFollower: @unchecked Sendable {
    private struct WeakIndex {
        weak var index: RowsIndex?
    }

    /// A lock, because figures are read outside of the writer queue.
    private let known = Mutex<[RequestWording: WeakIndex]>([:])
    var notes = CommitNotes()
    var versions = FileVersions()
    /// `true` while lists read rows in a transaction of their own. The commit that ends this transaction is not
    /// followed.
    private(set) var isFollowing = false
    /// `true` when the log has grown since it was last found short enough.
    var mayTrim = true
    /// `true` when this process has added to the log since the store last looked for commits of other connections.
    var hasLogged = false
    /// The last entry of the log when the store last looked for commits of other connections.
    var mark: LogMark?
    /// The first entry of the log when it was last read. `nil` after this process has changed the log, and for another
    /// log.
    var oldestEntry: Int64?
    /// How many times the log was replaced by another log, which has sequences of its own.
    let generation = Mutex(0)
    let commits = Atomic(0)
    /// The totals over all lists, for metrics.
    let totals = FollowTotals()
    /// The schema at the last commit of this connection. It is compared, because GRDB reports no dropped trigger or
    /// view.
    var schemaMark: SchemaMark?
    let lags = LaggingLists()
    /// The tables that the running write may have changed so far.
    private var changedTables = Set<String>()
    /// How many rows the connection had changed when lists last followed.
    private var changedRows = 0
    /// The reason why nothing can be read at present; `nil` when the database can be read.
    var failure: (any Error)?

    // MARK: Indexes

    var indexes: [RowsIndex] { known.withLock { $0.values.compactMap(\.index) } }

    func index(for wording: RequestWording) -> RowsIndex? { known.withLock { $0[wording]?.index } }

    /// Returns an index with the same rows. Its declared sections may differ from those of `wording`.
    func index(besidesDeclared wording: RequestWording) -> RowsIndex? {
        known.withLock { known in
            known.lazy.filter { $0.key.isSame(besidesDeclared: wording) }.compactMap(\.value.index).first
        }
    }

    func register(_ index: RowsIndex) {
        known.withLock { $0[index.wording] = WeakIndex(index: index) }
        index.count(in: totals)
        arrange()
        if let failure { index.fail(failure) }
    }

    func closeAll() {
        for index in indexes { index.close() }
        known.withLock { $0 = [:] }
        arrange()
    }

    /// Updates what `notes` watches, after an index was added or has another plan.
    func arrange() {
        known.withLock { known in known = known.filter { $0.value.index != nil } }
        notes.watch(for: indexes.map { ($0.wording, $0.plan) })
    }

    // MARK: Writes

    /// Runs a write, and returns which tables it may have changed; `nil` when it has changed the schema.
    func noting<T>(_ db: Database, _ body: () throws -> T) rethrows -> (value: T, tables: Set<String>?) {
        // SQLite also reports a change of the schema for a first SELECT from `json_each`. So the events do not tell
        // whether the schema has changed.
        let mark = SchemaMark(db)
        changedTables = []
        let value = try body()
        return (value, mark.isCurrent(db) ? changedTables : nil)
    }

    func noteTable(_ table: String) { changedTables.insert(table) }

    /// Returns whether this connection has changed many rows since the last call. Then lists should follow beside the
    /// writer.
    func haveManyRowsChanged(_ db: Database) -> Bool {
        defer { changedRows = db.totalChangesCount }
        return db.totalChangesCount - changedRows > lags.most
    }

    // MARK: Following

    /// Runs `body` in one read transaction, in which lists follow. The end of this transaction is not followed as a
    /// commit.
    func following<T>(_ db: Database, _ body: () throws -> T) throws -> T {
        let isNested = isFollowing
        isFollowing = true
        defer { isFollowing = isNested }
        return try db.reading(body)
    }

    /// Does the same as `following`. An error goes to the indexes, because no caller could handle it.
    func follow(_ db: Database, _ body: () -> Void) {
        do { try following(db) { totals.measuring(body) } } catch {
            for index in indexes { index.fall(behind: error) }
        }
    }

    /// Lets one list follow: beside the writer if the log has grown by much, otherwise at once.
    ///
    /// Called inside `Database.reading`.
    ///
    /// - Parameter last: The last entry of the log; `nil` when the log has not grown by much.
    func follow(_ index: RowsIndex, _ cause: RowsIndex.Cause, upTo last: Int64?, _ db: Database) {
        if case .log = cause, let last, lags.follow(index, upTo: last) { return }
        index.follow(db, cause)
    }

    /// Returns the last entry of the log. `nil` when the log has no entry or cannot be read; each list then notices
    /// this itself.
    func lastEntry(_ db: Database) -> Int64? { (try? db.integer(History.lastSequence))?.asSequence }

    /// Lets all lists that follow the log read it to its end.
    func followLogs(_ db: Database) {
        follow(db) {
            let last = lastEntry(db)
            for index in indexes where index.plan.following == .history { follow(index, .log, upTo: last, db) }
        }
    }

    /// Reads one list anew, and tells its watchers what changed.
    ///
    /// - Throws: SQLite's error when the database cannot be read, or the error of the list.
    func refetch(_ index: RowsIndex, _ db: Database) throws {
        try catchUp(db)
        follow(db) { index.follow(db, .unknown(index.plan.showsOthers ? .all : .rows([]))) }
        if let error = index.error { throw error }
    }

    /// Tells all lists that nothing can be read. The next `catchUp` that can read the database ends this state.
    func fail(_ error: any Error) {
        failure = error
        for index in indexes { index.fail(error) }
    }
}
