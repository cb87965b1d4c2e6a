import GRDB
import Synchronization

/// Finds out which indexes a commit concerns, and lets them follow it.
///
/// Commits of this process are told by GRDB (`CommitFollower+Ours`), those of others are looked for
/// (`CommitFollower+Others`).
///
/// `@unchecked Sendable`: everything here happens on the database's writer queue.
final class CommitFollower: @unchecked Sendable {
    private struct WeakIndex {
        weak var index: RowsIndex?
    }

    private var known: [RequestWording: WeakIndex] = [:]
    var notes = CommitNotes()
    var versions = FileVersions()
    /// Reading rows in a transaction of our own ends in a commit, too.
    private(set) var isFollowing = false
    /// Whether the log has grown since it was last found short enough.
    var mayTrim = true
    /// Whether this process has added to the log since others' commits were last looked for.
    var hasLogged = false
    /// The log when others' commits were last looked for.
    var mark: LogMark?
    /// The first entry of the log when it was last asked for, if this process has not changed the log since. Of another
    /// log nothing is known yet.
    var oldestEntry: Int64?
    /// How often another log has replaced the one before, with sequences of its own.
    let generation = Mutex(0)
    let commits = Atomic(0)
    /// The schema when this process has committed last. GRDB's events tell of no trigger and no view that is dropped.
    var schemaMark: SchemaMark?
    let lags = LaggingLists()
    /// The tables that the write at hand has changed, as far as it has come.
    private var changedTables = Set<String>()
    /// How many rows the connection had changed when lists last followed.
    private var changedRows = 0
    /// Why nothing can be read at present.
    var failure: (any Error)?

    // MARK: Indexes

    var indexes: [RowsIndex] { known.values.compactMap(\.index) }

    func index(for wording: RequestWording) -> RowsIndex? { known[wording]?.index }

    /// One with the same rows, whichever sections are declared.
    func index(besidesDeclared wording: RequestWording) -> RowsIndex? {
        known.lazy.filter { $0.key.isSame(besidesDeclared: wording) }.compactMap(\.value.index).first
    }

    func register(_ index: RowsIndex) {
        known[index.wording] = WeakIndex(index: index)
        arrange()
        if let failure { index.fail(failure) }
    }

    func closeAll() {
        for index in indexes { index.close() }
        known = [:]
        arrange()
    }

    /// Works out what to look for, after an index came or changed its plan.
    func arrange() {
        known = known.filter { $0.value.index != nil }
        notes.watch(for: indexes.map { ($0.wording, $0.plan) })
    }

    // MARK: Writes

    /// Runs a write, and says which tables it may have changed: `nil` when it has changed the schema.
    func noting<T>(_ db: Database, _ body: () throws -> T) rethrows -> (value: T, tables: Set<String>?) {
        // A first SELECT from `json_each` is said to update the schema, too, so the events do not tell.
        let mark = SchemaMark(db)
        changedTables = []
        let value = try body()
        return (value, mark.isCurrent(db) ? changedTables : nil)
    }

    func noteTable(_ table: String) { changedTables.insert(table) }

    /// Whether this connection has changed many rows since the last call. Then lists should follow beside the writer.
    func haveManyRowsChanged(_ db: Database) -> Bool {
        defer { changedRows = db.totalChangesCount }
        return db.totalChangesCount - changedRows > lags.most
    }

    // MARK: Following

    /// Lets all indexes follow what one transaction sees, and none of the commits that end such transactions.
    func following<T>(_ db: Database, _ body: () throws -> T) throws -> T {
        let isNested = isFollowing
        isFollowing = true
        defer { isFollowing = isNested }
        return try db.reading(body)
    }

    /// The same, where an error can be told to nobody but the indexes.
    func follow(_ db: Database, _ body: () -> Void) {
        do { try following(db, body) } catch {
            for index in indexes { index.fall(behind: error) }
        }
    }

    /// Lets one list follow: beside the writer, where the log has grown by much.
    ///
    /// Called inside `Database.reading`.
    ///
    /// - Parameter last: The last entry of the log; `nil` when the log has not grown by much.
    func follow(_ index: RowsIndex, _ cause: RowsIndex.Cause, upTo last: Int64?, _ db: Database) {
        if case .log = cause, let last, lags.follow(index, upTo: last) { return }
        index.follow(db, cause)
    }

    /// The last entry of the log; `nil` when it has none, or cannot be read: each list finds that out by itself.
    func lastEntry(_ db: Database) -> Int64? { (try? db.integer(History.lastSequence))?.asSequence }

    /// Lets those who follow the log read it to its end.
    func followLogs(_ db: Database) {
        follow(db) {
            let last = lastEntry(db)
            for index in indexes where index.plan.following == .history { follow(index, .log, upTo: last, db) }
        }
    }

    /// Reads one list anew, and tells what changed.
    func refetch(_ index: RowsIndex, _ db: Database) throws {
        try catchUp(db)
        follow(db) { index.follow(db, .unknown(index.plan.showsOthers ? .all : .rows([]))) }
        if let error = index.error { throw error }
    }

    /// Tells everybody that nothing can be read, until the next `catchUp` finds that it can.
    func fail(_ error: any Error) {
        failure = error
        for index in indexes { index.fail(error) }
    }
}
