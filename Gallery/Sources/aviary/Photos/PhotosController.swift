import AviaryApps
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryText
import AviaryViews
import Foundation
import GRDB
import GalleryPages

/// The Photos room: a grid of photographs, for adding, opening, selecting and arranging. Pages of albums and of the
/// trash use the same controller with other photographs.
final class PhotosController: DetailsRoom {
    static let storyboard = Storyboard("PhotosView", EmbeddedFile.PhotosView_html.bytes)

    let page = Page()
    private let grid: CollectionView<Int64>
    var collections: [String: any ScreenCollection] { ["grid": grid] }
    var children: [String: any ViewController] { ["history": history, "hint": hint] }
    var actions: Actions {
        [
            "add": add, "showAdded": showAdded, "refuse": refuse, "lost": lost, "open": open,
            "toggleSelecting": toggleSelecting,
            "selectAll": selectAll,
            "beginSelecting": beginSelecting, "share": share, "saved": saved, "favorite": favorite,
            "showPalette": showPalette, "addToAlbum": addToAlbum,
            "removeFromAlbum": removeFromAlbum, "delete": delete, "putBack": putBack, "deleteForGood": deleteForGood,
            "emptyTrash": emptyTrash, "move": move, "arrange": arrange, "resize": resize, "search": search,
            "screen": screen,
            "renameAlbum": renameAlbum, "deleteAlbum": deleteAlbum, "useAsCover": useAsCover,
            "addSamples": addSamples, "removeSamples": removeSamples,
        ]
    }

    private let place: PhotoPlace
    private let library: PhotoLibrary
    private let history: UndoController
    private let hint: HintController
    /// The list of this window. Each arrangement and each search changes its request.
    private let photos: FetchedResults<Photo>
    private let albums: FetchedResults<Album>
    /// The sample photographs in the gallery.
    private let samples: FetchedResults<Photo>
    private var arrangement: PhotoArrangement
    private var searched = ""
    /// Whether the viewer shows the panel with details.
    var showsDetails = false
    /// Whether the page is in select mode, which is the edit mode of the grid.
    private var isSelecting = false
    /// The results of adding files, by the identifier of the file choice. The ninth choice drops all earlier results.
    private var additions: [String: AdditionSummary] = [:]
    /// The report about added photographs that waits until the grid has one of them.
    private var report: AdditionReport? { didSet { if report != nil { showReport() } } }
    /// The photograph to which "Show" scrolls.
    private var added: Photo.ID?
    /// The photograph to scroll to as soon as it is in the list.
    private var awaited: Photo.ID? { didSet { scrollToAwaited() } }
    /// The name of the album, if the page shows one.
    private var albumName: String?
    /// The number of screen pixels in a point: 1.5, between the usual values, until the page sends it.
    private var ratio = 1.5

    /// Makes the controller for one window.
    ///
    /// - Parameter photos: The photographs of the place, ordered and filtered by the arrangement.
    init(
        _ place: PhotoPlace, _ arrangement: PhotoArrangement, photos: FetchedResults<Photo>,
        albums: FetchedResults<Album>, samples: FetchedResults<Photo>, library: PhotoLibrary, hints: DoneHints
    ) {
        self.place = place
        self.arrangement = arrangement
        grid = CollectionView(layout: arrangement.collectionLayout)
        self.photos = photos
        self.albums = albums
        self.samples = samples
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
        if place == .all { observe(samples.updates()) { _ in self.show() } }
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
        show()
    }

