import AviaryServer
import AviarySnapshots
import AviaryViews

/// Throws dice, and adds up the selected ones. Each tab has its own dice.
///
/// The package has no compiler settings. All methods here run in the scene's isolation, also the async ones. Between
/// two suspension points no other code of the page runs, so `throwsByID` and `total` stay consistent without a lock.
final class DiceController: ViewController {
    static let storyboard = Storyboard("DiceView", PackageResources.DiceView_html)

    let page = Page()
    let grid = CollectionView<Int>(layout: FlowLayout(columns: .adaptive(minimum: 64, atLeast: 4)))
    var collections: [String: any ScreenCollection] { ["dice": grid] }
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
        for _ in 0..<(try event.value(of: Field<Int>("count", in: 1...1_000))) {
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
    /// A snapshot with one section of items.
    fileprivate init(of items: [ItemID]) {
        self.init()
        // Only duplicate identifiers throw, and there are none.
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
    static func main() async {
        await LiveApp.main(port: 8082) { makeDice() }
    }
}
