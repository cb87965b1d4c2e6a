import AviaryApps
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryViews
import Foundation
import GRDB

/// The pictures of the article *From UICollectionView*.
struct Picture: Codable, LiveRecord {
    var id: Int64
    var title: String
    var album: String
    var position: Double
    var width: Double
    var height: Double
}

/// The page of the article *From UICollectionView*.
final class PicturesController: ViewController {
    static let storyboard = Storyboard("PicturesView", Array(markup.utf8))
    private static let markup = """
        <main class="screen">
          <button data-action="edit">Select</button>
          <button data-action="rows">Rows</button>
          <div data-collection="grid" data-scrubber="Albums" aria-label="Pictures"></div>
          <p data-empty="grid" hidden>No pictures yet.</p>
        </main>

        <template data-cell="PictureCell">
          <div class="picture selectable"><span data-outlet="title"></span></div>
        </template>
        <template data-header="AlbumHeader">
          <h2><span data-outlet="name"></span> <span data-outlet="count:number(text)"></span></h2>
        </template>
        <template data-supplementary="Badge" data-anchor="cell">
          <span class="badge" aria-hidden="true"></span>
        </template>
        """

    let page = Page()
    let grid = CollectionView<Int64>(
        layout: FlowLayout(columns: .adaptive(minimum: 120), minimumLineSpacing: 8, headerHeight: 36))
    var collections: [String: any ScreenCollection] { ["grid": grid] }
    var actions: Actions {
        ["open": open, "edit": edit, "rows": rows, "move": move, "drop": drop, "remove": remove]
    }
    let store: LiveStore
    let pictures: FetchedResults<Picture>
    let order = ManualOrder(of: "picture", by: "position", within: "album")
    let loader = PictureLoader()
    let chat = CollectionView<Int64>(layout: ListLayout(estimatedHeight: 64), anchor: .end)
    private var loads: [Int64: Task<Void, Never>] = [:]

    init(store: LiveStore) async throws {
        self.store = store
        var request = ListRequest<Picture>(sort: [Column("position").asc], sections: .by(Column("album").asc))
        request.sizes = .size(width: Column("width"), height: Column("height"))
        pictures = try await FetchedResults(request, in: store)
    }

    /// The outline of the article.
    static func outline(in list: inout ListSnapshot<String, Int64>, _ source: DiffableDataSource<Int64>) throws {
        var files = SectionSnapshot<Int64>()
        try files.append([1, 2])
        try files.append([3, 4], to: 1)
        files.expand([1])
        try list.apply(files, to: "Files")
        source.apply(list)
    }

    func viewDidLoad() {
        grid.delegate = self
        grid.prefetchDataSource = self
        grid.allowsMultipleSelectionDuringEditing = true
        grid.dataSource = LiveDataSource(pictures) { picture, cell in
            cell["title"] = picture.title
        }
        grid.configureHeaders(of: pictures) { album, count, header in
            header["name"] = album.title
            header["count"] = count
        }
        let corner = SupplementaryPlacement(.topTrailing, width: .points(12), height: .points(12))
        grid.configureSupplementary("Badge", of: pictures, at: corner) { picture, badge in
            picture.width > 4000
        }
        grid.moveAction = "move"
        grid.dropAction = "drop"
    }

    func open(_ event: ActionEvent) {
        guard let id = event.item(in: grid) else { return }
        page.announce("Picture \(id)")
    }

    func edit(_ event: ActionEvent) { grid.isEditing.toggle() }

    func rows(_ event: ActionEvent) async throws {
        try await grid.setLayout(JustifiedLayout(rowHeight: 180, spacing: 8, headerHeight: 36))
    }

    func texts(_ event: ActionEvent) async throws {
        try await grid.setLayout(ListLayout(estimatedHeight: 80, minimumLineSpacing: 8))
    }

    func move(_ event: ActionEvent) async throws {
        guard let move = event.move(in: grid) else { return }
        try await store.write(receipt: event.receipt) { [order] db in
            try order.move(move, in: db) { $0.databaseValue }
        }
    }

    func drop(_ event: ActionEvent) async throws {
        guard let drop = event.drop(in: grid) else { return }
        let titles = drop.content.text.split(separator: "\n").map(String.init)
        try await store.write(receipt: event.receipt) { [order] db in
            let made = try order.makePositions(for: titles.count, at: drop.target, in: db) { $0.databaseValue }
            for (title, position) in zip(titles, made.positions) {
                try db.execute(
                    literal: """
                        INSERT INTO picture (title, album, position, width, height)
                        VALUES (\(title), \(made.group), \(position), 4, 3)
                        """)
            }
        }
    }

