import AviaryApps
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryText
import AviaryViews
import Foundation
import GRDB

/// Hears what happens to the photograph that is shown over a page.
protocol PhotoControllerDelegate: AnyObject {
    /// The photograph is gone from the list. The sentence can be shown with a button that takes it back.
    func photoController(_ controller: PhotoController, didDelete sentence: String)
}

extension Destination<Int64> {
    static var photo: Self { Destination("/photos/photo/:id") }
}

/// One photograph as large as the window, with the one before and the one after it: over the page that it was opened from,
/// and as a page of its own.
final class PhotoController: ViewController {
    static let storyboard = Storyboard("PhotoView", PackageResources.PhotoView_html)

    let page = Page()
    var children: [String: any ViewController] { ["history": history] }
    var actions: Actions {
        [
            "previous": previous, "next": next, "favorite": favorite, "delete": delete, "putBack": putBack,
            "share": share, "showFacts": showFacts, "rename": rename,
        ]
    }
    weak var delegate: (any PhotoControllerDelegate)?

    private var id: Photo.ID
    /// The list that it is one of; it may leave that, and is shown all the same.
    private let photos: FetchedResults<Photo>
    private let library: PhotoLibrary
    private let history: UndoController
    private var photo: Photo?
    /// Where it stood in the list: there the next one is when it is gone.
    private var position = 0
    private var showsFacts = false
    /// Its row alone: the list does not tell of one that has left it.
    private var own: FetchedResults<Photo>?

    init(_ id: Photo.ID, in photos: FetchedResults<Photo>, library: PhotoLibrary, history: UndoController) {
        (self.id, self.photos, self.library, self.history) = (id, photos, library, history)
    }

    func viewDidLoad() async throws {
        show(try await library.photo(id), try await neighbours())
        page["isReadOnly"] = library.store.isReadOnly
        // Whatever changes in the list, or of the photograph, is seen here.
        let own = try await FetchedResults(Self.request(for: id), in: library.store)
        self.own = own
        for list in [photos, own] {
            task { [self] in
                for await _ in list.updates() { await update() }
            }
        }
    }

    private static func request(for id: Photo.ID) -> ListRequest<Photo> { ListRequest(filter: Column("id") == id) }

    private func update() async {
        let id = id
        let changed: Photo?
        let neighbours: Neighbours
        do {
            do { changed = try await library.photo(id) } catch is NotFound { changed = nil }
            neighbours = try await self.neighbours()
        } catch {
            // A store that cannot be read has deleted nothing. The next update looks again.
            return
        }
        // The person may have gone on to another while these were read.
        await page.update { if self.id == id { self.show(changed, neighbours) } }
    }

    // MARK: What is shown

    private typealias Neighbours = (before: Photo?, after: Photo?)

    /// The ones before and after it.
    private func neighbours() async throws -> Neighbours {
        let list = photos.snapshot
        let own = list.position(of: id)
        // It may stand anywhere as long as not all are known; an update says when they are.
        guard own != nil || list.isWhole else { return (nil, nil) }
        if let own { position = own }
        // Where it is gone, the one that has taken its position comes next.
        let around = [position - 1, own == nil ? position : position + 1].map { position in
            (0..<list.numberOfKnownItems).contains(position) ? list.item(at: position) : nil
        }
        let found = try await photos.elements(for: around.compactMap(\.self))
        return (around[0].flatMap { found[$0] }, around[1].flatMap { found[$0] })
    }

    private func show(_ photo: Photo?, _ neighbours: Neighbours) {
        self.photo = photo
        show(neighbours.before, as: "before", link: "previous", disabled: "isFirst")
        show(neighbours.after, as: "after", link: "next", disabled: "isLast")
        page["gone"] = photo == nil
        showFactsPanel()
        guard let photo else { return showGone() }
        let isMissing = showMissing(photo)
        page.title = photo.name
        page["name"] = photo.name
        page["id"] = "\(photo.id)"
        page["date"] = PhotoDate.text(photo.takenAt)
        page["color"] = photo.color
        page["width"] = photo.width
        page["height"] = photo.height
        page[url: "picture"] = photo.thumbnailPath(.screen) ?? photo.originalPath
        page[url: "preview"] = photo.thumbnailPath(isMissing ? .screen : .medium)
        page[url: "original"] = photo.isShownByBrowsers ? photo.originalPath : nil
        page[url: "download"] = photo.downloadPath
        page["isFavorite"] = photo.isFavorite
        page["isTrashed"] = photo.isTrashed
        page["notTrashed"] = !photo.isTrashed
        page["dimensions"] = "\(photo.width) × \(photo.height)"
        page["size"] = photo.size.formatted(.byteCount(style: .file))
    }

    /// Says when the original is not where it was put.
    private func showMissing(_ photo: Photo) -> Bool {
        var sentence: String?
        do { _ = try library.originalPath(of: photo) } catch { sentence = Gallery.words.sentence(about: error) }
        page["missing"] = sentence ?? ""
        page["isMissing"] = sentence != nil
        page["notMissing"] = sentence == nil
        return sentence != nil
    }

