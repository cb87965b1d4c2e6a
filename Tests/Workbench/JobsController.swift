import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import GRDB

/// A row of the table `job`.
struct Job: Codable, Identifiable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "job"
    static let order = ManualOrder(of: "job", by: "position", within: "day")
    var id: Int64
    var name: String
    var day: String
}

/// Jobs for today and for later: moved by hand within a list and into the other one, dropped from elsewhere, and taken back.
final class JobsController: ViewController {
    static let storyboard = Storyboard("JobsView", PackageResources.JobsView_html)

    let page = Page()
    let today = makeList()
    let later = makeList()
    var collections: [String: any ScreenCollection] { ["today": today, "later": later] }
    var actions: Actions { ["move": move, "dropToday": dropToday, "dropLater": dropLater, "file": file] }
    var children: [String: any ViewController] { ["undo": undo] }
    private let undo: UndoController
    private let jobsOfToday: FetchedResults<Job>
    private let jobsForLater: FetchedResults<Job>

    init(store: LiveStore) async throws {
        undo = UndoController(of: store, counting: "job")
        func jobs(_ day: String) async throws -> FetchedResults<Job> {
            let request = ListRequest<Job>(filter: Column("day") == day, sort: [Column("position").asc])
            return try await FetchedResults(request, in: store)
        }
        jobsOfToday = try await jobs("today")
        jobsForLater = try await jobs("later")
    }

    private static func makeList() -> CollectionView<Int64> {
        let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(60)))
        list.allowsMultipleSelection = true
        list.moveAction = "move"
        return list
    }

    func viewDidLoad() {
        today.dropAction = "dropToday"
        later.dropAction = "dropLater"
        for (list, jobs) in [(today, jobsOfToday), (later, jobsForLater)] {
            list.delegate = self
            list.dataSource = LiveDataSource(jobs) { job, cell in cell["name"] = job.name }
        }
    }

    private func move(_ event: ActionEvent) async throws {
        guard let move = event.move(in: today) ?? event.move(in: later) else { return }
        try await undo.write("Move", for: event) { db in try Job.order.move(move, in: db) }
    }

    private func dropToday(_ event: ActionEvent) async throws { try await drop(event, in: today, from: later, "today") }
    private func dropLater(_ event: ActionEvent) async throws { try await drop(event, in: later, from: today, "later") }

    /// Jobs of the other day change their day. Of what comes from elsewhere each line is a job.
    private func drop(
        _ event: ActionEvent, in list: CollectionView<Int64>, from other: CollectionView<Int64>, _ day: String
    ) async throws {
        guard let drop = event.drop(in: list) else { return }
        let jobs = drop.content.items(in: other)
        guard !jobs.isEmpty else {
            let names = drop.content.text.split(separator: "\n").map(String.init)
            return try await undo.write("Add", for: event) { db in try Job.add(names, at: drop.target, day, in: db) }
        }
        try await undo.write("Move", for: event) { db in
            try Job.order.move(ItemMove(jobs, to: drop.target), in: db) { _ in day.databaseValue }
        }
    }

    /// A file is a job where it was dropped, or else the last one of today.
    private func file(_ event: ActionEvent) async throws {
        let isLater = event.drop(in: later) != nil
        let (drop, day) = isLater ? (event.drop(in: later), "later") : (event.drop(in: today), "today")
        let names = event.files.map(\.name)
        try await undo.write("Add", for: event, group: event.choice?.id) { db in
            try Job.add(names, at: drop?.target ?? .section(""), day, in: db)
        }
    }
}

extension Job {
    static func add(_ names: [String], at target: MoveTarget<Int64>, _ day: String, in db: Database) throws {
        let made = try order.makePositions(for: names.count, at: target, in: db) { _ in day.databaseValue }
        for (name, position) in zip(names, made.positions) {
            try db.execute(
                sql: "INSERT INTO job (name, day, position) VALUES (?, ?, ?)", arguments: [name, day, position])
        }
    }
}

extension JobsController: CollectionViewDelegate {
    /// The first job cannot wait, and no file comes before it.
    func collectionView(
        _ view: CollectionView<Int64>, targetForDropping content: DroppedContent, proposed target: MoveTarget<Int64>
    ) -> MoveTarget<Int64>? {
        content.items(in: today).contains(1) || content.isFile && target == .before(1) ? nil : target
    }
}
