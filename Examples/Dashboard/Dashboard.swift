import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB

/// A row of the table `purchase`, which another program writes.
struct Purchase: Codable, LiveRecord {
    var id: Int64
    var customer: String
    var state: String
    var cents: Int64
    var placed: Date
}

/// The reason why the program cannot begin.
struct NoShop: Error, CustomStringConvertible {
    let path: String
    var description: String {
        "\(path) is no database of a shop. Make one by: sqlite3 \(path) < Examples/Dashboard/shop.sql"
    }
}

/// The page: a card for each state with its count and its sum, and the purchases as a table. Each window has its own
/// filters and its own order.
final class DashboardController: ViewController {
    static let storyboard = Storyboard("DashboardView", PackageResources.DashboardView_html)
    private static let orders: [String: SortKey] = [
        "placed": Column("placed").desc, "customer": Column("customer").collating(.nocase).asc,
        "amount": Column("cents").desc,
    ]
    private static let amounts = 0.0...1_000_000
    private static let least = Field<Double?>("least", in: amounts)

    let page = Page()
    let cards = CollectionView<String>(
        layout: FlowLayout(
            columns: .adaptive(minimum: 150, atLeast: 2), itemSize: .height(96), minimumLineSpacing: 8,
            minimumInteritemSpacing: 8))
    let table = CollectionView<Int64>(layout: ListLayout(estimatedHeight: 48))
    var collections: [String: any ScreenCollection] { ["cards": cards, "table": table] }
    var actions: Actions { ["choose": choose, "filter": filter, "clear": clear] }
    private let totals: FetchedAggregates
    private let purchases: FetchedResults<Purchase>
    private lazy var states = DiffableDataSource<String> { [unowned self] state, cell in
        let values = totals.values[of: state] ?? []
        cell["name"] = state
        cell["count"] = values.first.flatMap(Int.fromDatabaseValue) ?? 0
        cell["sum"] = Self.text(ofCents: values.last.flatMap(Int64.fromDatabaseValue) ?? 0)
        cell["others"] = state != filters.state
    }

    /// What a window shows. The tab keeps it for a reload, and for a restart of the server.
    struct Filters: Codable {
        var state: String?
        var text = ""
        var least: Double?
        var order = "placed"

        /// The filters in a stored state, which anybody may have written.
        static func stored(_ state: String) -> Filters? {
            guard var filters = try? JSONDecoder().decode(Self.self, from: Data(state.utf8)) else { return nil }
            filters.text = String(filters.text.prefix(200))
            filters.least = filters.least.flatMap { amounts.contains($0) ? $0 : nil }
            if orders[filters.order] == nil { filters.order = Filters().order }
            return filters
        }
    }
    private var filters = Filters()

    init(store: LiveStore) async throws {
        totals = try await FetchedAggregates(
            AggregateRequest([.count, .sum(Column("cents"))], of: Purchase.self, by: Column("state")), in: store)
        purchases = try await FetchedResults(ListRequest(sort: [Column("placed").desc]), in: store)
    }

    func viewDidLoad() {
        cards.delegate = self
        cards.dataSource = states
        table.allowsSelection = false
        table.dataSource = LiveDataSource(purchases, reuseIdentifier: { _ in "PurchaseRow" }) { purchase, cell in
            cell["customer"] = purchase.customer
            cell["state"] = purchase.state
            cell["amount"] = Self.text(ofCents: purchase.cents)
            cell["placed"] = purchase.placed
        }
        showCards()
        observe(totals.updates()) { update in
            _ = try update.get()
            self.showCards()
        }
        observe(purchases.updates()) { _ in self.showCount() }
    }

    /// Shows the states that have purchases, and the chosen one.
    private func showCards() {
        var names = Set(totals.values.sections.map(\.title))
        if let chosen = filters.state { names.insert(chosen) }
        let all = names.sorted()
        var snapshot = ListSnapshot<Int, String>()
        // Only duplicates throw, and a set has none.
        try? snapshot.appendSections([0])
        try? snapshot.appendItems(all, toSection: 0)
        states.apply(snapshot)
        cards.reconfigureItems(all)
        showCount()
    }

    private func showCount() {
        let count = purchases.snapshot.numberOfItems
        page["shown"] = count == 1 ? "1 purchase" : "\(count.formatted()) purchases"
        page["isWhole"] = !(filters.state != nil || !filters.text.isEmpty || filters.least != nil)
    }

    /// A tap on a card shows the purchases of its state, and a second tap those of all states.
    private func choose(_ event: ActionEvent) async throws {
        var filters = filters
        filters.state = event.item(in: cards) == filters.state ? nil : event.item(in: cards)
        try await show(filters)
    }

    private func filter(_ event: ActionEvent) async throws {
        var filters = filters
        if let text = event.fields["text"] { filters.text = String(text.prefix(200)) }
        if let order = event.fields["order"] { filters.order = order }
        // A control that changes sends its own field alone.
        if event.fields["least"] != nil { filters.least = try event.value(of: Self.least) }
        try await show(filters)
    }

    private func clear(_ event: ActionEvent) async throws { try await show(Filters(order: filters.order)) }

    private func show(_ filters: Filters) async throws {
        guard let order = Self.orders[filters.order] else { return }
        var conditions: [SQLExpression] = []
        if let state = filters.state { conditions.append(Column("state") == state) }
        if let least = filters.least { conditions.append(Column("cents") >= Int64((least * 100).rounded())) }
        if !filters.text.isEmpty {
            // `instr` takes each character for itself, also those that are wildcards in a pattern.
            conditions.append(SQL("instr(lower(customer), lower(\(filters.text))) > 0").sqlExpression)
        }
        var request = purchases.request
        request.filter = conditions.isEmpty ? nil : conditions.joined(operator: .and)
        request.sort = [order]
        try await purchases.change(to: request)
        self.filters = filters
        page["text"] = filters.text
        page["least"] = filters.least
        page["order"] = filters.order
        showCards()
    }

    var restorationState: String {
        (try? JSONEncoder().encode(filters)).flatMap { String(data: $0, encoding: .utf8) } ?? ""
    }

    func restore(_ state: String) async {
        guard let filters = Filters.stored(state) else { return }
        // If the table cannot be read now, it shows the error itself.
        try? await show(filters)
    }

    private static func text(ofCents cents: Int64) -> String {
        (Double(cents) / 100).formatted(.number.precision(.fractionLength(2)))
    }
}

extension DashboardController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<String>, primaryActionFor item: String) -> String? { "choose" }
}

/// The app on the database of another program.
func makeDashboard(path: String) async throws -> LiveApp {
    // Nothing is changed in a file that is no shop.
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.readonly = true
    let isShop = try? await DatabaseQueue(path: path, configuration: configuration).read {
        try $0.tableExists("purchase")
    }
    guard isShop == true else { throw NoShop(path: path) }
    configuration.readonly = false
    let pool = try DatabasePool(path: path, configuration: configuration)
    // With history each changed row is followed. Without it the lists would be read anew after each commit.
    try await pool.write { try History.install(on: "purchase", in: $0) }
    let store = try LiveStore(pool)
    return LiveApp(
        name: "Dashboard", on: store,
        rooms: [Route("/", title: "Dashboard") { try await DashboardController(store: store) }],
        assets: [.starter, Asset("dashboard.css", PackageResources.dashboard_css)])
}

@main
enum Dashboard {
    static func main() async {
        await LiveApp.main(port: 8085) { try await makeDashboard(path: "shop.sqlite") }
    }
}
