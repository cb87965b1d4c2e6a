import AviaryServer
import AviarySnapshots
import AviaryViews

/// Things with supplementary views: a badge at a corner of some, and a mark with a button at the bottom of others. Each
/// shelf has a line at its top, and each shelf with things has a button at its end.
final class BadgeController: ViewController {
    static let storyboard = Storyboard("Badges", Array(markup.utf8))

    let page = Page()
    let grid: CollectionView<Int>
    var collections: [String: any ScreenCollection] { ["grid": grid] }
    var actions: Actions { ["change": change, "press": press, "open": open] }

    private let source: DiffableDataSource<Int>
    private var shelves: [(name: String, things: [Int])]
    /// The texts of the badges, by thing. Other things have none.
    private var badges: [Int: Int]
    private let edges: SupplementaryPlacement.Edge

    init(layout: some SectionedLayout, badgesAt edge: SupplementaryPlacement.Edge = .topTrailing) {
        var layout = layout
        (layout.headerHeight, layout.footerHeight) = (40, 24)
        grid = CollectionView(layout: layout)
        edges = edge
        shelves = [("tea", Array(0..<7)), ("none", []), ("mate", Array(7..<60))]
        badges = Dictionary(uniqueKeysWithValues: (0..<60).filter { $0 % 3 == 0 }.map { ($0, $0 + 1) })
        source = DiffableDataSource(Self.list(shelves)) { thing, cell in cell["label"] = "\(thing)" }
    }

    private static func list(_ shelves: [(name: String, things: [Int])]) -> ListSnapshot<String, Int> {
        ListSnapshot(uniqueSections: shelves.map { ($0.name, $0.things) })
            .sized { ItemSize(width: Float(90 + $0 * 37 % 80), height: 80) }
    }

    func viewDidLoad() {
        grid.dataSource = source
        grid.configureHeaders { (shelf: String, _, header) in header["name"] = shelf }
        grid.configureFooters { (_: String, count, footer) in footer["count"] = count }
        let badge = SupplementaryPlacement(edges, offset: (x: 8, y: -4), width: .points(32), height: .points(20))
        grid.configureSupplementary("Badge", at: badge) { [unowned self] thing, badge in
            badge["count"] = badges[thing]
            badge["fill"] = DisplayColor(red: 160, green: 0, blue: 30)
            return badges[thing] != nil
        }
        grid.configureSupplementary("Mark", at: .init(.bottom, height: .fraction(0.25))) { thing, mark in
            mark["text"] = "mark \(thing)"
            return thing % 5 == 1
        }
        grid.configureSupplementary("Line", at: .init(.top, width: .fraction(1), height: .points(2))) {
            (_: String, _, _) in true
        }
        grid.configureSupplementary("Total", at: .init(.bottomTrailing, offset: (x: -8, y: 0))) {
            (_: String, count, total) in
            total["text"] = "all \(count)"
            return count > 0
        }
    }

    /// `badge 4 9` has the badge of 4 say 9, `bare 4` takes it away, `gone 4` takes the thing away, `last 4` makes it the last
    /// of the first shelf.
    private func change(_ event: ActionEvent) async throws {
        for step in (event.fields["steps"] ?? "").split(separator: ",") {
            let words = step.split(separator: " ")
            let numbers = words.compactMap { Int($0) }
            guard let thing = numbers.first else { continue }
            switch words[0] {
            case "badge", "bare":
                badges[thing] = numbers.dropFirst().first
                grid.reconfigureItems([thing])
            case "gone": shelves = shelves.map { ($0.name, $0.things.filter { $0 != thing }) }
            case "last":
                shelves = shelves.map { ($0.name, $0.things.filter { $0 != thing }) }
                shelves[0].things.append(thing)
            default: continue
            }
        }
        source.apply(Self.list(shelves))
    }

    private func press(_ event: ActionEvent) {
        page["pressed"] = event.item(in: grid).map { "thing \($0)" } ?? event.section.map { "shelf \($0)" }
    }

    private func open(_ event: ActionEvent) async throws {
        try await page.present(BadgeController(layout: FlowLayout(columns: .fixed(3), itemSize: .height(80))))
    }
}

private let markup = """
    <main class="room">
      <form class="steps" data-action="change"><input name="steps" aria-label="Steps" autocomplete="off"></form>
      <button type="button" data-action="open">Open</button>
      <output data-outlet="pressed"></output>
      <div class="grid badged" data-collection="grid" aria-label="Things"></div>
    </main>
    <template data-cell="Thing"><div class="plain"><b data-outlet="label"></b></div></template>
    <template data-header="Shelf"><div class="head"><h2 data-outlet="name"></h2></div></template>
    <template data-footer="ShelfEnd"><div class="end"><span data-outlet="count:number(text)"></span></div></template>
    <template data-supplementary="Badge" data-anchor="cell">
      <div class="badge" data-outlet="fill:color count:number(text)"></div>
    </template>
    <template data-supplementary="Mark" data-anchor="cell">
      <button type="button" data-action="press" data-outlet="text"></button>
    </template>
    <template data-supplementary="Line" data-anchor="section"><div class="line"></div></template>
    <template data-supplementary="Total" data-anchor="section">
      <button type="button" data-action="press" data-outlet="text"></button>
    </template>
    """

let badgeStyles = """
    .badged { padding: 0 12px }
    .plain { background: #d8e4d8; color: #000; padding: 4px }
    .badge { background: var(--Badge-fill); color: #fff; border-radius: 10px; text-align: center; line-height: 20px }
    .line { background: #a0001e }
    .head { background: light-dark(#fff, #101010) }
    .sheet .room { height: 500px }
    """
