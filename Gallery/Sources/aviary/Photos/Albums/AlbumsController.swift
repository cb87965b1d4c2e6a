import AviaryApps
import AviaryResults
import AviaryServer
import AviaryText
import AviaryViews
import GalleryPages

/// The page of all albums, with links to each album and to the trash.
final class AlbumsController: ViewController {
    static let storyboard = Storyboard("AlbumsView", EmbeddedFile.AlbumsView_html.bytes)

    let page = Page()
    let list = CollectionView<Int64>(
        layout: FlowLayout(
            columns: .adaptive(minimum: 150, atLeast: 2), itemSize: .aspectRatio(0.8), minimumLineSpacing: 16,
            minimumInteritemSpacing: 16, sectionInset: (16, 8)))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var children: [String: any ViewController] { ["history": history] }
    var actions: Actions { ["new": new] }

    private let history: UndoController
    private let albums: FetchedResults<AlbumCard>
    private var added = AwaitedItem()

    init(albums: FetchedResults<AlbumCard>, library: PhotoLibrary) {
        history = UndoController(of: library.store, counting: PhotosWords.albumNoun)
        self.albums = albums
    }

    func viewDidLoad() {
        list.allowsSelection = false
        list.delegate = self
        list.dataSource = LiveDataSource(albums) { album, cell in
            cell["name"] = album.name
            cell["count"] = RoomWords.photos(album.count)
            cell["color"] = album.color
            cell[url: "cover"] = album.cover
            cell["isEmpty"] = album.cover == nil
        }
        page.showAccess(to: history.store)
        show()
    }

    private func new(_ event: ActionEvent) async throws {
        let name = event.fields["name"] ?? ""
        let new = try await history.write(PhotosWords.Steps.newAlbum, for: event) { db in
            try db.saveAlbum(named: name.isBlank ? PhotosWords.newAlbum : name)
        }
        added.scroll(list, to: new)
    }

    private func show() { page["status"] = PhotosWords.albums(list.numberOfItems) }
}

extension AlbumsController: CollectionViewDelegate {
    func collectionViewDidUpdate(_ view: CollectionView<Int64>) { added.scroll(view) }
    func collectionViewDidChangeCount(_ view: CollectionView<Int64>) { show() }
}

extension Destination<Int64> {
    static var album: Self { Destination("/photos/album/:id") }
}
