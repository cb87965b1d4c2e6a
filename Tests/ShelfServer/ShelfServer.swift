import AviaryServer
import AviarySnapshots
import AviaryViews

/// Shelves of numbered things: sections to try a browser with, changed by what the tests ask for.
///
/// Each tab has its own. `/` begins with three shelves, `/many` with 5,000 of 200 things. `/justified`, `/flow` and `/list`
/// give each thing a size of its own, `/justified-many` among a million. `/at/900-top` begins at a thing of `/many`,
/// `/rows-at/900-top` at one of `/justified-many`, and `/shelves/100000` has so many shelves of three.
final class ShelfController: ViewController {
    static let storyboard = Storyboard("Shelves", Array(markup.utf8))

    let page = Page()
    let grid: CollectionView<Int>
    var collections: [String: AnyCollectionView] { ["grid": grid] }
    var actions: Actions { ["change": change, "clear": clear] }

    private var shelves: [(name: String, things: [Int])]
    private var next = 0
    /// How many updates there were.
    private var updates = 0
    private let source: DiffableDataSource<Int>

    static let layouts: [String: any CollectionViewLayout] = [
        "grid": FlowLayout(
            columns: .adaptive(minimum: 120, atLeast: 3), minimumLineSpacing: 2, minimumInteritemSpacing: 2,
            sectionInset: (horizontal: 8, vertical: 8), headerHeight: 48, emptySectionHeight: 72),
        "justified": JustifiedLayout(
            rowHeight: 110, spacing: 4, sectionInset: (horizontal: 8, vertical: 8), headerHeight: 48,
            emptySectionHeight: 72),
        "flow": SizedFlowLayout(
            minimumLineSpacing: 4, minimumInteritemSpacing: 6, sectionInset: (horizontal: 8, vertical: 8),
            headerHeight: 48, emptySectionHeight: 72),
        "list": ListLayout(
            rowHeight: .ofItem, minimumLineSpacing: 2, sectionInset: (horizontal: 8, vertical: 8), headerHeight: 48,
            emptySectionHeight: 72),
        "fan": FanLayout(),
    ]

    /// Where the page begins: a thing, and where in the view it stands.
    private let begin: String

    init(shelves counts: [Int], layout: String = "grid", at begin: String = "") {
        self.begin = begin
        grid = CollectionView(layout: Self.layouts[layout]!)
        var next = 0
        shelves = counts.enumerated().map { number, count in
            defer { next += count }
            return ("shelf \(number)", Array(next..<next + count))
        }
        self.next = next
        let list = ListSnapshot(uniqueSections: shelves.map { ($0.name, $0.things) }).sized(by: size)
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
        let words = begin.split(separator: "-")
        if words.count > 1, let thing = Int(words[0]) { grid.scrollToItem(thing, at: alignment(words[1])) }
    }

    private func alignment(_ word: Substring) -> ScrollAlignment {
        switch word {
        case "top": .top
        case "middle": .centeredVertically
        case "bottom": .bottom
        default: .nearest
        }
    }

