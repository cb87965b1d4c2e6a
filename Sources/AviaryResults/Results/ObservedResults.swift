import AviarySnapshots
public import GRDB
public import Observation

/// A live query for SwiftUI, and for everything else that observes.
///
///     let players = ObservedResults(request, in: store)
///     …
///     ForEach(players.results) { item in PlayerRow(item: item) }      // the row reads `item.record`
///
/// An observer is told only of what it has read. A view that reads the record of one item is told when this record
/// changes. A view that reads the items of a section is told when items of this section come, go or move. So a change
/// of one row leads to one view, in a list of any length.
///
/// The list holds the identifiers of all rows, as `FetchedResults` does. Records are read in pages of 64 rows when they
/// are asked for, and the last few hundred are kept. So the memory for records does not grow with the list.
///
/// Views are on the main actor, and so is this object. Rows are read on other threads.
@MainActor
public final class ObservedResults<Record: LiveRecord>: Observable {
    /// The store whose commits the list follows.
    public nonisolated let store: LiveStore
    private let firstRows: Int?
    private let parts = ObservedParts()

    private var wantedRequest: ListRequest<Record>
    /// `true` when the wanted request is not that of the list.
    private var isRequestNew = true
    private var list: FetchedResults<Record>?
    private var snapshot: RowsSnapshot?
    /// The reason why the wanted request cannot be read.
    private var requestError: (any Error)?
    /// The reason why the list or its records cannot be read.
    private var listError: (any Error)?

    private var records = KeptRecords<Record>()
    /// The items whose records were asked for, and are not being read yet.
    private var missing = Set<Int64>()
    /// The items whose records are being read. An item that changes meanwhile is removed.
    private var beingRead = Set<Int64>()

    private let news = ObservedNews<Record>()
    private var loading: Task<Void, Never>?
    private var reading: Task<Void, Never>?

    /// Creates an empty list, and begins to load its rows.
    ///
    /// - Parameters:
    ///   - request: The request of the list. It can be replaced later.
    ///   - store: The store whose commits the list follows.
    ///   - firstRows: How many rows are shown before the others are known; see the initializer of `FetchedResults`.
    public init(
        _ request: ListRequest<Record> = ListRequest(), in store: LiveStore, showingFirst firstRows: Int? = nil
    ) {
        self.store = store
        self.firstRows = firstRows
        wantedRequest = request
        load()
    }

    deinit {
        for task in [loading, reading] { task?.cancel() }
    }

    // MARK: What can be observed

    /// The request of the list. The list changes some time after this is set, by one update. When it is set several
    /// times in one turn of the main actor, only the last request is loaded.
    public var request: ListRequest<Record> {
        get {
            noteReading(of: .request)
            return wantedRequest
        }
        set {
            change([.request]) { wantedRequest = newValue }
            isRequestNew = true
            load()
        }
    }

    /// The condition for a row; `nil` for all rows.
    public var filterBy: SQLExpression? {
        get { request.filter }
        set { request.filter = newValue }
    }

    /// The sort keys, the most important first. Rows are first sorted by section.
    public var sortBy: [SortKey] {
        get { request.sort }
        set { request.sort = newValue }
    }

    /// The value that the items of a section share; `nil` for one section.
    public var sectionBy: SectionKey? {
        get { request.sections }
        set { request.sections = newValue }
    }

    /// The live query; `nil` until it is loaded. It has what is not observed here, for instance the statistics and the
    /// identifiers of records.
    public var fetchedResults: FetchedResults<Record>? {
        noteReading(of: .list)
        return list
    }

    /// The reason why the request, the list or its records cannot be read at present; `nil` when they can. While there
    /// is an error, the list stays the same.
    public var error: (any Error)? {
        noteReading(of: .error)
        return requestError ?? listError
    }

    /// How many rows the list has. Rows that are not known yet are included. It is 0 until the list is loaded.
    public var count: Int {
        noteReading(of: .count)
        return snapshot?.numberOfItems ?? 0
    }

    /// The known items of all sections, in order. An observer is told when items come, go or move.
    ///
    /// - Complexity: O(1). Each item of the collection takes O(log *n*).
    public var results: ObservedItems<Record> {
        noteReading(of: .results)
        return ObservedItems(of: self, snapshot, in: 0..<(snapshot?.numberOfItems ?? 0))
    }

