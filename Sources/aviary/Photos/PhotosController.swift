import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GalleryPages

/// The Photos room: a grid of photographs to add to, to open, to select in and to arrange. The page of an album and the
/// trash are the same with other photographs in them.
final class PhotosController: ViewController {
    static let storyboard = Storyboard("PhotosView", EmbeddedFile.PhotosView_html.bytes)

    let page = Page()
    let grid: CollectionView<Int64>
    var collections: [String: AnyCollectionView] { ["grid": grid] }
    var children: [String: any ViewController] { ["history": history, "hint": hint] }
    var actions: Actions {
        [
            "add": add, "showAdded": showAdded, "refuse": refuse, "lost": lost, "open": open,
            "toggleSelecting": toggleSelecting,
            "selectAll": selectAll,
            "beginSelecting": beginSelecting, "share": share, "saved": saved, "favorite": favorite,
            "showPalette": showPalette, "addToAlbum": addToAlbum,
            "removeFromAlbum": removeFromAlbum, "delete": delete, "putBack": putBack, "deleteForGood": deleteForGood,
            "emptyTrash": emptyTrash, "move": move, "arrange": arrange, "search": search, "screen": screen,
            "renameAlbum": renameAlbum, "deleteAlbum": deleteAlbum,
        ]
    }

    let place: PhotoPlace
    let library: PhotoLibrary
    let history: UndoController
    let hint: HintController
    /// This window's own: it turns to other requests.
    let photos: FetchedResults<Photo>
    let albums: FetchedResults<Album>
    var arrangement: PhotoArrangement
    var searched = ""
    /// Whether the room is in select mode, which is the grid's edit mode.
    var isSelecting = false
    /// What came of files, by their choices: of a few choices only.
    var additions: [String: AdditionSummary] = [:]
    /// The photograph to which "Show" leads.
    var added: Photo.ID?
    /// A photograph to which the grid scrolls as soon as it is in the list.
    var awaited: Photo.ID? { didSet { scrollToAwaited() } }
    /// What the album is called, where the page is that of one.
    private(set) var albumName: String?
    /// How many pixels of the screen are a point; between the usual ones as long as nobody has said.
    private var ratio = 1.5

    /// - Parameter photos: Those of the place, in the arrangement.
    init(
        _ place: PhotoPlace, _ arrangement: PhotoArrangement, photos: FetchedResults<Photo>,
        albums: FetchedResults<Album>, library: PhotoLibrary, hints: FollowedHints
    ) {
        self.place = place
        self.arrangement = arrangement
        grid = CollectionView(layout: arrangement.collectionLayout)
        self.photos = photos
        self.albums = albums
        self.library = library
        history = UndoController(of: library.store, counting: RoomWords.photo)
        hint = HintController(.movePhotos, unlessIn: hints)
    }

    var restorationState: String { RestoredList(words: arrangement.words, searched: searched).state }

    func restore(_ state: String) async {
        let restored = RestoredList(state)
        // What cannot be read now is told by the list.
        try? await arrange(as: PhotoArrangement(words: restored.words))
        if !restored.searched.isEmpty { try? await search(for: restored.searched) }
    }

    func viewDidLoad() async throws {
        if let album = place.album {
            guard try await albums.elements(for: [album])[album] != nil else {
                throw NotFound(PhotosWords.noSuchAlbum)
            }
            await observe(albums) { albums in self.didChange(albums.first { $0.id == album }) }
        }
        grid.allowsMultipleSelection = true
        grid.allowsMultipleSelectionDuringEditing = true
        grid.delegate = self
        grid.configureHeaders(of: photos) { section, count, header in
            header["title"] = PhotoDate.title(ofSection: section.title)
            header["count"] = RoomWords.photos(count)
        }
        grid.dataSource = LiveDataSource(photos) { [unowned self] photo, cell in
            cell["name"] = photo.name
            cell["color"] = photo.color
            cell["isFavorite"] = photo.isFavorite
            cell[url: "picture"] = photo.thumbnailPath(thumbnails.side(width: photo.width, height: photo.height))
        }
        page.showAccess(to: history.store)
        showArrangement()
        show()
        // The page that added photographs elsewhere leads to them.
        awaited = page.address["show"].flatMap { Photo.ID($0) }
    }