    /// Does what the field `steps` says, all in one update: `+2 3` puts three things first on shelf 2, `-2 3` takes three
    /// away there, `>0 2` carries the first thing from one to the other, `new 1`, `gone 1` and `move 0 2` are about shelves;
    /// `layout flow` lays them out in another way, `pin off` lets headers scroll away. `to 17 top slowly` and
    /// `shelf new-34 top` scroll there. With `quietly` nothing is seen moving, and with `await` the page says when it is done.
    private func change(_ event: ActionEvent) async throws {
        var (isOther, isStill, isAwaited) = (false, false, false)
        for step in (event.fields["steps"] ?? "").split(separator: ",") {
            let words = step.split(separator: " ")
            isOther = isOther || !["to", "shelf"].contains(words[0])
            let numbers = words.compactMap { Int($0.drop { "+->".contains($0) }) }
            switch words[0].first {
            case "+":
                shelves[numbers[0]].things.insert(contentsOf: next..<next + numbers[1], at: 0)
                next += numbers[1]
            case "-": shelves[numbers[0]].things.removeFirst(numbers[1])
            case ">": shelves[numbers[1]].things.append(shelves[numbers[0]].things.removeFirst())
            case "q": isStill = true
            case "a": isAwaited = true
            case "t": grid.scrollToItem(numbers[0], at: alignment(words[2]), animated: words.count > 3)
            case "s":
                grid.scrollToSection(
                    String(words[1].replacing("-", with: " ")), at: alignment(words[2]), animated: words.count > 3)
            case "l": try await grid.setLayout(Self.layouts[String(words[1])]!)
            case "p":
                guard var layout = grid.layout as? any SectionedLayout else { continue }
                layout.pinsHeaders = words[1] == "on"
                try await grid.setLayout(layout)
            case "n":
                shelves.insert(("shelf new \(next)", []), at: numbers[0])
                next += 1
            case "g": shelves.remove(at: numbers[0])
            default: shelves.insert(shelves.remove(at: numbers[0]), at: numbers[1])
            }
        }
        if isOther { apply(isStill: isStill, isAwaited: isAwaited) }
    }

    /// Clears the shelf whose header asked.
    private func clear(_ event: ActionEvent) async throws {
        guard let shelf = shelves.firstIndex(where: { $0.name == event.section }) else { return }
        shelves[shelf].things = []
        apply()
    }

    private func apply(isStill: Bool = false, isAwaited: Bool = false) {
        updates += 1
        let tell = { [page, updates] in page["displayed"] = "\(updates)" }
        source.apply(
            ListSnapshot(uniqueSections: shelves.map { ($0.name, $0.things) }).sized(by: size),
            animatingDifferences: !isStill, completion: isAwaited ? tell : nil)
    }
}

/// Things over each other, each turned a little further: a layout of an app's own.
private struct FanLayout: CollectionViewLayout {
    func geometry(
        of list: LayoutList, width: Double, after previous: (geometry: any LayoutGeometry, edit: LayoutEdit)?
    ) -> any LayoutGeometry { Fan(count: list.numberOfItems) }

    private struct Fan: LayoutGeometry {
        var count: Int
        var contentHeight: Double { Double(count) * 60 + 200 }
        func frame(at position: Int) -> ContentRect {
            ContentRect(x: 80, y: 40 + Double(position) * 60, width: 120, height: 120)
        }
        func positions(in rect: ContentRect) -> Range<Int> {
            let first = min(count, max(0, Int((rect.y - 160) / 60)))
            return first..<min(count, max(first, Int((rect.y + rect.height) / 60) + 1))
        }
        func neighbour(_ direction: LayoutDirection, of position: Int) -> Int? {
            let next = [.up, .left].contains(direction) ? position - 1 : position + 1
            return (0..<count).contains(next) ? next : nil
        }
        func appearance(at position: Int) -> ItemAppearance? {
            ItemAppearance(opacity: 0.9, zIndex: count - position, rotation: Double(position % 3) * 10)
        }
    }
}

private func size(of thing: Int) -> ItemSize {
    ItemSize(width: Float(60 + thing * 37 % 180), height: Float(50 + thing * 53 % 110))
}