    /// The sections, in order. An observer is told when sections come, go or move. A list without sections is one
    /// section.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    public var sections: [ObservedSection<Record>] {
        noteReading(of: .sections)
        return snapshot?.sectionIdentifiers.map { ObservedSection(id: $0, of: self) } ?? []
    }

    /// The item with an identifier, for instance for a selected row. Observes nothing. If the list does not have the
    /// item, its record is `nil`.
    public nonisolated func item(_ id: Int64) -> ObservedItem<Record> { ObservedItem(id: id, of: self) }

    /// Waits until the request has been loaded, or `error` has the reason why it cannot be. The list may change a
    /// little later than this returns.
    public func waitUntilLoaded() async {
        while let loading { await loading.value }
    }

    /// The known items of a section; none when the list does not have the section.
    func items(of section: RowsSection) -> ObservedItems<Record> {
        noteReading(of: .items(section))
        noteReading(of: .allItems)
        return ObservedItems(of: self, snapshot, in: range(of: section))
    }

    /// How many items a section has, including unknown ones.
    func count(of section: RowsSection) -> Int {
        noteReading(of: .items(section))
        noteReading(of: .allItems)
        return range(of: section).count
    }

    private func range(of section: RowsSection) -> Range<Int> {
        guard let snapshot, let index = snapshot.section(of: section) else { return 0..<0 }
        return snapshot.range(ofSection: index)
    }

    /// The record of an item; `nil` until it is read, and when the list does not have the item.
    func record(of item: Int64) -> Record? {
        noteReading(of: .record(item))
        noteReading(of: .allRecords)
        if let record = records.find(item) { return record }
        if snapshot?.position(of: item) != nil { read(item) }
        return nil
    }
}

// MARK: - Observation

/// A part of an observed list that can be read.
private enum ObservedPart: Hashable {
    case request, list, error, count, results, sections
    /// The items of one section. Their observers have read `allItems` as well.
    case items(RowsSection)
    case allItems
    /// The record of one item. Its observers have read `allRecords` as well.
    case record(Int64)
    case allRecords

    /// All parts that depend on the rows.
    static let rows: [ObservedPart] = [.count, .results, .sections, .allItems, .allRecords]
}

/// Tells observers of the parts that they have read.
///
/// This is no generic type, because Swift takes long to make a key path of a generic type.
private final class ObservedParts: Observable {
    private typealias Path = KeyPath<ObservedParts, Void>

    private let registrar = ObservationRegistrar()
    // Swift takes longer to make a key path than to tell its observers. So the paths that were used last are kept.
    private var recordPaths: [Int64: Path] = [:]
    private var otherPaths: [ObservedPart: Path] = [:]
    private static let mostPaths = 512

    /// The registrar knows parts by key paths, so each part has one.
    private subscript(part: ObservedPart) -> Void { () }
    private subscript(record item: Int64) -> Void { () }

    private func path(to part: ObservedPart) -> Path {
        if case .record(let item) = part {
            return Self.path(to: item, among: &recordPaths) { \ObservedParts.[record: $0] }
        }
        return Self.path(to: part, among: &otherPaths) { \ObservedParts.[$0] }
    }

    private static func path<Part>(to part: Part, among paths: inout [Part: Path], make: (Part) -> Path) -> Path {
        if let path = paths[part] { return path }
        let path = make(part)
        if paths.count >= mostPaths { paths = [:] }
        paths[part] = path
        return path
    }

    func noteReading(of part: ObservedPart) { registrar.access(self, keyPath: path(to: part)) }

    /// Changes parts, and tells those who have read one of them.
    ///
    /// - Parameter others: More parts that change. The observers of the first ones need not wait for this list.
    func change(_ parts: [ObservedPart], _ others: () -> [ObservedPart] = { [] }, by body: () -> Void) {
        let paths = willChange(parts) + willChange(others())
        body()
        for path in paths { registrar.didSet(self, keyPath: path) }
    }

    private func willChange(_ parts: [ObservedPart]) -> [Path] {
        parts.map { part in
            let path = path(to: part)
            registrar.willSet(self, keyPath: path)
            return path
        }
    }
}

extension ObservedResults {
    private func noteReading(of part: ObservedPart) { parts.noteReading(of: part) }

