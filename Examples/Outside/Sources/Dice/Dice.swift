import AviaryServer
import AviarySnapshots
import AviaryViews

/// Throws dice, and adds up those that are selected. Each tab has dice of its own.
///
/// The package has no compiler settings. Whatever is called here, async methods included, runs in the scene's isolation:
/// between two suspensions nothing else of the page does, so `throwsByID` and `total` need no lock to agree.
final class DiceController: ViewController {
    static let storyboard = Storyboard("DiceView", PackageResources.DiceView_html)

    let page = Page()
    let grid = CollectionView<Int>(layout: FlowLayout(columns: .adaptive(minimum: 64, atLeast: 4)))
    var collections: [String: AnyCollectionView] { ["dice": grid] }
    var actions: Actions { ["throw": throwDice, "clear": { _ in self.clear() }] }

    private var throwsByID: [Int: Int] = [:]
    private var total = 0
    private lazy var source = DiffableDataSource<Int> { [unowned self] id, cell in
        cell["pips"] = throwsByID[id].map(String.init)
    }

    func viewDidLoad() async throws {
        grid.allowsMultipleSelection = true
        grid.delegate = self
        grid.dataSource = source
        await Task.yield()
        show()
    }

    /// Throws as many dice as the form asks for, one after the other.
    func throwDice(_ event: ActionEvent) async throws {
        for _ in 0..<min(Int(event.fields["count"] ?? "") ?? 1, 1_000) {
            let pips = Int.random(in: 1...6)
            throwsByID[throwsByID.count + 1] = pips
            source.apply(ListSnapshot<Int, Int>(of: Array(1...throwsByID.count)))
            total += pips
            show()
            await Task.yield()
        }
    }

    private func clear() {
        throwsByID = [:]
        total = 0
        source.apply(ListSnapshot<Int, Int>(of: []))
        show()
    }

    private func show() {
        let selected = grid.selection.compactMap { throwsByID[$0] }.reduce(0, +)
        page["status"] = grid.selection.isEmpty ? "\(total) in all" : "\(selected) selected"
        page["check"] = total == throwsByID.values.reduce(0, +) ? "" : "The total is wrong."
    }
}

extension DiceController: CollectionViewDelegate {
    func collectionViewDidChangeSelection(_ view: CollectionView<Int>) { show() }
}

extension ListSnapshot where SectionID == Int {
    /// One section of items.
    fileprivate init(of items: [ItemID]) {
        self.init()
        // Refused are only identifiers that are there twice.
        try? appendSections([0])
        try? appendItems(items, toSection: 0)
    }
}

package func makeDice() -> LiveApp {
    LiveApp(
        name: "Dice", rooms: [Route("/", title: "Dice") { DiceController() }],
        assets: [.starter, Asset("dice.css", PackageResources.dice_css)])
}

@main
enum Dice {
    static func main() async throws {
        try await makeDice().run(port: 8082)
    }
}
