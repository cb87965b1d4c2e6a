import AviarySnapshots
import Synchronization

/// The changes of an observed list that wait for the main actor, with the records that they have changed.
///
/// The writer queue adds a change within its commit, and reads the changed records there. The main actor takes all
/// waiting changes at once. So a change reaches the observers by one hop. The list and the records that they see are those
/// of one commit.
final class ObservedNews<Record: LiveRecord>: Sendable {
    typealias Update = SnapshotUpdate<RowsSnapshot>
    /// Reads the records of items in the transaction of the list.
    typealias Reading = ([Int64]) throws -> [Int64: Record]

    /// What has changed since the main actor looked last.
    struct News: Sendable {
        fileprivate var pending: PendingUpdate<RowsSnapshot>?
        /// The items that have changed; `nil` when any item may have.
        fileprivate(set) var changed: Set<Int64>? = []
        /// The present records of changed items. The record is `nil` if its row cannot be decoded.
        fileprivate(set) var records: [Int64: Record?] = [:]
        /// Changed items whose records were not read.
        fileprivate(set) var unread = Set<Int64>()
        /// The reason why the list cannot be read after the changes.
        fileprivate(set) var error: ResultsError?

        /// All changes as one; `nil` when there was none.
        ///
        /// - Complexity: O(1) for one change, O(*k* log *n*) for several with *k* items.
        var update: Update? { pending?.update }

        fileprivate mutating func add(_ update: Update, _ items: Set<Int64>?) {
            if pending == nil {
                (pending, changed) = (PendingUpdate(update), items)
            } else {
                pending?.add(update)
                if let items { changed?.formUnion(items) } else { changed = nil }
            }
            error = nil
        }
    }

    private struct State {
        var wanted = Set<Int64>()
        var news = News()
        /// `true` when the main actor was called, and has not taken the news since.
        var isAnnounced = false

        mutating func take() -> News {
            defer { (news, isAnnounced) = (News(), false) }
            return news
        }

        mutating func announce() -> Bool {
            defer { isAnnounced = true }
            return !isAnnounced
        }
    }

    private let state = Mutex(State())

    /// So many records are read within a commit, because other writes wait meanwhile.
    private static var most: Int { 512 }

    // MARK: The writer queue

    /// Adds a change.
    ///
    /// - Parameters:
    ///   - read: Reads the records of items as they are after the change.
    ///   - call: Calls the main actor. The call takes longer than reading a few records. So it comes before the reading,
    ///     and once more if the main actor has found nothing.
    func add(_ update: Update, _ read: Reading, calling call: () -> Void) {
        let (wanted, isFirst) = state.withLock { ($0.wanted, $0.announce()) }
        if isFirst { call() }
        let items = update.changedItems
        let changed = items.map { $0.intersection(wanted) } ?? wanted
        let present = changed.filter { update.new.position(of: $0) != nil }
        var found: [Int64: Record]?
        // If the rows cannot be read, the main actor reads them again later, and gets an error that persists.
        if present.count <= Self.most { found = present.isEmpty ? [:] : try? read(Array(present)) }
        let wasEarly = state.withLock { state in
            state.news.add(update, items)
            for item in changed {
                if let found, present.contains(item) {
                    state.news.records[item] = .some(found[item])
                    state.news.unread.remove(item)
                } else {
                    state.news.records[item] = nil
                    state.news.unread.insert(item)
                }
            }
            return state.announce()
        }
        if wasEarly { call() }
    }

    /// Adds an error.
    func fail(_ error: ResultsError, calling call: () -> Void) {
        let isFirst = state.withLock { state in
            state.news.error = error
            return state.announce()
        }
        if isFirst { call() }
    }

    // MARK: The main actor

    /// Takes the news.
    func take() -> News { state.withLock { $0.take() } }

    /// Says which records later changes have to bring along, and takes the news until now.
    ///
    /// Records that are read after this call are at least as new as these news.
    func take(wanting items: Set<Int64>) -> News {
        state.withLock { state in
            state.wanted = items
            return state.take()
        }
    }
}

extension SnapshotUpdate<RowsSnapshot> {
    /// The items whose records may be different; `nil` when all may be.
    var changedItems: Set<Int64>? {
        // The changeset of these updates does not name each item.
        guard !changeset.isEmpty, changeset.deletedSections.count < old.numberOfSections else { return nil }
        return Set(changeset.deleted.map(\.id) + changeset.inserted.map(\.id) + changeset.updated.map(\.id))
    }
}
