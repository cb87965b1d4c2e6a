import AviaryServer
import AviarySnapshots
import AviaryViews

/// Texts of 1 to 40 lines, in cells as high as their text, changed by what the tests ask for. Each tab has its own.
final class TextController: ViewController {
    static let storyboard = Storyboard("Texts", Array(markup.utf8))

    let page = Page()
    let grid: CollectionView<Int>
    var collections: [String: any ScreenCollection] { ["grid": grid] }
    var actions: Actions { ["change": change] }

    private var items: [Int]
    private let texts = Texts()
    private let source: DiffableDataSource<Int>
    private let begin: Int?

    /// - Parameter begin: The text at which the page begins.
    init(count: Int, estimatedHeight: Double = 60, at begin: Int? = nil, anchor: ContentAnchor = .start) {
        grid = CollectionView(
            layout: ListLayout(
                estimatedHeight: estimatedHeight, minimumLineSpacing: 8, sectionInset: (horizontal: 12, vertical: 12)),
            anchor: anchor)
        items = Array(0..<count)
        source = DiffableDataSource(Self.list(items)) { [texts] item, cell in
            cell["number"] = "\(item)"
            cell["text"] = texts[item]
        }
        self.begin = begin
    }

    func viewDidLoad() {
        grid.dataSource = source
        if let begin { grid.scrollToItem(begin, at: .top) }
    }

    private static func list(_ items: [Int]) -> ListSnapshot<Int, Int> { ListSnapshot(uniqueSections: [(0, items)]) }

    /// Does what the field `steps` says:
    ///
    /// - `text 17 3` gives text 17 another length.
    /// - `add 0 3` inserts three texts at position 0, and `append 3` at the end.
    /// - `remove 5` removes the text at position 5, and `move 5 900` moves it.
    /// - `to 17 top` scrolls to text 17.
    private func change(_ event: ActionEvent) async throws {
        for step in (event.fields["steps"] ?? "").split(separator: ",") {
            let words = step.split(separator: " ")
            let numbers = words.compactMap { Int($0) }
            switch words[0] {
            case "text":
                texts[numbers[0]] = Texts.text(lines: numbers[1])
                grid.reconfigureItems([numbers[0]])
            case "add":
                let next = (items.max() ?? -1) + 1
                items.insert(contentsOf: next..<next + numbers[1], at: numbers[0])
                source.apply(Self.list(items))
            case "append":
                let next = (items.max() ?? -1) + 1
                items += next..<next + numbers[0]
                source.apply(Self.list(items))
            case "remove":
                items.remove(at: numbers[0])
                source.apply(Self.list(items))
            case "move":
                items.insert(items.remove(at: numbers[0]), at: numbers[1])
                source.apply(Self.list(items))
            default:
                let alignments: [Substring: ScrollAlignment] = [
                    "top": .top, "middle": .centeredVertically, "bottom": .bottom,
                ]
                grid.scrollToItem(numbers[0], at: alignments[words[2]] ?? .nearest, animated: words.count > 3)
            }
        }
    }

    static let styles = """
        .text { padding: 8px 12px; border-radius: 8px; background: light-dark(#eee, #222) }
        .text b { display: block }
        .text p { overflow-wrap: anywhere }
        """
}

/// Texts by their numbers.
private final class Texts {
    private var changed: [Int: String] = [:]

    subscript(item: Int) -> String {
        get { changed[item] ?? Self.text(lines: 1 + item * 17 % 40) }
        set { changed[item] = newValue }
    }

    /// A text of about so many lines on a phone.
    static func text(lines: Int) -> String {
        Array(repeating: "the quick brown fox jumps over the lazy dog", count: lines).joined(separator: " ")
    }
}

private let markup = """
    <main class="room">
      <form class="steps" data-action="change"><input name="steps" aria-label="Steps" autocomplete="off"></form>
      <div class="grid" data-collection="grid" aria-label="Texts"></div>
    </main>
    <template data-cell="Text">
      <div class="text"><b data-outlet="number"></b><p data-outlet="text"></p></div>
    </template>
    """
