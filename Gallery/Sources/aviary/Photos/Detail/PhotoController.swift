import AviaryApps
import AviaryImages
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GRDB
import GalleryPages

/// Handles the events of a viewer that is a sheet above a page.
protocol PhotoControllerDelegate: ViewController {
    /// The photograph was deleted or put back, so it left the list. `sentence` can be shown with a button for undo.
    func photoController(_ controller: PhotoController, didDelete sentence: String)
}

extension Destination<Int64> {
    static var photo: Self { Destination("/photos/photo/:id") }
}

/// A viewer for one photograph and its neighbours, as large as the window. The viewer is a sheet above the page that
/// opened it, or a page of its own.
final class PhotoController: FilmController {
    static let storyboard = Storyboard(
        "PhotoView", EmbeddedFile.PhotoView_html.bytes, parts: ["film": EmbeddedFile.Film_html.bytes])

    let page = Page()
    var children: [String: any ViewController] { ["history": history] }
    var actions: Actions {
        [
            "previous": previous, "next": next, "favorite": favorite, "delete": delete, "putBack": putBack,
            "share": share, "saved": saved, "makePalette": makePalette, "showPalette": showPalette,
            "showFacts": showFacts, "rename": rename,
        ]
    }
    weak var delegate: (any PhotoControllerDelegate)?
    var room: (any ViewController)? { delegate }

    private(set) var id: Photo.ID
    let film: Film<Photo>
    private let library: PhotoLibrary
    let history: UndoController
    private var photo: Photo?
    private var showsFacts = false { didSet { (room as? any DetailsRoom)?.showsDetails = showsFacts } }
    /// The original that was looked at last, and whether a part of it is missing.
    private var examined: (content: ContentID, isIncomplete: Bool)?
    /// The photograph that this window is moving to the trash.
    private var trashing: Photo.ID?

    init(_ id: Photo.ID, in photos: FetchedResults<Photo>, library: PhotoLibrary, history: UndoController) {
        (self.id, self.library, self.history) = (id, library, history)
        film = Film(photos, in: library.store)
    }

    var restorationState: String { showsFacts ? "details" : "" }

    func restore(_ state: String) async {
        guard !state.isEmpty else { return }
        showsFacts = true
        showFactsPanel()
        await readFacts()
    }

    func viewDidLoad() async throws {
        show(try await library.photo(id), try await film.neighbours(of: id))
        if let room = room as? any DetailsRoom, room.showsDetails { await restore("details") }
        page["isReadOnly"] = library.store.isReadOnly
        try await followFilm()
    }

    // MARK: What is shown

    func show(_ photo: Photo?, _ neighbours: Film<Photo>.Neighbours) {
        sayTrashed(photo)
        self.photo = photo
        page.show(before: neighbours.before.map { $0.frame() }, after: neighbours.after.map { $0.frame() })
        page["gone"] = photo == nil
        showFactsPanel()
        guard let photo else { return showGone() }
        let isMissing = showMissing(photo)
        page.title = photo.name
        page.show(photo.frame(isMissing: isMissing))
        page["date"] = PhotoDate.text(photo.takenAt)
        page[url: "original"] = photo.isShownByBrowsers ? photo.originalPath : nil
        page["moves"] = photo.mayMove && !isMissing
        page[url: "download"] = photo.downloadPath
        page["isFavorite"] = photo.isFavorite
        page["isTrashed"] = photo.isTrashed
        page["notTrashed"] = !photo.isTrashed
        page["dimensions"] = "\(photo.width) × \(photo.height)"
        page["size"] = PhotosWords.size(photo.size)
    }

    /// Shows a message if somebody else has moved the photograph to the trash.
    private func sayTrashed(_ next: Photo?) {
        guard let next, next.id == photo?.id, next.isTrashed, photo?.isTrashed == false else { return }
        if next.id != trashing { page.say(PhotosWords.wasTrashed) }
        trashing = nil
    }

    /// Shows a message if the original is missing, in whole or in part. Returns true if it is missing in whole.
    private func showMissing(_ photo: Photo) -> Bool {
        do { _ = try library.originalPath(of: photo) } catch {
            showMissing(Gallery.words.sentence(about: error), isWhole: true)
            return true
        }
        if let content = photo.content, examined?.content != content {
            examined = (content, isIncomplete: false)
            task { [self] in await examine(content) }
        }
        let isIncomplete = examined?.content == photo.content && examined?.isIncomplete == true
        showMissing(isIncomplete ? PhotosWords.isIncomplete : nil, isWhole: false)
        return false
    }

    private func showMissing(_ sentence: String?, isWhole: Bool) {
        page["missing"] = sentence ?? ""
        page["isMissing"] = isWhole
        page["notMissing"] = sentence == nil
    }

    /// Finds out whether a part of an original is missing. Its thumbnail was made of what can be read.
    private func examine(_ content: ContentID) async {
        guard let thumbnail = try? await library.thumbnail(of: content, .medium), thumbnail.isIncomplete else { return }
        await page.update { [self] in
            // The person may have moved to another photograph meanwhile.
            guard let photo, photo.content == content else { return }
            examined = (content, isIncomplete: true)
            _ = showMissing(photo)
        }
    }

    private func showFactsPanel() {
        page["factsShown"] = showsFacts && photo != nil
        page["factsHidden"] = !showsFacts || photo == nil
    }

