import AviaryApps
import AviaryImages
import AviaryResults
import AviaryServer
import AviaryText
import AviaryViews
import Foundation
import GRDB
import GalleryPages

/// A viewer for one photo of the Photorama room and its neighbours, as large as the window. The viewer is a sheet above
/// the page that opened it, or a page of its own.
final class WebPhotoController: FilmController {
    static let storyboard = Storyboard(
        "WebPhotoView", EmbeddedFile.WebPhotoView_html.bytes, parts: ["film": EmbeddedFile.Film_html.bytes])

    let page = Page()
    var children: [String: any ViewController] { ["history": history] }
    var actions: Actions {
        [
            "previous": previous, "next": next, "favorite": favorite, "showTags": showTags, "keep": addToAlbum,
            "makePalette": makePalette, "showPalette": showPalette, "showFacts": showFacts, "retry": retry,
            "dismissTrouble": dismissTrouble,
        ]
    }

    private(set) var id: WebPhoto.ID
    let film: Film<WebPhoto>
    private let library: PhotoramaLibrary
    private let albums: PhotoramaAlbums
    let history: UndoController
    weak var room: (any ViewController)?
    private var photo: WebPhoto?
    private var around: Film<WebPhoto>.Neighbours = (nil, nil)
    private let pictures: PictureFetches
    /// The photo whose current view has been counted.
    private var counted: WebPhoto.ID?
    /// The reason why the picture could not be fetched.
    private var failure: String?
    private var isDismissed = false
    private var showsFacts = false { didSet { (room as? any DetailsRoom)?.showsDetails = showsFacts } }

    init(
        _ id: WebPhoto.ID, in photos: FetchedResults<WebPhoto>, library: PhotoramaLibrary, albums: PhotoramaAlbums,
        history: UndoController
    ) {
        (self.id, self.library, self.albums) = (id, library, albums)
        self.history = history
        film = Film(photos, in: library.store)
        pictures = PictureFetches(.large, from: library)
    }

    var restorationState: String { showsFacts ? "details" : "" }

    func restore(_ state: String) {
        guard !state.isEmpty else { return }
        showsFacts = true
        show(photo, around)
    }

    func viewDidLoad() async throws {
        showsFacts = (room as? any DetailsRoom)?.showsDetails == true
        show(try await library.photo(id), try await film.neighbours(of: id))
        page["isReadOnly"] = library.store.isReadOnly
        try await followFilm()
        observe(pictures.arrivals) { self.takePictures() }
    }

    /// Fetches the picture. This happens only after the browser connects, so a page without a connection fetches
    /// nothing.
    func viewDidAppear() { fetch() }

    func viewDidDisappear() { pictures.cancelAll() }

    // MARK: The picture

    /// Fetches the picture unless it is stored. Counts the view if the picture is stored.
    private func fetch() {
        guard let photo, photo.id == id, failure == nil else { return }
        if library.isStored(photo, size: .large) { return count() }
        pictures.begin(id, .visible)
    }

    private func takePictures() {
        for (id, failure) in pictures.take() where id == self.id {
            (self.failure, isDismissed) = (failure, false)
            if failure == nil { count() }
        }
        show(photo, around)
    }

    /// Counts a view, once each time that a person opens the photo or moves to it, and only after its picture is
    /// stored.
    private func count() {
        guard counted != id, !library.store.isReadOnly else { return }
        counted = id
        task { [id, library] in try await library.store.write { db in try db.countView(of: id) } }
    }

    private func retry(_ event: ActionEvent) {
        failure = nil
        show(photo, around)
        fetch()
    }

    private func dismissTrouble(_ event: ActionEvent) {
        isDismissed = true
        show(photo, around)
    }

    // MARK: What is shown