    private func change(_ parts: [ObservedPart], _ others: () -> [ObservedPart] = { [] }, by body: () -> Void) {
        self.parts.change(parts, others, by: body)
    }
}

// MARK: - The list

extension ObservedResults {
    /// Loads the wanted request, then the one that was wanted meanwhile, if any.
    private func load() {
        guard loading == nil else { return }
        // The object is not kept alive while rows are read.
        loading = Task { [weak self, store, firstRows] in
            while let (request, list) = self?.takeRequest() {
                do {
                    if let list {
                        try await list.change(to: request, showingFirst: firstRows)
                    } else {
                        let list = try await FetchedResults(request, in: store, showingFirst: firstRows)
                        self?.begin(with: list)
                    }
                    self?.setErrors(request: nil)
                } catch {
                    self?.setErrors(request: error)
                }
            }
        }
    }

    private func takeRequest() -> (ListRequest<Record>, FetchedResults<Record>?)? {
        guard isRequestNew, !Task.isCancelled else {
            loading = nil
            return nil
        }
        isRequestNew = false
        return (wantedRequest, list)
    }

    private func begin(with list: FetchedResults<Record>) {
        let (first, error) = list.observe { [weak self, news] update, read in
            news.add(update, read) { Self.call(self) }
        } failure: { [weak self, news] error in
            news.fail(error) { Self.call(self) }
        }
        change([.list] + ObservedPart.rows) { (self.list, snapshot) = (list, first) }
        setErrors(list: error)
    }

    /// Lets the main actor take the news. Called on the writer queue. This is the only hop between a commit and the
    /// observers.
    private nonisolated static func call(_ results: ObservedResults?) {
        guard let results else { return }
        Task.detached(priority: .userInitiated) { @MainActor [weak results] in
            if let results { results.receive(results.news.take()) }
        }
    }

    // Observers are told of an error once, and not again while it stays. A view that shows the error and a record asks for
    // the record each time that it is told. Otherwise it would never rest.

    private func setErrors(request error: (any Error)?) {
        if isOther(error, than: requestError) { change([.error]) { requestError = error } }
    }

    private func setErrors(list error: (any Error)?) {
        if isOther(error, than: listError) { change([.error]) { listError = error } }
    }

    private func isOther(_ error: (any Error)?, than known: (any Error)?) -> Bool {
        guard let error, let known else { return error != nil || known != nil }
        return "\(error)" != "\(known)"
    }

    /// Shows the state after one or several commits. Kept records that have changed come with the news. So no view falls
    /// back to a placeholder.
    private func receive(_ news: ObservedNews<Record>.News) {
        if let update = news.update {
            setErrors(list: nil)
            // Most observers have read a record.
            change(ObservedPart.records(news.changed)) {
                news.changed == nil ? ObservedPart.rows : ObservedPart.lists(in: update)
            } by: {
                snapshot = update.new
                for item in news.unread {
                    records.remove(item)
                    beingRead.remove(item)
                }
                for (item, record) in news.records {
                    // A record that is no longer kept may be older than the last of these commits.
                    let wasBeingRead = beingRead.remove(item) != nil
                    if wasBeingRead || records.has(item) { records.store(record, of: item) }
                }
            }
        }
        if let error = news.error { setErrors(list: error) }
        readMissing()
    }
}

extension ObservedPart {
    /// So many changes are told one by one. Each takes about a microsecond of the main actor, even without observers.
    private static let few = 1_024

    /// The records that have changed.
    ///
    /// - Parameter items: The items with these records; `nil` when all records may have changed.
    static func records(_ items: Set<Int64>?) -> [ObservedPart] {
        guard let items, items.count <= few else { return [.allRecords] }
        return items.map { .record($0) }
    }

    /// The counts, sections and lists of items that an update has changed.
    static func lists(in update: SnapshotUpdate<RowsSnapshot>) -> [ObservedPart] {
        let (old, new, changes) = (update.old, update.new, update.changeset)
        var parts: [ObservedPart] = []
        if old.numberOfItems != new.numberOfItems { parts.append(.count) }
        if !changes.deletedSections.isEmpty || !changes.insertedSections.isEmpty { parts.append(.sections) }

        let left = changes.deleted.map(\.path) + changes.moved.map(\.from)
        let came = changes.inserted.map(\.path) + changes.moved.map(\.to)
        if !left.isEmpty || !came.isEmpty { parts.append(.results) }
        if left.count + came.count <= few {
            let sections =
                Set(left.map(\.section)).map(old.sectionIdentifier(at:))
                + Set(came.map(\.section)).map(new.sectionIdentifier(at:))
            parts += Set(sections).map { .items($0) }
        } else {
            parts.append(.allItems)
        }
        return parts
    }
}

