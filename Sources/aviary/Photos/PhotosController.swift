import AviaryApps
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GalleryPages

/// The Photos room: a grid of photographs, for adding, opening, selecting and arranging. Pages of albums and of the
/// trash use the same controller with other photographs.
final class PhotosController: DetailsRoom {
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
    /// The list of this window. Each arrangement and each search changes its request.
    let photos: FetchedResults<Photo>
    let albums: FetchedResults<Album>
    var arrangement: PhotoArrangement
    var searched = ""
    /// Whether the viewer shows the panel with details.
    var showsDetails = false
    /// Whether the page is in select mode, which is the edit mode of the grid.
    var isSelecting = false
    /// The results of adding files, by the identifier of the file choice. The ninth choice drops all earlier results.
    var additions: [String: AdditionSummary] = [:]
    /// The report about added photographs that waits until the grid has one of them.
    var report: AdditionReport? { didSet { if report != nil { tellReport() } } }
    /// The photograph to which "Show" scrolls.
    var added: Photo.ID?
    /// The photograph to scroll to as soon as it is in the list.
    var awaited: Photo.ID? { didSet { scrollToAwaited() } }
    /// The name of the album, if the page shows one.
    private(set) var albumName: String?
    /// The number of screen pixels in a point: 1.5, between the usual values, until the page sends it.
    private var ratio = 1.5

    /// Makes the controller for one window.
    ///
    /// - Parameter photos: The photographs of the place, ordered and filtered by the arrangement.
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

    var restorationState: String {
        RestoredList(words: arrangement.words, searched: searched, showsDetails: showsDetails).state
    }

    func restore(_ state: String) async {
        let restored = RestoredList(state)
        showsDetails = restored.showsDetails
        // If the list cannot be read now, the list shows the error itself.
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
        // The button "Show" in the trash opens this page with an added photograph in the address.
        awaited = page.address["show"].flatMap { Photo.ID($0) }
    }

    /// Updates the name of the album, or leaves the page if the album was deleted.
    private func didChange(_ album: Album?) {
        guard let album else {
            return page.leave(for: "/photos/albums", saying: PhotosWords.albumDeleted(albumName))
        }
        albumName = album.name
        page.title = album.name
        page["albumName"] = album.name
        show()
    }

    /// Chooses thumbnails for this screen.
    private var thumbnails: ThumbnailChoice {
        ThumbnailChoice(layout: arrangement.layout, width: grid.visibleRect.width, ratio: ratio)
    }

    /// Receives the resolution of the screen from the page.
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
        // A selection with Shift or by a drag starts select mode.
        if !view.selection.isEmpty, !isSelecting { setSelecting(true) } else { show() }
    }

    func collectionViewDidUpdate(_ view: CollectionView<Int64>) {
        scrollToAwaited()
        tellReport()
    }

    func collectionViewDidChangeCount(_ view: CollectionView<Int64>) {
        if view.numberOfItems == 0, isSelecting { setSelecting(false) } else { show() }
    }
}

extension PhotosController: PhotoControllerDelegate {
    func photoController(_ controller: PhotoController, didDelete sentence: String) { history.offer(sentence) }
}

extension Hint {
    // A single photograph cannot be moved.
    fileprivate static let movePhotos = Hint(name: "movePhotos", texts: PhotosWords.hint, counts: 2...8)
}