    func show(_ photo: WebPhoto?, _ neighbours: Film<WebPhoto>.Neighbours) {
        (self.photo, around) = (photo, neighbours)
        page.show(before: neighbours.before.map(frame), after: neighbours.after.map(frame))
        page["gone"] = photo == nil
        page["factsShown"] = showsFacts && photo != nil
        page["factsHidden"] = !showsFacts || photo == nil
        let isStored = photo.map { library.isStored($0, size: .large) } ?? false
        page["isWaiting"] = photo != nil && !isStored && failure == nil
        page["trouble"] = failure ?? ""
        page["noTrouble"] = failure == nil || isDismissed
        guard let photo else { return showGone() }
        page.title = photo.title
        page.show(frame(photo))
        page["date"] = PhotoDate.text(photo.takenAt)
        page["views"] = PhotoramaWords.views(photo.views)
        page["credit"] = [photo.owner, photo.license].filter { !$0.isEmpty }.joined(separator: " · ")
        page["owner"] = photo.owner
        page["noOwner"] = photo.owner.isEmpty
        page["license"] = photo.license
        page["noLicense"] = photo.license.isEmpty
        page["dimensions"] = "\(photo.width) × \(photo.height)"
        page["service"] = photo.service.capitalizedFirst
        page[url: "source"] = photo.page?.absoluteString
        page["noSource"] = photo.page == nil
        page["isFavorite"] = photo.isFavorite
    }

    private func showGone() {
        page["name"] = PhotoramaWords.isGone
        page["date"] = ""
        page["views"] = ""
        page[url: "picture"] = nil
        page[url: "preview"] = nil
    }

    private func frame(_ photo: WebPhoto) -> FilmFrame {
        let small = library.isStored(photo, size: .small) ? photo.picturePath(.small) : nil
        let large = library.isStored(photo, size: .large) ? photo.picturePath(.large) : nil
        return FilmFrame(
            id: photo.id, name: photo.title, width: photo.width, height: photo.height, color: photo.color,
            // A neighbour may show its small picture while its large one is not stored.
            picture: photo.id == id ? large : large ?? small, preview: small,
            address: Destination.webPhoto.address(photo.id))
    }

    // MARK: What a person does

    func go(to photo: WebPhoto?) async throws {
        guard let photo else { return }
        let address = Destination.webPhoto.address(photo.id)
        guard page.isPresented else { return page.show(address) }
        pictures.cancel(id)
        (id, failure, counted) = (photo.id, nil, nil)
        show(photo, try await film.neighbours(of: id))
        fetch()
        try await film.turn(to: id)
        let (photos, library, albums, history, room) = (film.list, library, albums, history, room)
        await page.move(to: address) { [id] in
            let controller = WebPhotoController(id, in: photos, library: library, albums: albums, history: history)
            controller.room = room
            return controller
        }
    }

    private func favorite(_ event: ActionEvent) async throws {
        let (id, isOn) = (id, photo?.isFavorite != true)
        try await history.write(RoomWords.favorite, for: event) { db in
            _ = try db.setFavorite(webPhotos: [id], to: isOn)
        }
        page.announce(RoomWords.favorite(isAdded: isOn))
    }

    private func showTags(_ event: ActionEvent) async throws {
        guard photo != nil else { throw PhotoramaError.photoGone }
        try await page.present(
            TagsController(.ticking(on: id), library: library, history: UndoController(sharing: history)))
    }

    private func addToAlbum(_ event: ActionEvent) async throws {
        guard let photo else { throw PhotoramaError.photoGone }
        let (library, albums, history) = (library, albums, history)
        let sheet = NameListController(PhotosWords.addToAlbum(1), of: albums.albums) { choice, event in
            try await albums.add(photo, of: library, in: choice, history, for: event)
            return nil
        }
        try await page.present(sheet)
    }

    private func makePalette(_ event: ActionEvent) async throws {
        guard let photo else { throw PhotoramaError.photoGone }
        try await save(try await library.palette(of: photo), for: event)
    }

    private func showFacts(_ event: ActionEvent) {
        showsFacts.toggle()
        show(photo, around)
    }
}