    private func showGone() {
        page["name"] = PhotosWords.isDeleted
        page["date"] = ""
        page["isMissing"] = false
        page["notMissing"] = true
        page[url: "picture"] = nil
        page[url: "preview"] = nil
    }

    // MARK: What a person does

    func go(to photo: Photo?) async throws {
        guard let photo else { return }
        let address = Destination.photo.address(photo.id)
        guard page.isPresented else { return page.show(address) }
        id = photo.id
        show(photo, try await film.neighbours(of: id))
        if showsFacts { await readFacts() }
        try await film.turn(to: id)
        let (photos, library, history, delegate) = (film.list, library, history, delegate)
        await page.move(to: address) { [id] in
            let controller = PhotoController(id, in: photos, library: library, history: history)
            controller.delegate = delegate
            return controller
        }
    }

    private func favorite(_ event: ActionEvent) async throws {
        let (id, isOn) = (id, photo?.isFavorite != true)
        try await history.write(RoomWords.favorite, for: event) { db in
            _ = try db.setFavorite([id], to: isOn)
        }
        page.announce(RoomWords.favorite(isAdded: isOn))
    }

    private func delete(_ event: ActionEvent) async throws {
        trashing = event.fields["photo"].flatMap { Photo.ID($0) } ?? id
        do {
            try await remove(
                PhotosWords.Steps.deletePhoto, for: event, saying: PhotosWords.trashedOne,
                orNothing: PhotosWords.isInTrash, unless: \.isTrashed
            ) { try $0.trashPhotos([$1]) }
        } catch {
            trashing = nil
            throw error
        }
    }

    private func putBack(_ event: ActionEvent) async throws {
        try await remove(
            PhotosWords.Steps.putBack, for: event, saying: PhotosWords.putBackOne, orNothing: PhotosWords.isNotInTrash,
            unless: { !$0.isTrashed }
        ) { try $0.putBackPhotos([$1]) }
    }

    /// Removes from its list the photograph that the person saw. Then shows the next photograph or, without one, the
    /// previous one.
    ///
    /// - Parameters:
    ///   - nothing: The message if somebody else has already removed the photograph.
    ///   - isRemoved: Returns true for a photograph that is not in the list any more.
    ///   - change: Removes the photograph, and returns the number of changed rows.
    /// - Throws: `PhotoError.photoGone` if the photograph was deleted for good, or an error of the store.
    private func remove(
        _ name: String, for event: ActionEvent, saying sentence: String, orNothing nothing: String,
        unless isRemoved: @escaping @Sendable (Photo) -> Bool,
        _ change: @escaping @Sendable (Database, Photo.ID) throws -> Int
    ) async throws {
        let seen = event.fields["photo"].flatMap { Photo.ID($0) } ?? id
        // A person may click twice. The first click has removed the photograph `seen` and shows the next one, which the
        // second click must not remove. The offer to undo the first click remains.
        if seen != id, try await library.store.read({ db in try db.record(Photo.self, seen).map(isRemoved) }) == true {
            return
        }
        let (before, after) = try await film.neighbours(of: id)
        let count = try await history.write(name, for: event) { db in
            if try db.record(Photo.self, seen) == nil { throw PhotoError.photoGone() }
            return try change(db, seen)
        }
        if count == 0 {
            history.say(nothing)
        } else if let delegate {
            delegate.photoController(self, didDelete: sentence)
        } else {
            history.offer(sentence)
        }
        guard page.isPresented, seen == id else { return }
        if let other = after ?? before { try await go(to: other) } else { await page.dismiss() }
    }

    private func rename(_ event: ActionEvent) async throws {
        guard let typed = event.fields["name"], let photo else { return }
        let begun = event.fields["name.was"] ?? photo.name
        let renaming = try await history.write(PhotosWords.Steps.renamePhoto, for: event) { db in
            try db.renamePhoto(photo.id, from: begun, to: typed)
        }
        if case .overruled(let other) = renaming { history.sayReplaced(other, by: typed) }
    }

    private func share(_ event: ActionEvent) async throws {
        send(try await SharedPhotos([id], of: film.list, library), for: event)
    }

    private func makePalette(_ event: ActionEvent) async throws {
        guard let photo else { throw PhotoError.photoGone() }
        try await save(try await library.palette(of: photo), for: event)
    }

    private func showFacts(_ event: ActionEvent) async throws {
        showsFacts.toggle()
        showFactsPanel()
        if showsFacts { await readFacts() }
    }

    /// Reads the facts, and shows them. A missing or unreadable file has none. `showMissing` reports a missing one.
    private func readFacts() async {
        guard let photo else { return }
        let read = try? await library.facts(of: photo)
        page["dateSource"] = read.map { PhotosWords.dateSource($0.dateSource(of: photo)) }
        let facts = read?.facts ?? []
        for name in PhotoFacts.Name.allCases {
            let fact = facts.first { $0.name == name }
            page[name.rawValue] = fact?.text
            page["no-\(name.rawValue)"] = fact == nil
        }
    }
}

extension Photo {
    /// The values of the photograph for the viewer.
    ///
    /// - Parameter isMissing: Whether the original is missing. Then the preview is the same thumbnail as the large
    ///   picture.
    fileprivate func frame(isMissing: Bool = false) -> FilmFrame {
        FilmFrame(
            id: id, name: name, width: width, height: height, color: color,
            picture: thumbnailPath(.screen) ?? originalPath, preview: thumbnailPath(isMissing ? .screen : .medium),
            address: Destination.photo.address(id))
    }
}
