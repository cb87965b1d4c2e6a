import AviaryServer
import AviarySnapshots
import AviaryViews

/// Shelves of things that scroll to the right, changed by what the tests ask for.
///
/// Each tab has its own. `/strip` has 10,000 things in one line, as a strip of photographs: all as high as the line, each as
/// wide as it is. `/across-flow` and the like have the layouts of `ShelfController`.
final class StripController: ViewController {
    static let storyboard = Storyboard("Strip", Array(markup.utf8))

    let page = Page()
    let grid: CollectionView<Int>
    var collections: [String: any ScreenCollection] { ["grid": grid] }
    var actions: Actions { ["change": change, "place": place] }

    private var shelves: Shelves
    private let isStrip: Bool
    private let source: DiffableDataSource<Int>

    init(shelves counts: [Int], layout: String) {
        isStrip = layout == "strip"
        grid = CollectionView(layout: ShelfController.layout(layout))
        shelves = Shelves(counts)
        source = DiffableDataSource(Self.list(shelves, isStrip)) { thing, cell in
            cell["label"] = "\(thing)"
            cell["fill"] = DisplayColor(
                red: UInt8(128 + thing * 37 % 128), green: UInt8(128 + thing * 91 % 128), blue: 160)
        }
    }

    private static func list(_ shelves: Shelves, _ isStrip: Bool) -> ListSnapshot<String, Int> {
        shelves.list { [isStrip] thing in
            var size = size(of: thing)
            if isStrip { size.height = 96 }
            return size
        }
    }

    func viewDidLoad() {
        grid.allowsMultipleSelection = true
        grid.dataSource = source
        grid.moveAction = "place"
        grid.configureHeaders { (shelf: String, count, header) in header["name"] = "\(shelf): \(count)" }
        grid.configureFooters { (shelf: String, count, footer) in footer["end"] = "End of \(shelf)" }
    }

    /// Does what the field `steps` says: `+0 3` and the like are about things (`Shelves`), `to 17 left` scrolls there, and
    /// `layout flow` lays them out in another way.
    private func change(_ event: ActionEvent) async throws {
        for step in (event.fields["steps"] ?? "").split(separator: ",") {
            let words = step.split(separator: " ")
            if shelves.change(by: words) { continue }
            let numbers = words.compactMap { Int($0) }
            switch words[0].first {
            case "t":
                let alignments: [Substring: ScrollAlignment] = [
                    "left": .left, "middle": .centeredHorizontally, "right": .right,
                ]
                grid.scrollToItem(numbers[0], at: alignments[words[2]] ?? .nearest, animated: words.count > 3)
            default: try await grid.setLayout(ShelfController.layout(words[1]))
            }
        }
        source.apply(Self.list(shelves, isStrip))
    }

    /// Puts things where a person has moved them.
    private func place(_ event: ActionEvent) async throws {
        guard let move = event.move(in: grid) else { return }
        shelves.place(move)
        source.apply(Self.list(shelves, isStrip))
    }

    static let styles = """
        .across { position: absolute; inset: 40px 0 0 }
        .across:not(:has(.section)) { bottom: auto; height: 124px }
        .name { padding: 8px; overflow: hidden; background: light-dark(#fff, #101010); font-size: 14px }
        """
}

private let markup = """
    <main class="room">
      <form class="steps" data-action="change"><input name="steps" aria-label="Steps" autocomplete="off"></form>
      <div class="across" data-collection="grid" aria-label="Things"></div>
    </main>
    <template data-cell="Thing"><div class="thing" data-outlet="label fill:color"></div></template>
    <template data-header="Shelf"><div class="name" data-outlet="name"></div></template>
    <template data-footer="ShelfEnd"><div class="name" data-outlet="end"></div></template>
    """