private let markup = """
    <main class="room">
      <form class="steps" data-action="change"><input name="steps" aria-label="Steps" autocomplete="off"></form>
      <output data-outlet="displayed" hidden></output>
      <div class="grid" data-collection="grid" data-scrubber="Shelves" aria-label="Things"></div>
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

/// More things than a list could hold: what stands where is a formula.
final class SpanController: ViewController {
    static let storyboard = Storyboard("Span", Array(spanMarkup.utf8))

    let page = Page()
    let grid = CollectionView<Int>(layout: FlowLayout(columns: .fixed(4), itemSize: .height(100)))
    var collections: [String: AnyCollectionView] { ["grid": grid] }
    private let source: SpanSource

    init(count: Int) { source = SpanSource(Span(numberOfItems: count)) }

    func viewDidLoad() { grid.dataSource = source }
}

private struct Span: Snapshot {
    let numberOfItems: Int
    var numberOfSections: Int { 1 }
    static var findsInConstantTime: Bool { true }
    func sectionIdentifier(at section: Int) -> Int { section }
    func section(of identifier: Int) -> Int? { identifier == 0 ? 0 : nil }
    func range(ofSection section: Int) -> Range<Int> { 0..<numberOfItems }
    func section(at position: Int) -> Int { 0 }
    func item(at position: Int) -> Int { position }
    func position(of item: Int) -> Int? { (0..<numberOfItems).contains(item) ? item : nil }
}

private final class SpanSource: CollectionViewDataSource {
    private(set) var snapshot: any Snapshot<Int>

    init(_ span: Span) { snapshot = span }

    func nextUpdate() async -> CollectionUpdate<Int>? { nil }
    func prepare(_ items: [Int]) async throws {}
    func didApply(_ snapshot: any Snapshot<Int>) {}
    func reuseIdentifier(for item: Int) -> String? { nil }
    func attach(to view: CollectionView<Int>) {}
    func configure(_ cell: Cell, for item: Int) -> Bool {
        cell["label"] = "\(item)"
        cell["fill"] = DisplayColor(red: UInt8(128 + item * 37 % 128), green: UInt8(128 + item * 91 % 128), blue: 160)
        return true
    }
}

private let spanMarkup = """
    <main class="room"><div class="grid" data-collection="grid" aria-label="Things"></div></main>
    <template data-cell="Thing"><div class="thing" data-outlet="label fill:color"></div></template>
    """

extension Destination where Parameter == String {
    fileprivate static var at: Self { Self("/at/:place") }
    fileprivate static var rowsAt: Self { Self("/rows-at/:place") }
}

extension Destination where Parameter == Int {
    fileprivate static var shelves: Self { Self("/shelves/:count") }
    fileprivate static var span: Self { Self("/span/:count") }
}

/// `ShelfServer PORT EDITION` serves at a port with another edition of the style sheet, so that its pages have another version.
@main
enum ShelfServer {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        let edition = words.dropFirst().first ?? "1"
        let app = LiveApp(
            name: "Shelves",
            rooms: [
                Route("/", title: "Shelves") { ShelfController(shelves: [4, 0, 30]) },
                Route("/many", title: "Many shelves") {
                    ShelfController(shelves: Array(repeating: 200, count: 5_000))
                },
                Route("/justified", title: "Rows") { ShelfController(shelves: [4, 0, 60], layout: "justified") },
                Route("/flow", title: "Flow") { ShelfController(shelves: [4, 0, 60], layout: "flow") },
                Route("/list", title: "List") { ShelfController(shelves: [4, 0, 60], layout: "list") },
                Route("/justified-many", title: "Many rows") {
                    ShelfController(shelves: Array(repeating: 200, count: 5_000), layout: "justified")
                },
                Route(.at, title: "Somewhere") { place in
                    ShelfController(shelves: Array(repeating: 200, count: 5_000), at: place)
                },
                Route(.rowsAt, title: "Somewhere in rows") { place in
                    ShelfController(shelves: Array(repeating: 200, count: 5_000), layout: "justified", at: place)
                },
                Route(.shelves, title: "Shelves of three") { count in
                    ShelfController(shelves: Array(repeating: 3, count: min(max(count, 0), 100_000)))
                },
                Route(.span, title: "A span") { count in SpanController(count: min(max(count, 0), 100_000_000)) },
            ],
            assets: [
                Asset("shelves.css", Array(styles.utf8)),
                Asset("edition.css", Array(":root { --edition: \(edition) }".utf8)),
            ])
        try await app.run(port: words.first.flatMap { Int($0) } ?? 0)
    }
}