// MARK: - Records

extension ObservedResults {
    /// How many rows are read together.
    private static var page: Int { 64 }

    /// Reads the page of an item soon.
    private func read(_ item: Int64) {
        missing.insert(item)
        readMissing()
    }

    private func readMissing() {
        guard reading == nil, !missing.isEmpty else { return }
        reading = Task { [weak self] in
            while let (asked, items, list) = self?.takeMissing() {
                do {
                    let read = try await list.elements(for: items)
                    self?.finishReading(asked, items, read)
                } catch {
                    self?.failReading(asked, error)
                    return
                }
            }
        }
    }

    /// The items that were asked for, all items of their pages, and the list.
    private func takeMissing() -> (Set<Int64>, [Int64], FetchedResults<Record>)? {
        receive(news.take())
        guard let list, let snapshot, !missing.isEmpty, !Task.isCancelled else {
            reading = nil
            return nil
        }
        let asked = missing
        missing = []
        records.reserve(asked.count)
        let pages = Set(asked.compactMap(snapshot.position(of:)).map { $0 / Self.page })
        let items = pages.flatMap { page in
            snapshot.items(in: page * Self.page..<min((page + 1) * Self.page, snapshot.numberOfKnownItems))
        }
        // From here on, a commit that changes one of these rows brings its record along.
        receive(news.take(wanting: records.items.union(items)))
        beingRead = Set(items)
        return (asked, items, list)
    }

    private func finishReading(_ asked: Set<Int64>, _ items: [Int64], _ read: [Int64: Record]) {
        // News of a row are newer than what was read before them.
        receive(news.take())
        setErrors(list: nil)
        let current = items.filter(beingRead.contains)
        beingRead = []
        change(current.filter { asked.contains($0) && read[$0] != nil }.map { .record($0) }) {
            // The records of asked items come last, because the first ones are dropped first.
            for item in current where !asked.contains(item) { records.store(read[item], of: item) }
            for item in current where asked.contains(item) { records.store(read[item], of: item) }
        }
        missing.formUnion(asked.filter { !records.has($0) && snapshot?.position(of: $0) != nil })
    }

    /// The next update, and the next record that is asked for, try again.
    private func failReading(_ asked: Set<Int64>, _ error: any Error) {
        missing.formUnion(asked)
        beingRead = []
        reading = nil
        setErrors(list: error)
    }
}

extension ObservedResults {
    /// How many records are kept. For tests.
    package var numberOfKeptRecords: Int { records.items.count }
}

/// The records that were asked for last.
private struct KeptRecords<Record> {
    /// A row that cannot be read is `nil`, so that it is not read again and again.
    private var young: [Int64: Record?] = [:]
    /// The records that were used before those. When `young` is full, it becomes `old`, and the former `old` is dropped.
    private var old: [Int64: Record?] = [:]
    private var capacity = 192

    /// The items whose records are kept.
    var items: Set<Int64> { Set(young.keys).union(old.keys) }

    func has(_ item: Int64) -> Bool { young[item] != nil || old[item] != nil }

    mutating func find(_ item: Int64) -> Record?? {
        if let record = young[item] { return record }
        guard let record = old.removeValue(forKey: item) else { return nil }
        store(record, of: item)
        return record
    }

    mutating func store(_ record: Record?, of item: Int64) {
        if young[item] == nil, old[item] != nil {
            old[item] = .some(record)
        } else {
            if young[item] == nil, young.count >= capacity { (old, young) = (young, [:]) }
            young[item] = .some(record)
        }
    }

    mutating func remove(_ item: Int64) {
        young.removeValue(forKey: item)
        old.removeValue(forKey: item)
    }

    /// Makes room for all that is asked for at once. Otherwise an observer of so many records would have the first ones
    /// read again when the last ones are there, and so on.
    mutating func reserve(_ count: Int) { capacity = max(capacity, 2 * count) }
}