    /// Chooses thumbnails for this screen.
    private var thumbnails: ThumbnailChoice {
        ThumbnailChoice(
            layout: arrangement.layout, size: arrangement.size, width: grid.visibleRect.width, ratio: ratio)
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

    private func show() {
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
        page["notAlbum"] = place.album == nil || isSelecting
        page["isRoot"] = place == .all
        page["notRoot"] = place != .all
        page["trashEmpty"] = place != .trash || count == 0 || history.store.isReadOnly
        let sampleCount = place != .all || history.store.isReadOnly ? 0 : samples.snapshot.numberOfItems
        page["noSamples"] = sampleCount == 0 || count == 0
        page["samples"] = PhotosWords.samples(sampleCount)
        page["nothing"] = place.emptySentence(arrangement, search: searched)
        page["cannotFill"] = place == .trash || !searched.isEmpty || arrangement.onlyFavorites
        hint.show(
            amongItems: count,
            isPossible: grid.moveAction != nil && arrangement.order == .manual && searched.isEmpty)
    }

    // MARK: Arranging

    private func arrange(_ event: ActionEvent) async throws {
        var next = arrangement
        next.choose(event.fields)
        let before = arrangement
        try await arrangeForGood(as: next)
        if (next.order, next.sections) != (before.order, before.sections) { page.announce(next.sentence) }
    }

    private func resize(_ event: ActionEvent) async throws {
        guard let pinch = event.pinch(in: grid) else { return }
        var next = arrangement
        next.size.change(by: pinch.steps)
        try await arrangeForGood(as: next, keeping: pinch.item)
        page.announce(RoomWords.size(arrangement.size.number, of: CellSize.count))
    }

    /// Arranges the photographs, and stores the arrangement for later windows of this place.
    private func arrangeForGood(as next: PhotoArrangement, keeping item: Photo.ID? = nil) async throws {
        guard next != arrangement else { return }
        let (library, place) = (library, place)
        try await arrange(as: next, keeping: item)
        try await blocking { library.arrangements.store(next, for: place) }
    }

    /// - Parameter item: The photograph in view whose center stays in place.
    private func arrange(as next: PhotoArrangement, keeping item: Photo.ID? = nil) async throws {
        let before = arrangement
        guard next != before else { return }
        arrangement = next
        showArrangement()
        // A layout with headers is used only while there are sections: it is set after they appear, and removed before
        // they vanish.
        let hadSections = before.sections != .none
        if hadSections { try await grid.setLayout(next.collectionLayout, keeping: item) }
        try await photos.change(to: place.query(next, search: searched).request)
        if !hadSections { try await grid.setLayout(next.collectionLayout, keeping: item) }
        // Cells that stay may need a larger picture.
        if (next.layout, next.size) != (before.layout, before.size) { grid.reconfigureItems(grid.visibleItems) }
        show()
    }

    private func search(_ event: ActionEvent) async throws {
        try await search(for: event.fields["text"] ?? "")
    }

    private func search(for text: String) async throws {
        searched = text
        page["searched"] = searched
        try await photos.change(to: place.query(arrangement, search: searched).request)
        show()
    }

    private func move(_ event: ActionEvent) async throws {
        guard let move = event.move(in: grid) else { return }
        if arrangement.order != .manual { throw PhotoError.notByHand(arrangement.order) }
        if !searched.isEmpty { throw PhotoError.foundBySearch }
        let scope = place.query(PhotoArrangement(), search: "").scope
        try await history.write(PhotosWords.Steps.move, for: event) { db in try db.movePhotos(move, in: scope) }
        hint.markDone()
    }

    /// Allows or forbids moving photographs by a drag. In an order other than the manual one, a drop shows a message
    /// that says why nothing moves. In select mode a drag selects instead.
    private func updateMoving() {
        let canMove = place != .trash && !isSelecting && !history.store.isReadOnly
        let action = canMove ? "move" : nil
        if grid.moveAction != action { grid.moveAction = action }
    }

    private func showArrangement() {
        page["isRows"] = arrangement.layout == .rows
        page["largest"] = arrangement.size.isLargest
        page["smallest"] = arrangement.size.isSmallest
        page["isSquares"] = arrangement.layout == .squares
        page["byHand"] = arrangement.order == .manual
        page["byDate"] = arrangement.order == .date
        page["byName"] = arrangement.order == .name
        page["noSections"] = arrangement.sections == .none
        page["byDay"] = arrangement.sections == .day
        page["byMonth"] = arrangement.sections == .month
        page["allShown"] = !arrangement.onlyFavorites
        page["onlyFavorites"] = arrangement.onlyFavorites
        updateMoving()
    }

    // MARK: Selecting

    private func toggleSelecting(_ event: ActionEvent) { setSelecting(!isSelecting) }

    /// Starts select mode, and selects the photographs of the context menu.
    private func beginSelecting(_ event: ActionEvent) {
        let items = event.items(in: grid)
        setSelecting(true)
        grid.select(items)
    }

    private func setSelecting(_ isOn: Bool) {
        guard isOn != isSelecting else { return }
        isSelecting = isOn
        grid.isEditing = isOn
        updateMoving()
        show()
        page.announce(isOn ? PhotosWords.selecting : PhotosWords.doneSelecting)
    }

    private func selectAll(_ event: ActionEvent) { grid.selectAllOrNone(orSay: RoomWords.photosStillLoading, on: page) }

    private func menu(for items: Set<Photo.ID>) -> Menu? {
        guard !items.isEmpty else { return nil }
        let first = MenuItem(RoomWords.open, action: "open")
        if history.store.isReadOnly { return items.count == 1 ? Menu([first]) : nil }
        let open = items.count == 1 && !isSelecting ? [first] : []
        let select = isSelecting ? [] : [MenuItem(RoomWords.select, action: "beginSelecting")]
        if place == .trash {
            return Menu(
                open + select, [MenuItem(PhotosWords.Buttons.putBack, action: "putBack")],
                [
                    MenuItem(
                        PhotosWords.Buttons.deleteForGoodAsking, action: "deleteForGood", shortcut: "Delete",
                        isDestructive: true)
                ])
        }
        let albums =
            [MenuItem(PhotosWords.Buttons.addToAlbum, action: "addToAlbum")]
            + (place.album == nil ? [] : [MenuItem(PhotosWords.Buttons.removeFromAlbum, action: "removeFromAlbum")])
            + (place.album == nil || items.count > 1
                ? [] : [MenuItem(PhotosWords.Buttons.useAsCover, action: "useAsCover")])
        return Menu(
            open + select, [MenuItem(RoomWords.favorite, action: "favorite", shortcut: "F")] + albums,
            [MenuItem(RoomWords.delete, action: "delete", shortcut: "Delete", isDestructive: true)])
    }

    /// Marks all of the photographs as favorites. If all are favorites, removes all from the favorites.
    private func favorite(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        let (count, isOn) = try await history.write(RoomWords.favorite, for: event) { db in
            let isOn = try db.hasPlain(items)
            return (try db.setFavorite(items, to: isOn), isOn)
        }
        page.announce(RoomWords.favorites(count, areAdded: isOn))
    }

    private func addToAlbum(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        let words = PhotosWords.addToAlbum(items.count)
        let sheet = NameListController(words, of: albums) { [history] choice, event in
            let (album, name, count) = try await history.write(PhotosWords.Steps.addToAlbum, for: event) { db in
                let album = try db.album(chosen: choice)
                return (album, try db.name(ofAlbum: album), try db.addPhotos(items, toAlbum: album))
            }
            history.offer(PhotosWords.added(count, toAlbum: name))
            return album
        }
        try await page.present(sheet)
    }

    private func removeFromAlbum(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard let album = place.album, !items.isEmpty else { return }
        let count = try await history.write(PhotosWords.Steps.removeFromAlbum, for: event) { db in
            try db.removePhotos(items, fromAlbum: album)
        }
        history.offer(PhotosWords.removedFromAlbum(count))
    }

    private func delete(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        let count = try await history.write(PhotosWords.Steps.deletePhotos, for: event) { db in
            try db.trashPhotos(items)
        }
        if count > 0 { history.offer(PhotosWords.trashed(count)) }
    }

    private func putBack(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        let count = try await history.write(PhotosWords.Steps.putBack, for: event) { db in
            try db.putBackPhotos(items)
        }
        if count > 0 { history.offer(PhotosWords.putBack(count)) }
    }

    private func deleteForGood(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty, await confirms(PhotosWords.deleteForGoodQuestion(items.count)) else { return }
        try await deleteForGood(items, for: event)
    }

    private func emptyTrash(_ event: ActionEvent) async throws {
        // The person confirms the deletion of exactly these photographs. Others that enter the trash while the question
        // is open stay.
        let items = try await library.photosInTrash(search: searched)
        guard !items.isEmpty else { return }
        guard await confirms(PhotosWords.emptyTrashQuestion(items.count, isSearched: !searched.isEmpty)) else { return }
        try await deleteForGood(items, for: event)
    }

    private func deleteForGood(_ items: Set<Photo.ID>, for event: ActionEvent) async throws {
        let count = try await library.deleteForGood(items, receipt: event.receipt)
        guard count < items.count else { return }
        page.say(PhotosWords.leftTrash(items.count - count))
    }

    /// Asks the person to confirm an action that cannot be undone.
    private func confirms(_ question: String) async -> Bool {
        let delete = Alert.Choice(PhotosWords.Buttons.deleteForGood, isDestructive: true)
        let alert = Alert(
            question, message: PhotosWords.cannotBeUndone, choices: [delete], cancel: RoomWords.cancel)
        return await page.ask(alert) == delete
    }

    private func share(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        guard !items.isEmpty else { return }
        send(try await SharedPhotos(items, of: photos, library), for: event)
    }

    // MARK: The album

    private func renameAlbum(_ event: ActionEvent) async throws {
        if let album = place.album { try await page.presentNewName(of: album, history: history) }
    }

    /// Puts a photograph before the others of its album, because the first one is the cover.
    private func useAsCover(_ event: ActionEvent) async throws {
        guard let album = place.album, let photo = event.items(in: grid).first else { return }
        try await history.write(PhotosWords.Steps.useAsCover, for: event) { db in
            try db.setCover(photo, ofAlbum: album)
        }
        history.offer(PhotosWords.isCover)
    }

    /// Deletes the album. Its photographs stay.
    private func deleteAlbum(_ event: ActionEvent) async throws {
        guard let album = place.album else { return }
        let delete = Alert.Choice(PhotosWords.Buttons.deleteAlbum, isDestructive: true)
        let alert = Alert(
            PhotosWords.deleteAlbumQuestion, message: PhotosWords.photosStay, choices: [delete],
            cancel: RoomWords.cancel)
        guard await page.ask(alert) == delete else { return }
        try await history.write(PhotosWords.Steps.deleteAlbum, for: event) { db in try db.deleteAlbum(album) }
    }

    // MARK: Samples

    private func addSamples(_ event: ActionEvent) async throws {
        try await library.addSamples(by: history, for: event, to: place.album)
    }

    private func removeSamples(_ event: ActionEvent) async throws {
        let known = samples.snapshot
        let ids = Set(known.items(in: 0..<known.numberOfItems))
        guard !ids.isEmpty else { return }
        let count = try await history.write(PhotosWords.Steps.removeSamples, for: event) { db in
            try db.trashPhotos(ids)
        }
        if count > 0 { history.offer(PhotosWords.samplesRemoved(count)) }
    }

    // MARK: Adding

    /// Adds the files of one choice as they arrive. They form one undo step, unless another step comes between them.
    /// One message reports all of them.
    private func add(_ event: ActionEvent) async throws {
        let choice = event.choice ?? FileChoice(id: event.receipt ?? UUID().uuidString, remaining: 0)
        do { try await receive(event, of: choice) } catch {
            // Some files of the choice may have been added before. The message reports them.
            if choice.remaining == 0 { try? await prepareReport(of: choice) }
            throw error
        }
        if choice.remaining == 0 { try await prepareReport(of: choice) }
    }

    private func receive(_ event: ActionEvent, of choice: FileChoice) async throws {
        guard !event.files.isEmpty else { return }
        if additions[choice.id] == nil, additions.count >= 8 { additions = [:] }
        var summary = additions[choice.id] ?? AdditionSummary()
        if !history.isLast(group: choice.id) { summary.closeStep() }
        let album = event.fields["album"].flatMap(Album.ID.init) ?? place.album
        let name = summary.stepName(adding: event.files.count)
        let result = try await library.add(event.files) { [history] photos in
            try await history.write(name, for: event, group: choice.id) { db in try db.addPhotos(photos, to: album) }
        }
        summary.add(result, named: event.files.count == 1 ? event.files[0].name : nil)
        additions[choice.id] = summary
        if let refused = result.refused.first { page.say(error: refused.sentence) }
    }

    /// Prepares the message about a choice of files. If photographs are hidden or none is new, its button is "Show".
    /// Otherwise it is "Undo".
    private func prepareReport(of choice: FileChoice) async throws {
        guard let summary = additions[choice.id], !summary.isReported else { return }
        additions[choice.id]?.isReported = true
        let view = try await view(of: Set(summary.changed + summary.known))
        let sentence = summary.sentence(in: view)
        guard !sentence.isEmpty else { return }
        added = summary.first
        if view.hidden > 0 || summary.changed.isEmpty {
            return page.offer(sentence, action: "showAdded", title: RoomWords.show)
        }
        // Photographs of another album, or of a deleted one, do not appear in this list. So the message does not wait
        // for them.
        guard summary.changed.contains(where: { photos.snapshot.position(of: $0) != nil }) else {
            return history.offer(sentence)
        }
        report = AdditionReport(
            sentence: sentence, photos: summary.changed, isPlain: summary.isPlain(in: view) && !isSelecting)
    }

    /// Shows the message once the grid has one of the added photographs. If none is in view, the button is "Show".
    private func showReport() {
        guard let report, report.photos.contains(where: { grid.snapshot.position(of: $0) != nil }) else { return }
        self.report = nil
        if Set(grid.visibleItems).isDisjoint(with: report.photos) {
            page.offer(report.sentence, action: "showAdded", title: RoomWords.show)
        } else if report.isPlain {
            page.announce(report.sentence)
        } else {
            history.offer(report.sentence)
        }
    }

    private func view(of photos: Set<Photo.ID>) async throws -> AdditionSummary.View {
        var view = AdditionSummary.View(place: place, albumName: albumName ?? "")
        if place == .trash { view.hidden = photos.count }
        if place == .all, arrangement.onlyFavorites { view.filter = .favorites }
        if !searched.isEmpty { view.filter = .search }
        guard view.filter != nil, place != .trash else { return view }
        let query = place.query(arrangement, search: searched)
        view.hidden =
            photos.count - (try await library.store.read { try query.identifiers(among: photos, in: $0) }).count
        return view
    }

    /// Shows the first of the added photographs, even if a search or a filter hides it.
    private func showAdded(_ event: ActionEvent) async throws {
        guard let added else { return }
        if place == .trash {
            return page.show(Self.address(showing: added))
        }
        if !searched.isEmpty { try await search(for: "") }
        var next = arrangement
        next.onlyFavorites = false
        try await arrange(as: next)
        awaited = added
    }

    /// The address of all photographs, scrolled to one of them.
    static func address(showing photo: Photo.ID?) -> Address {
        Address(path: ["photos"], query: photo.map { [Address.QueryItem("show", "\($0)")] } ?? [])
    }

    private func scrollToAwaited() {
        guard let awaited, grid.snapshot.position(of: awaited) != nil else { return }
        self.awaited = nil
        grid.scrollToItem(awaited, at: .centeredVertically)
    }

    /// Reports that something other than a picture file was dropped or pasted.
    private func refuse(_ event: ActionEvent) {
        page.say(error: PhotosWords.notAPicture(event.fields["name"]))
    }

    /// Reports files that were lost: the person left the page before the browser had sent the files, and the browser
    /// had no space to store them.
    private func lost(_ event: ActionEvent) {
        let names = (event.fields["names"] ?? "").split(separator: "\n").prefix(20).map {
            String($0).onOneLine.shortened(to: 60).quoted
        }
        let count = max(names.count, min(event.fields["count"].flatMap { Int($0) } ?? 0, 1_000_000))
        page.say(error: PhotosWords.notSent(names, of: count))
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
        showReport()
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
