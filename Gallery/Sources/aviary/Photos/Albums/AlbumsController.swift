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
            minimumInteritemSpacing: 16, sectionInset: (0, 8), minimumVisibleLines: 2))
    var collections: [String: any ScreenCollection] { ["list": list] }
    var children: [String: any ViewController] { ["history": history] }
    var actions: Actions { ["new": new, "rename": rename, "delete": delete] }

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

    private func rename(_ event: ActionEvent) async throws {
        guard let album = event.items(in: list).first else { return }
        try await page.presentNewName(of: album, history: history)
    }

    /// Deletes an album. Its photographs stay.
    private func delete(_ event: ActionEvent) async throws {
        guard let album = event.items(in: list).first else { return }
        let name = try await history.write(PhotosWords.Steps.deleteAlbum, for: event) { db in
            let name = try db.name(ofAlbum: album)
            try db.deleteAlbum(album)
            return name
        }
        history.offer(PhotosWords.albumDeletedAndUndoable(name))
    }

    private func show() { page["status"] = PhotosWords.albums(list.numberOfItems) }
}

extension AlbumsController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, menuFor items: Set<Int64>) -> Menu? {
        guard items.count == 1, !history.store.isReadOnly else { return nil }
        return Menu(
            [MenuItem(PhotosWords.Buttons.renameAlbum, action: "rename", shortcut: "F2")],
            [MenuItem(PhotosWords.Buttons.deleteAlbum, action: "delete", shortcut: "Delete", isDestructive: true)])
    }

    func collectionViewDidUpdate(_ view: CollectionView<Int64>) { added.scroll(view) }
    func collectionViewDidChangeCount(_ view: CollectionView<Int64>) { show() }
}

extension Page {
    /// Opens a sheet in which a person renames an album.
    func presentNewName(of album: Album.ID, history: UndoController) async throws {
        let name = try await history.store.read { db in
            guard let found = try db.record(Album.self, album) else { throw PhotoError.albumGone() }
            return found.name
        }
        let words = PhotosWords.renameAlbum
        let sheet = NameFieldController(words.title, label: words.label, name: name) { typed, event in
            let renaming = try await history.write(
                PhotosWords.Steps.renameAlbum, for: event, counting: PhotosWords.albumNoun
            ) { db in
                try db.renameAlbum(album, from: name, to: typed)
            }
            if case .overruled(let other) = renaming { history.sayReplaced(other, by: typed) }
        }
        try await present(sheet)
    }
}

extension Destination<Int64> {
    static var album: Self { Destination("/photos/album/:id") }
}
