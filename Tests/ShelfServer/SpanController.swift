import AviaryServer
import AviarySnapshots
import AviaryViews

/// More things than a list could hold: what stands where is a formula.
final class SpanController: ViewController {
    static let storyboard = Storyboard("Span", Array(markup.utf8))

    let page = Page()
    let grid = CollectionView<Int>(layout: FlowLayout(columns: .fixed(4), itemSize: .height(100)))
    var collections: [String: any ScreenCollection] { ["grid": grid] }
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

private let markup = """
    <main class="room"><div class="grid" data-collection="grid" aria-label="Things"></div></main>
    <template data-cell="Thing"><div class="thing" data-outlet="label fill:color"></div></template>
    """
