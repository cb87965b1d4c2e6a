import AviaryServer
import AviarySnapshots
import AviaryViews

/// Shelves of numbered things: sections to try a browser with, changed by what the tests ask for.
///
/// Each tab has its own. `/` begins with three shelves, `/many` with 5,000 of 200 things. `/justified`, `/flow` and `/list`
/// give each thing a size of its own, `/sized` all of them the same width, `/justified-many` among a million; `/footed` and
/// the like have footers. `/at/900-top` begins at a thing of `/many`, `/rows-at/900-top` at one of `/justified-many`, and
/// `/shelves/100000` has so many shelves of three. `/strip` and `/across-flow` and the like scroll to the right
/// (`StripController`).
final class ShelfController: ViewController {
    static let storyboard = Storyboard("Shelves", Array(markup.utf8))

    let page = Page()
    let grid: CollectionView<Int>
    var collections: [String: any ScreenCollection] { ["grid": grid] }
    var actions: Actions { ["change": change, "clear": clear, "place": place] }

    private var shelves: Shelves
    /// How many updates there were.
    private var updates = 0
    private let source: DiffableDataSource<Int>

    /// `footed-flow` and the like have footers, which `pinned-flow` keeps in view; `across-flow` scrolls to the right.
    static func layout(_ name: some StringProtocol) -> any CollectionViewLayout {
        let words = name.split(separator: "-")
        guard words.count > 1, var layout = layouts[String(words[words.count - 1])] as? any SectionedLayout else {
            return layouts[String(name)]!
        }
        for word in words.dropLast() {
            if word == "across" { layout.scrollDirection = .horizontal } else { layout.footerHeight = 36 }
            if word == "pinned" { layout.pinsFooters = true }
        }
        return layout
    }

    private static let layouts: [String: any CollectionViewLayout] = [
        "grid": FlowLayout(
            columns: .adaptive(minimum: 120, atLeast: 3), minimumLineSpacing: 2, minimumInteritemSpacing: 2,
            sectionInset: (horizontal: 8, vertical: 8), headerHeight: 48, emptySectionHeight: 72),
        "sized": FlowLayout(
            columns: .sized(90, atMost: 180), minimumLineSpacing: 2, minimumInteritemSpacing: 2,
            sectionInset: (horizontal: 8, vertical: 8), headerHeight: 48, emptySectionHeight: 72),
        "justified": JustifiedLayout(
            rowHeight: 110, spacing: 4, sectionInset: (horizontal: 8, vertical: 8), headerHeight: 48,
            emptySectionHeight: 72),
        "beside": JustifiedLayout(
            rowHeight: 110, spacing: 4, sectionInset: (horizontal: 8, vertical: 8), headerHeight: 48,
            footerHeight: 36, emptySectionHeight: 72, minimumSectionWidth: 120, sectionSpacing: 12),
        "flow": SizedFlowLayout(
            minimumLineSpacing: 4, minimumInteritemSpacing: 6, sectionInset: (horizontal: 8, vertical: 8),
            headerHeight: 48, emptySectionHeight: 72),
        "list": ListLayout(
            rowHeight: .ofItem, minimumLineSpacing: 2, sectionInset: (horizontal: 8, vertical: 8), headerHeight: 48,
            emptySectionHeight: 72),
        "bare": FlowLayout(
            columns: .adaptive(minimum: 120, atLeast: 3), minimumLineSpacing: 2, minimumInteritemSpacing: 2,
            sectionInset: (horizontal: 8, vertical: 8), emptySectionHeight: 20),
        "lowgrid": FlowLayout(
            columns: .adaptive(minimum: 120, atLeast: 3), minimumLineSpacing: 2, minimumInteritemSpacing: 2,
            sectionInset: (horizontal: 8, vertical: 8), headerHeight: 48, emptySectionHeight: 72,
            minimumVisibleLines: 2),
        "lowrows": JustifiedLayout(
            rowHeight: 110, spacing: 4, sectionInset: (horizontal: 8, vertical: 8), headerHeight: 48,
            emptySectionHeight: 72, minimumVisibleLines: 2),
        "fan": FanLayout(),
        "strip": SizedFlowLayout(
            minimumLineSpacing: 4, sectionInset: (horizontal: 8, vertical: 4), scrollDirection: .horizontal),
    ]

    /// Where the page begins: a thing, and where in the view it stands.
    private let begin: String

    convenience init(shelves counts: [Int], layout: String = "grid") { self.init(Shelves(counts), layout: layout) }