    func remove(_ event: ActionEvent) async throws {
        let items = event.items(in: grid)
        try await store.write(receipt: event.receipt) { db in _ = try Picture.deleteAll(db, keys: items) }
    }

    func show(_ picture: Int64) {
        grid.scrollToItem(picture, at: .centeredVertically, animated: true)
    }

    func showFirstAlbum() {
        guard pictures.snapshot.numberOfSections > 0 else { return }
        grid.scrollToSection(pictures.snapshot.sectionIdentifier(at: 0), at: .top)
    }
}

extension PicturesController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? { "open" }

    func collectionViewDidChangeSelection(_ view: CollectionView<Int64>) {
        page.announce("\(view.selection.count) selected")
    }

    func collectionView(_ view: CollectionView<Int64>, menuFor items: Set<Int64>) -> Menu? {
        items.isEmpty ? nil : Menu([MenuItem("Remove", action: "remove", shortcut: "Delete", isDestructive: true)])
    }

    func collectionView(_ view: CollectionView<Int64>, trailingSwipeActionsFor item: Int64) -> SwipeActions? {
        SwipeActions(MenuItem("Remove", action: "remove", shortcut: "Delete", isDestructive: true))
    }

    func collectionView(_ view: CollectionView<Int64>, willDisplay cell: Cell, for item: Int64) {
        begin(item)
    }

    func collectionView(_ view: CollectionView<Int64>, didEndDisplaying item: Int64) {
        loads.removeValue(forKey: item)?.cancel()
    }

    func collectionView(
        _ view: CollectionView<Int64>, targetForDropping content: DroppedContent,
        proposed target: MoveTarget<Int64>
    ) -> MoveTarget<Int64>? {
        content.text.isEmpty ? nil : target
    }
}

extension PicturesController: CollectionViewPrefetching {
    func collectionView(_ view: CollectionView<Int64>, prefetch items: [Int64]) {
        for item in items { begin(item) }
    }

    func collectionView(_ view: CollectionView<Int64>, cancelPrefetching items: [Int64]) {
        for item in items { loads.removeValue(forKey: item)?.cancel() }
    }

    private func begin(_ item: Int64) {
        if loads[item] == nil { loads[item] = Task { [loader] in await loader.load(item) } }
    }
}

/// What loads the files of pictures, beside the scene.
struct PictureLoader: Sendable {
    @concurrent func load(_ picture: Int64) async {}
}

/// The other two kinds of data sources.
final class NamesController: ViewController {
    static let storyboard = Storyboard(
        "NamesView",
        Array(
            """
            <main><div data-collection="diffable"></div><div data-collection="indexed"></div></main>
            <template data-cell="NameCell"><p data-outlet="name"></p></template>
            """.utf8))

    let page = Page()
    let diffable = CollectionView<String>(layout: ListLayout(rowHeight: .uniform(44)))
    let indexed = CollectionView<Int>(layout: ListLayout(rowHeight: .uniform(44)))
    var collections: [String: any ScreenCollection] { ["diffable": diffable, "indexed": indexed] }
    var actions: Actions { [:] }
    private var names = ["Ann", "Bob", "Cem"]

    func viewDidLoad() throws {
        let source = DiffableDataSource<String> { name, cell in cell["name"] = name }
        diffable.dataSource = source
        var snapshot = ListSnapshot<Int, String>()
        try snapshot.appendSections([0])
        try snapshot.appendItems(["Ann", "Bob"], toSection: 0)
        source.apply(snapshot, animatingDifferences: false)

        let list = IndexedDataSource(numberOfItems: { [unowned self] _ in names.count }) { [unowned self] path, cell in
            cell["name"] = names[path.item]
        }
        indexed.dataSource = list
        names.remove(at: 1)
        try list.performBatchUpdates { $0.deleteItems(at: [ItemIndexPath(item: 1)]) }
    }
}

/// A note of the article, which may be below another one.
struct Note: Codable, LiveRecord {
    var id: Int64
    var parent: Int64?
    var position: Double
}

/// The outline of notes of the article.
final class NoteList {
    let notes: FetchedOutline<Note>

    init(store: LiveStore) async throws {
        notes = try await FetchedOutline(
            ListRequest<Note>(sort: [Column("position").asc]), parent: Column("parent"), in: store)
    }
}
