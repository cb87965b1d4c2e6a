import AviaryServer
import AviarySnapshots
import AviaryViews
import Foundation

/// Shelves of numbered things: sections to try a browser with, changed by what the tests ask for.
///
/// Each tab has its own. `/` begins with three shelves, `/many` with 5,000 of 200 things.
final class ShelfController: ViewController {
    static let storyboard = Storyboard("Shelves", Array(markup.utf8))

    let page = Page()
    let grid = CollectionView<Int>(
        layout: FlowLayout(
            columns: .adaptive(minimum: 120, atLeast: 3), minimumLineSpacing: 2, minimumInteritemSpacing: 2,
            sectionInset: (horizontal: 8, vertical: 8), headerHeight: 48, emptySectionHeight: 72))
    var collections: [String: AnyCollectionView] { ["grid": grid] }
    var actions: Actions { ["change": change, "clear": clear] }

    private var shelves: [(name: String, things: [Int])]
    private var next = 0
    private let source: DiffableDataSource<Int>

    init(shelves counts: [Int]) {
        var next = 0
        shelves = counts.enumerated().map { number, count in
            defer { next += count }
            return ("shelf \(number)", Array(next..<next + count))
        }
        self.next = next
        let list = ListSnapshot(uniqueSections: shelves.map { ($0.name, $0.things) })
        source = DiffableDataSource(list) { thing, cell in
            cell["label"] = "\(thing)"
            cell["fill"] = DisplayColor(
                red: UInt8(128 + thing * 37 % 128), green: UInt8(128 + thing * 91 % 128), blue: 160)
        }
    }

    func viewDidLoad() {
        grid.allowsMultipleSelection = true
        grid.dataSource = source
        grid.configureHeaders { (shelf: String, count, header) in
            header["name"] = shelf
            header["count"] = "\(count)"
            header["isFilled"] = count > 0
        }
    }

    /// Does what the field `steps` says, all in one update: `+2 3` puts three things first on shelf 2, `-2 3` takes three
    /// away there, `>0 2` carries the first thing from one to the other, `new 1`, `gone 1` and `move 0 2` are about shelves.
    private func change(_ event: ActionEvent) async throws {
        for step in (event.fields["steps"] ?? "").split(separator: ",") {
            let words = step.split(separator: " ")
            let numbers = words.compactMap { Int($0.drop { "+->".contains($0) }) }
            switch words[0].first {
            case "+":
                shelves[numbers[0]].things.insert(contentsOf: next..<next + numbers[1], at: 0)
                next += numbers[1]
            case "-": shelves[numbers[0]].things.removeFirst(numbers[1])
            case ">": shelves[numbers[1]].things.append(shelves[numbers[0]].things.removeFirst())
            case "n":
                shelves.insert(("shelf new \(next)", []), at: numbers[0])
                next += 1
            case "g": shelves.remove(at: numbers[0])
            default: shelves.insert(shelves.remove(at: numbers[0]), at: numbers[1])
            }
        }
        apply()
    }

    /// Clears the shelf whose header asked.
    private func clear(_ event: ActionEvent) async throws {
        guard let shelf = shelves.firstIndex(where: { $0.name == event.section }) else { return }
        shelves[shelf].things = []
        apply()
    }

    private func apply() { source.apply(ListSnapshot(uniqueSections: shelves.map { ($0.name, $0.things) })) }
}

private let markup = """
    <main class="room">
      <form class="steps" data-action="change"><input name="steps" aria-label="Steps" autocomplete="off"></form>
      <div class="grid" data-collection="grid" aria-label="Things"></div>
    </main>
    <template data-cell="Thing"><div class="thing" data-outlet="label fill:color"></div></template>
    <template data-header="Shelf">
      <div class="shelf">
        <h2 data-outlet="name"></h2> <span data-outlet="count"></span>
        <button type="button" data-action="clear">Clear</button>
        <p data-outlet="isFilled:flag(hidden)">Nothing here yet.</p>
      </div>
    </template>
    """

private let styles = """
    :root { color-scheme: light dark; font: 16px system-ui, sans-serif }
    body { margin: 0 }
    h1, h2, p { margin: 0; font-size: 1rem }
    .rooms { position: absolute; z-index: 2; inset: 0 0 auto auto; display: flex; gap: 8px; line-height: 40px }
    .rooms a { color: inherit }
    .room { position: relative; height: 100dvh }
    .steps { position: absolute; inset: 0 0 auto; height: 40px }
    .grid { position: absolute; inset: 40px 0 0 }
    .thing { background: var(--fill); color: #000; padding: 4px; font-size: 12px }
    .thing[aria-selected="true"] { outline: 3px solid #0a5fe0; outline-offset: -3px }
    .shelf { display: grid; grid-template-columns: auto 1fr auto; align-content: start; align-items: center; gap: 0 8px;
      padding: 0 8px; background: light-dark(#fff, #101010) }
    .shelf > :is(h2, span, button) { height: 48px; line-height: 48px }
    .shelf p { grid-column: 1 / -1; line-height: 72px; text-align: center; color: light-dark(#5a5a5a, #b4b4b4) }
    .placeholder { background: light-dark(#ececec, #242424) }
    """

@main
enum ShelfServer {
    static func main() async throws {
        let app = LiveApp(
            name: "Shelves",
            rooms: [
                Route("/", title: "Shelves") { ShelfController(shelves: [4, 0, 30]) },
                Route("/many", title: "Many shelves") {
                    ShelfController(shelves: Array(repeating: 200, count: 5_000))
                },
            ], assets: [Asset("shelves.css", Array(styles.utf8))])
        try await app.run(ServerConfiguration(port: 0)) { address in
            FileHandle.standardOutput.write(Data("Shelves are at \(address.urls[0])\n".utf8))
        }
    }
}