    init(_ shelves: Shelves, layout: String = "grid", at begin: String = "") {
        self.begin = begin
        grid = CollectionView(layout: Self.layout(layout))
        self.shelves = shelves
        source = DiffableDataSource(shelves.list(sizedBy: size)) { thing, cell in
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
        grid.configureFooters { (shelf: String, count, footer) in footer["sum"] = "End of \(shelf) with \(count)" }
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

    /// Does what the field `steps` says, all in one update: `+2 3` and the like are about things (`Shelves`), `new 1`, `gone 1`
    /// and `move 0 2` about shelves;
    /// `layout flow` lays them out in another way, `layout pinned-flow` with footers that stay in view; `pin off` lets headers
    /// scroll away, and with `order on` things can be moved by hand. `to 17 top slowly` and
    /// `shelf new-34 top` scroll there. With `quietly` nothing is seen moving, and with `await` the page says when it is done.
    private func change(_ event: ActionEvent) async throws {
        var (isOther, isStill, isAwaited) = (false, false, false)
        for step in (event.fields["steps"] ?? "").split(separator: ",") {
            let words = step.split(separator: " ")
            isOther = isOther || !["to", "shelf"].contains(words[0])
            if shelves.change(by: words) { continue }
            let numbers = words.compactMap { Int($0) }
            switch words[0].first {
            case "q": isStill = true
            case "a": isAwaited = true
            case "t": grid.scrollToItem(numbers[0], at: alignment(words[2]), animated: words.count > 3)
            case "s":
                grid.scrollToSection(
                    String(words[1].replacing("-", with: " ")), at: alignment(words[2]), animated: words.count > 3)
            case "l": try await grid.setLayout(Self.layout(words[1]))
            case "p":
                guard var layout = grid.layout as? any SectionedLayout else { continue }
                layout.pinsHeaders = words[1] == "on"
                try await grid.setLayout(layout)
            case "o": grid.moveAction = words[1] == "on" ? "place" : nil
            case "n": shelves.insertShelf(at: numbers[0])
            case "g": shelves.removeShelf(at: numbers[0])
            default: shelves.moveShelf(from: numbers[0], to: numbers[1])
            }
        }
        if isOther { apply(isStill: isStill, isAwaited: isAwaited) }
    }

    /// Puts things where a person has moved them.
    private func place(_ event: ActionEvent) async throws {
        guard let move = event.move(in: grid) else { return }
        shelves.place(move)
        apply()
    }

    /// Clears the shelf whose header or footer asked.
    private func clear(_ event: ActionEvent) async throws {
        shelves.clear(event.section)
        apply()
    }

    private func apply(isStill: Bool = false, isAwaited: Bool = false) {
        updates += 1
        let tell = { [page, updates] in page["displayed"] = "\(updates)" }
        source.apply(
            shelves.list(sizedBy: size), animatingDifferences: !isStill, completion: isAwaited ? tell : nil)
    }
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
    <template data-footer="ShelfEnd">
      <div class="end"><span data-outlet="sum"></span> <button type="button" data-action="clear">Clear all</button></div>
    </template>
    """

let shelfStyles = """
    :root { color-scheme: light dark; font: 16px system-ui, sans-serif }
    body { margin: 0 }
    h1, h2, p { margin: 0; font-size: 1rem }
    .rooms { position: absolute; z-index: 2; inset: 0 0 auto auto; display: flex; gap: 8px; line-height: 40px }
    .rooms a { color: inherit }
    .room { position: relative; height: 100dvh }
    .steps { position: absolute; inset: 0 0 auto; height: 40px }
    .grid { position: absolute; inset: 40px 0 0; container-type: size }
    .thing { background: var(--fill); color: #000; padding: 4px; font-size: 12px }
    .thing[aria-selected="true"] { outline: 3px solid #0a5fe0; outline-offset: -3px }
    .shelf { display: grid; grid-template-columns: auto 1fr auto; align-content: start; align-items: center; gap: 0 8px;
      padding: 0 8px; background: light-dark(#fff, #101010) }
    .shelf > :is(h2, span, button) { height: 48px; line-height: 48px }
    .shelf p { grid-column: 1 / -1; line-height: 72px; text-align: center; color: light-dark(#5a5a5a, #b4b4b4) }
    .end { display: flex; justify-content: space-between; align-items: center; padding: 0 8px;
      background: light-dark(#f4f4f4, #1c1c1c); font-size: 14px }
    .placeholder { background: light-dark(#ececec, #242424) }
    """
