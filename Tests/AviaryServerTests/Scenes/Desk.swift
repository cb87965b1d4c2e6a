import AviaryServer
import AviarySnapshots
import AviaryViews

/// A room whose controller has a child, which has one too; all three use the same names.
final class Desk: ViewController {
    static let storyboard = Storyboard(
        "Desk",
        Array(
            """
            <h1 data-outlet="title"></h1><button data-action="press" data-outlet="busy:flag(disabled)">Desk</button>
            <section data-child="pad"></section>
            <div data-collection="list"></div><template data-cell="Line"><p data-outlet="text"></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(20)))
    let pad: Pad
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["press": press] }
    var children: [String: any ViewController] { ["pad": pad] }
    let log: Diary

    init(log: Diary = Diary()) {
        self.log = log
        pad = Pad(log: log)
    }

    private(set) var state = ""
    var restorationState: String { state }
    func restore(_ state: String) async {
        await Task.yield()
        self.state = state
        log.add("desk restored")
    }

    func viewDidLoad() {
        log.add("desk loaded")
        page["title"] = "Desk"
        list.dataSource = DiffableDataSource(ListSnapshot(uniqueSections: [(0, [1, 2])])) { id, cell in
            cell["text"] = "desk \(id)"
        }
        pad.onWrite = { [unowned self] text in
            state = text
            page["title"] = "Desk: \(text)"
        }
    }

    func viewWillAppear() async {
        await Task.yield()
        log.add("desk appears")
    }
    func viewDidAppear() { log.add("desk appeared") }
    func viewWillDisappear() { log.add("desk disappears") }

    private func press(_ event: ActionEvent) { page["title"] = "Desk pressed" }
}

/// The child, which tells its parent by a closure.
final class Pad: ViewController {
    static let storyboard = Storyboard(
        "Pad",
        Array(
            """
            <h2 data-outlet="title tint:color"></h2>
            <form data-action="write"><input name="text"></form><button data-action="press">Pad</button>
            <div data-child="pen"></div>
            <div data-collection="list" data-tap="action"></div><p data-empty="list" hidden>Nothing</p>
            <template data-cell="Line"><p><b data-outlet="text"></b><button data-action="drop">Drop</button></p></template>
            """.utf8))

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(20)))
    let pen: Pen
    var collections: [String: any ScreenCollection] { ["list": list] }
    var actions: Actions { ["press": press, "write": write, "drop": drop] }
    var children: [String: any ViewController] { ["pen": pen] }
    var onWrite: ((String) -> Void)?
    private let log: Diary
    private var source: DiffableDataSource<Int64>?

    init(log: Diary) {
        self.log = log
        pen = Pen()
    }

    var text = ""
    var restorationState: String { text }
    func restore(_ state: String) {
        log.add("pad restored")
        show(state)
    }

    func viewDidLoad() {
        log.add("pad loaded")
        page["title"] = "Pad"
        page["tint"] = DisplayColor(red: 1, green: 2, blue: 3)
        list.delegate = self
        let source = DiffableDataSource(ListSnapshot(uniqueSections: [(0, [Int64(7)])])) { id, cell in
            cell["text"] = "pad \(id)"
        }
        self.source = source
        list.dataSource = source
    }
    func viewWillAppear() { log.add("pad appears") }
    func viewDidAppear() { log.add("pad appeared") }
    func viewWillDisappear() { log.add("pad disappears") }

    private func show(_ text: String) {
        self.text = text
        page["title"] = "Pad: \(text)"
    }
    private func press(_ event: ActionEvent) { page.offer("Pad pressed", action: "drop", title: "Drop") }
    private func write(_ event: ActionEvent) {
        show(event.fields["text"] ?? "")
        onWrite?(text)
    }
    private func drop(_ event: ActionEvent) {
        page.say("dropped \(event.items(in: list).sorted())")
    }
}

extension Pad: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? { "drop" }
    func collectionView(_ view: CollectionView<Int64>, menuFor items: Set<Int64>) -> Menu? {
        Menu([MenuItem("Drop", action: "drop", shortcut: "Delete")])
    }
    func collectionView(_ view: CollectionView<Int64>, trailingSwipeActionsFor item: Int64) -> SwipeActions? {
        SwipeActions(MenuItem("Drop it", action: "drop", isDestructive: true))
    }
}

final class Pen: ViewController {
    static let storyboard = Storyboard(
        "Pen", Array("<button data-action=\"press\" data-outlet=\"title\">Pen</button>".utf8))
    let page = Page()
    var actions: Actions { ["press": { _ in self.page["title"] = "Pen pressed" }] }
}

/// What happened, in order.
final class Diary: @unchecked Sendable {
    // Only written in one scene, and read when that has ended.
    private(set) var lines: [String] = []
    /// How many closures there are that hold something.
    var held = 0
    func add(_ line: String) { lines.append(line) }
}