    private func showFactsPanel() {
        page["factsShown"] = showsFacts && photo != nil
        page["factsHidden"] = !showsFacts || photo == nil
    }

    private func show(_ photo: Photo?, as side: String, link: String, disabled: String) {
        page[url: "\(side)Picture"] = photo?.thumbnailPath(.screen)
        page["\(side)Width"] = photo?.width ?? 1
        page["\(side)Height"] = photo?.height ?? 1
        page["\(side)Color"] = photo?.color
        page[url: link] = photo.map { Destination.photo.address($0.id).description }
        page[disabled] = photo == nil
    }

    private func showGone() {
        page["name"] = "This photo was deleted for good"
        page["date"] = ""
        page["isMissing"] = false
        page["notMissing"] = true
        page[url: "picture"] = nil
        page[url: "preview"] = nil
    }

    // MARK: What a person does

    private func previous(_ event: ActionEvent) async throws { try await go(to: neighbours().before) }

    private func next(_ event: ActionEvent) async throws { try await go(to: neighbours().after) }

    private func go(to photo: Photo?) async throws {
        guard let photo else { return }
        let address = Destination.photo.address(photo.id)
        guard page.isPresented else { return page.show(address) }
        id = photo.id
        show(photo, try await neighbours())
        if showsFacts { await readFacts() }
        try await own?.change(to: Self.request(for: id))
        let (photos, library, history, delegate) = (photos, library, history, delegate)
        await page.move(to: address) { [id] in
            let controller = PhotoController(id, in: photos, library: library, history: history)
            controller.delegate = delegate
            return controller
        }
    }

    private func favorite(_ event: ActionEvent) async throws {
        let (id, isOn) = (id, photo?.isFavorite != true)
        try await history.write("Favorite", for: event) { db in _ = try db.setFavorite([id], to: isOn) }
        page.announce(isOn ? "Added to favorites" : "No longer a favorite")
    }

    private func delete(_ event: ActionEvent) async throws {
        try await remove(
            "Delete photo", for: event, saying: "Photo moved to the trash", orNothing: "It is in the trash already."
        ) { try $0.trashPhotos([$1]) }
    }

    private func putBack(_ event: ActionEvent) async throws {
        try await remove(
            "Put back", for: event, saying: "Photo put back", orNothing: "It is not in the trash any more."
        ) { try $0.putBackPhotos([$1]) }
    }

    /// Takes the photograph that the person saw out of its list, and goes on to the next one, or the one before.
    ///
    /// - Parameters:
    ///   - nothing: What is said when somebody else has done it already.
    ///   - change: Returns how many photographs it has changed.
    /// - Throws: `PhotoError.photoGone` when it was deleted for good meanwhile.
    private func remove(
        _ name: String, for event: ActionEvent, saying sentence: String, orNothing nothing: String,
        _ change: @escaping @Sendable (Database, Photo.ID) throws -> Int
    ) async throws {
        let seen = event.fields["photo"].flatMap { Photo.ID($0) } ?? id
        let (before, after) = try await neighbours()
        let count = try await history.write(name, for: event) { db in
            if try db.record(Photo.self, seen) == nil { throw PhotoError.photoGone() }
            return try change(db, seen)
        }
        // The second of two presses: the first one has removed it, and the next one is shown.
        guard count > 0 || seen == id else { return }
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
        let renaming = try await history.write("Rename photo", for: event) { db in
            try db.renamePhoto(photo.id, from: photo.name, to: typed)
        }
        if case .overruled(let other) = renaming { history.tellReplaced(other, by: typed) }
    }

    private func share(_ event: ActionEvent) async throws {
        if let photo { _ = try library.originalPath(of: photo) }
        let shared = try await SharedPhotos([id], of: photos, library)
        if let asked = event.fields["asked"] {
            page["shared"] = shared.text(for: asked)
        } else if let address = Address(shared.download) {
            page.show(address)
        }
    }

    private func showFacts(_ event: ActionEvent) async throws {
        showsFacts.toggle()
        showFactsPanel()
        if showsFacts { await readFacts() }
    }

    /// A file that is missing, or that nobody can read any more, has none; the page says so elsewhere.
    private func readFacts() async {
        let facts = (try? await library.facts(of: id).facts) ?? []
        for name in PhotoFacts.shown {
            let fact = facts.first { $0.name == name.fact }
            page[name.outlet] = fact?.text
            page["no-\(name.outlet)"] = fact == nil
        }
    }
}

extension PhotoFacts {
    /// Those that the page of a photograph shows, and the outlets for them.
    static let shown: [(fact: String, outlet: String)] = [
        ("Camera", "camera"), ("Lens", "lens"), ("Exposure", "exposure"), ("Aperture", "aperture"), ("ISO", "iso"),
        ("Focal length", "focal"), ("Place", "place"), ("By", "artist"), ("Copyright", "copyright"),
    ]
}