    /// Another window may rename the album, or delete it.
    private func didChange(_ album: Album?) {
        guard let album else {
            return page.leave(for: "/photos/albums", saying: PhotosWords.albumDeleted(albumName))
        }
        albumName = album.name
        page.title = album.name
        page["albumName"] = album.name
        show()
    }

    /// The thumbnails that this screen is served best by.
    private var thumbnails: ThumbnailChoice {
        ThumbnailChoice(layout: arrangement.layout, width: grid.visibleRect.width, ratio: ratio)
    }

    /// The page says how fine its screen is.
    private func screen(_ event: ActionEvent) {
        if let said = event.fields["ratio"].flatMap(Double.init), (0.5...8).contains(said) { ratio = said }
    }

    private func open(_ event: ActionEvent) async throws {
        guard let id = event.item(in: grid) ?? event.items(in: grid).first else { return }
        try await present(id)
    }

    func presentAgain(at address: Address) async throws {
        if let id = Destination.photo.parameter(of: address) { try await present(id) }
    }

    private func present(_ id: Photo.ID) async throws {
        try await page.present(at: Destination.photo.address(id)) { [unowned self] in
            let photo = PhotoController(id, in: photos, library: library, history: UndoController(sharing: history))
            photo.delegate = self
            return photo
        }
    }

    func show() {
        let (count, selected) = (grid.numberOfItems, grid.selection.count)
        let title =
            switch place {
            case .all: PhotosWords.Titles.photos
            case .album: albumName ?? ""
            case .trash: PhotosWords.Titles.trash
            }
        page["title"] = isSelecting ? PhotosWords.Titles.selectPhotos : title
        page["status"] = grid.status(counting: RoomWords.photos)
        page["select"] = isSelecting ? RoomWords.done : RoomWords.select
        page["selectDisabled"] = count == 0
        page["nothingSelected"] = !isSelecting || selected == 0
        page["isSelecting"] = isSelecting
        page["notSelecting"] = !isSelecting
        page["notChoosing"] = !isSelecting || place == .trash
        page["notChoosingInAlbum"] = !isSelecting || place.album == nil
        page["isTrash"] = place == .trash
        page["notTrash"] = place != .trash
        page["notAlbum"] = place.album == nil
        page["isRoot"] = place == .all
        page["notRoot"] = place != .all
        page["trashEmpty"] = place != .trash || count == 0 || history.store.isReadOnly
        page["nothing"] = place.emptySentence(arrangement, search: searched)
        page["cannotFill"] = place == .trash || !searched.isEmpty || arrangement.onlyFavorites
        hint.show(
            amongItems: count,
            canFollow: grid.moveAction != nil && arrangement.order == .manual && searched.isEmpty)
    }
}

extension PhotosController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? {
        isSelecting ? nil : "open"
    }

    func collectionView(_ view: CollectionView<Int64>, menuFor items: Set<Int64>) -> Menu? { menu(for: items) }

    func collectionViewDidChangeSelection(_ view: CollectionView<Int64>) {
        // By Shift, or by dragging.
        if !view.selection.isEmpty, !isSelecting { setSelecting(true) } else { show() }
    }

    func collectionViewDidUpdate(_ view: CollectionView<Int64>) { scrollToAwaited() }

    func collectionViewDidChangeCount(_ view: CollectionView<Int64>) {
        if view.numberOfItems == 0, isSelecting { setSelecting(false) } else { show() }
    }
}

extension PhotosController: PhotoControllerDelegate {
    func photoController(_ controller: PhotoController, didDelete sentence: String) { history.offer(sentence) }
}
