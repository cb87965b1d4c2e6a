import AviaryResults
import AviaryServer
import AviaryText
import AviaryViews
import GRDB
import GalleryPages

/// The album that photographs are to be added to, in a sheet: one that is there, or a new one.
final class AlbumPickerController: ViewController {
    static let storyboard = Storyboard("AlbumPicker", EmbeddedFile.AlbumPicker_html.bytes)

    enum Choice: Hashable, Sendable {
        case album(Album.ID)
        case new(name: String)

        func album(in db: Database) throws -> Album.ID {
            switch self {
            case .album(let id): id
            case .new(let name): try db.saveAlbum(named: name.isBlank ? Album.newName : name)
            }
        }
    }

    let page = Page()
    let list = CollectionView<Int64>(layout: FlowLayout(columns: .fixed(1), itemSize: .height(52)))
    var collections: [String: AnyCollectionView] { ["list": list] }
    var actions: Actions { ["choose": choose, "new": new] }

    private let albums: FetchedResults<Album>
    private let count: Int
    private let didChoose: (Choice, ActionEvent) async throws -> Void

    /// - Parameters:
    ///   - count: How many photographs are to be added.
    ///   - didChoose: Adds them, with the receipt of the event.
    init(
        albums: FetchedResults<Album>, count: Int, didChoose: @escaping (Choice, ActionEvent) async throws -> Void
    ) {
        (self.albums, self.count, self.didChoose) = (albums, count, didChoose)
    }

    func viewDidLoad() {
        page["title"] = "Add \(count.counted("photo")) to an album"
        list.allowsSelection = false
        list.delegate = self
        list.dataSource = LiveDataSource(albums) { album, cell in cell["name"] = album.name }
    }

    private func choose(_ event: ActionEvent) async throws {
        guard let album = event.item(in: list) else { return }
        try await choose(.album(album), event)
    }

    private func new(_ event: ActionEvent) async throws {
        try await choose(.new(name: event.fields["name"] ?? ""), event)
    }

    private func choose(_ choice: Choice, _ event: ActionEvent) async throws {
        try await didChoose(choice, event)
        await page.dismiss()
    }
}

extension AlbumPickerController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? { "choose" }
}
