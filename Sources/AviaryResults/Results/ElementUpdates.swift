import AviarySnapshots

/// The records of a live query: first the present ones, then all of them after each change.
///
///     for await books in results.elementUpdates() {
///         switch books {
///         case .success(let books): model.books = books
///         case .failure(let error): model.message = "\(error)"
///         }
///     }
///
/// After a change only the records that are new, updated or not yet known are read, with one call. The others are kept.
/// Updates that a slow reader has missed are merged. Iteration ends when the store is closed, and when the reader's
/// task is cancelled.
public struct ElementUpdates<Record: LiveRecord>: AsyncSequence, Sendable {
    /// The records, or the reason why they cannot be read at present.
    public typealias Element = Result<FetchedElements<Record>, any Error>
    /// Iterating never throws: errors are elements.
    public typealias Failure = Never

    let results: FetchedResults<Record>

    /// Creates an iterator that begins with the present list.
    public func makeAsyncIterator() -> Iterator { Iterator(results) }

    /// Reads the records of the present list, then of the list after each change. The iterator keeps the live query
    /// alive.
    public struct Iterator: AsyncIteratorProtocol {
        private let results: FetchedResults<Record>
        private let updates: SnapshotUpdates<RowsSnapshot>
        private var snapshot: RowsSnapshot
        private var known: [Int64: Record] = [:]
        private var isFirst = true

        fileprivate init(_ results: FetchedResults<Record>) {
            self.results = results
            updates = results.updates()
            snapshot = updates.initial
        }

        /// Returns the present records at first. Later calls wait for the next change.
        ///
        /// - Returns: The records or the reason why they cannot be read; `nil` when the store was closed or the task is
        ///   cancelled. The first call never returns `nil`.
        /// - Complexity: O(*n*) for *n* rows, plus reading *k* changed rows.
        public mutating func next() async -> Element? { await next(isolation: #isolation) }

        /// Does the same as `next()`. The isolation makes no difference.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            if isFirst {
                isFirst = false
                return await read()
            }
            switch await updates.next() {
            case nil: return nil
            case .failure(let error): return .failure(error)
            case .success(let update):
                snapshot = update.new
                for item in update.changeset.deleted { known[item.id] = nil }
                for item in update.changeset.inserted { known[item.id] = nil }
                for item in update.changeset.updated { known[item.id] = nil }
                return await read()
            }
        }

        private mutating func read() async -> Element {
            let missing = snapshot.items(in: 0..<snapshot.numberOfKnownItems).filter { known[$0] == nil }
            do {
                known.merge(try await results.elements(for: missing)) { $1 }
                return .success(FetchedElements(snapshot, found: known))
            } catch { return .failure(error) }
        }
    }
}

extension FetchedResults {
    /// Returns the records of all known rows, in order.
    ///
    /// - Throws: SQLite's error when the rows cannot be read.
    /// - Complexity: O(*n* log *n*) for *n* rows.
    public func allElements() async throws -> FetchedElements<Record> {
        let snapshot = snapshot
        return FetchedElements(
            snapshot, found: try await elements(for: snapshot.items(in: 0..<snapshot.numberOfKnownItems)))
    }

    /// Returns a sequence for one reader: the records of all known rows, first the present ones, then all after each
    /// change.
    ///
    /// - Complexity: O(1); see `ElementUpdates`.
    public func elementUpdates() -> ElementUpdates<Record> { ElementUpdates(results: self) }
}
