import AviaryApps
import AviaryImages
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryViews
import GalleryPages

extension Destination<Int64> {
    static var webPhoto: Self { Destination("/photorama/photo/:id") }
}

/// The Photorama room: photographs of a web service, the favorites among them, and the photographs of a tag.
final class PhotoramaController: DetailsRoom {
    static let storyboard = Storyboard("PhotoramaView", EmbeddedFile.PhotoramaView_html.bytes)

    let page = Page()
    let grid: CollectionView<Int64>
    var collections: [String: AnyCollectionView] { ["grid": grid] }
    var children: [String: any ViewController] { ["history": history, "hint": hint] }
    var actions: Actions {
        [
            "choose": choose, "chooseTag": chooseTag, "search": search, "searchNow": searchNow, "refresh": refresh,
            "retry": retry, "dismissTrouble": dismissTrouble, "open": open, "fetchAgain": fetchAgain, "lost": lost,
            "favorite": favorite, "showPalette": showPalette,
        ]
    }

    let library: PhotoramaLibrary
    let history: UndoController
    private let hint: HintController
    /// The list of this window. Each choice and each search changes its request.
    let photos: FetchedResults<WebPhoto>
    private let albums: PhotoramaAlbums
    private let tags: FetchedResults<Tag>
    private(set) var choice: PhotoramaChoice
    /// The text in the search field.
    var searched = ""
    /// Whether the viewer shows the panel with details.
    var showsDetails = false
    /// The search for which the service's answer is stored.
    private var answered: RemoteFeed?
    private var tagName: String?
    /// The largest number of photos in the list. It grows when the person scrolls to the end.
    var limit = PhotoramaController.pageSize

    let pictures: PictureFetches
    /// The items in view.
    private(set) var displayed: Set<WebPhoto.ID> = []
    /// The items whose cells have no picture yet.
    var missing: Set<WebPhoto.ID> = []
    /// The failures of pictures, by photo.
    var failures: [WebPhoto.ID: String] = [:]
    /// The failure that the message on the page reports.
    var trouble: Trouble?
    /// The messages about pictures that the person has dismissed.
    var dismissed: Set<String> = []
    /// The running request for the first page. `readingOn` is the running request for the next page.
    var refreshing: FeedRequest<FeedChange>?
    var readingOn: FeedRequest<Bool>?
    var isReadingOn = false
    /// Whether the service was asked since the person chose the list or typed the words.
    var hasAsked = false
    /// Whether the feed is known to have no more photos.
    var isAtEnd = false
    /// The last photo, if it came near the viewport while a request was running.
    var end: WebPhoto.ID?
    /// The first visible photo when scrolling last stopped.
    private var firstAtRest: WebPhoto.ID?
    /// The scroll positions of lists that the person has left.
    private var left: [ListKey: ListPosition] = [:]
    /// The scroll position of the chosen list, until the grid has its photos.
    private var awaited: ListPosition?

    private struct ListKey: Hashable {
        var scope: PhotoramaQuery.Scope
        var searched: String
    }

    private struct ListPosition {
        /// The photo that was visible, and its offset; `nil` for the beginning of the list.
        var anchor: ScrollAnchor<WebPhoto.ID>?
        var limit = PhotoramaController.pageSize
    }

    /// The largest number of stored scroll positions. When it is reached, all are dropped.
    private static let mostLeft = 32

    static let pageSize = 500

    /// Makes the controller for one window.
    ///
    /// - Parameter photos: The photos of the choice.
    init(
        _ choice: PhotoramaChoice, photos: FetchedResults<WebPhoto>, tags: FetchedResults<Tag>,
        library: PhotoramaLibrary, albums: PhotoramaAlbums, hints: FollowedHints
    ) {
        (self.choice, self.photos, self.tags, self.library, self.albums) = (choice, photos, tags, library, albums)
        grid = CollectionView(layout: choice.layout.collectionLayout)
        history = UndoController(of: library.store, counting: RoomWords.photo)
        hint = HintController(.openWebPhotos, unlessIn: hints)
        pictures = PictureFetches(.small, from: library, glance: library.glance)
    }

    var restorationState: String {
        RestoredList(words: choice.words, searched: searched, showsDetails: showsDetails).state
    }

    func restore(_ state: String) async {
        let restored = RestoredList(state)
        showsDetails = restored.showsDetails
        // If the list cannot be read now, the list shows the error itself.
        try? await show(PhotoramaChoice(words: restored.words))
        if !restored.searched.isEmpty { try? await searchNow(for: restored.searched) }
    }

    func viewDidLoad() async throws {
        await observe(tags) { tags in self.didChange(tags) }
        grid.allowsSelection = false
        grid.delegate = self
        grid.prefetchDataSource = self
        grid.dataSource = LiveDataSource(photos) { [unowned self] photo, cell in configure(cell, with: photo) }
        observe(pictures.arrivals) { self.takePictures() }
        page.showAccess(to: library.store)
        let asked = PhotoramaChoice(page.address)
        if asked != choice { try await show(asked) }
        showChoice()
        beginRefreshing()
    }

    /// Fetches the pictures in view, because their fetches were cancelled when the connection was lost.
    func viewDidAppear() { fetchShown() }

    /// Fetches the pictures in view without delay, because nothing is scrolling.
    private func fetchShown() {
        let visible = grid.visibleItems
        for id in visible where missing.contains(id) { pictures.begin(id, .visible, isAtRest: true) }
        // If the first photo in view is the same, the list did not scroll. But the viewport may have become smaller,
        // and then the fetches of pictures that left it were cancelled. So the fetches for cells near the viewport
        // begin again.
        if firstAtRest == nil || visible.first == firstAtRest {
            for id in missing where grid.cell(for: id) != nil { pictures.begin(id, .prefetch) }
        }
        firstAtRest = visible.first
    }

    func viewDidDisappear() { pictures.cancelAll() }

    // MARK: Which photos

    private func choose(_ event: ActionEvent) async throws {
        var next = choice
        next.choose(event.fields)
        try await show(next)
    }

    private func chooseTag(_ event: ActionEvent) async throws {
        let purpose = TagsController.Purpose.choosing(choice.tag) { [unowned self] tag in
            var next = choice
            next.scope = .tag(tag)
            try await show(next)
        }
        try await page.present(
            TagsController(purpose, library: library, history: UndoController(sharing: history)))
    }

    private func show(_ next: PhotoramaChoice) async throws {
        let before = choice
        guard next != before else { return }
        if next.scope != before.scope { leaveList() }
        choice = next
        if next.layout != before.layout { try await grid.setLayout(next.layout.collectionLayout) }
        if next.scope != before.scope {
            // A person who chooses a feed wants to see all of it, so the search is cleared.
            if next.feed != nil {
                searched = ""
                page["searched"] = ""
            }
            leaveFeed()
            tagName = nil
            didChange(Array(try await tags.elements(for: [next.tag].compactMap(\.self)).values))
            try await showAnotherList()
            beginRefreshing()
        }
        showChoice()
    }

    /// Cancels the requests of the previous list, and clears its state.
    func leaveFeed() {
        refreshing?.cancel()
        readingOn?.cancel()
        (refreshing, readingOn, hasAsked) = (nil, nil, false)
        (isAtEnd, end, trouble) = (false, nil, nil)
        limit = Self.pageSize
    }

    private var isAtBeginning: Bool { grid.visibleRect.x <= 0 && grid.visibleRect.y <= 0 }

    private var listKey: ListKey { ListKey(scope: choice.scope, searched: searched) }

    /// Stores the scroll position of the list, before another list is shown.
    func leaveList() {
        // While a position is awaited, the grid still shows the former list, whose position is stored already.
        guard awaited == nil else { return }
        if left.count >= Self.mostLeft { left = [:] }
        left[listKey] = ListPosition(anchor: isAtBeginning ? nil : grid.scrollAnchor, limit: limit)
    }

    /// Shows the chosen list at the position where the person left it, or else from its first photo.
    func showAnotherList() async throws {
        let position = left[listKey] ?? ListPosition()
        limit = position.limit
        try await showList()
        awaited = position
        scrollToAwaited()
    }

    private func scrollToAwaited() {
        // Until the grid has the first photo of the new list, it shows the former list.
        guard let position = awaited, photos.snapshot.numberOfKnownItems > 0, grid.snapshot.numberOfKnownItems > 0,
            grid.snapshot.item(at: 0) == photos.snapshot.item(at: 0)
        else { return }
        awaited = nil
        if let anchor = position.anchor, grid.snapshot.position(of: anchor.item) != nil {
            grid.scroll(to: anchor)
        } else {
            grid.scrollToItem(grid.snapshot.item(at: 0), at: .top)
        }
    }

    func showList() async throws {
        var shown: PhotoramaQuery
        repeat {
            if let feed = searchFeed, feed != answered, try await library.state(of: feed).page > 0 { answered = feed }
            shown = query
            try await photos.change(to: library.request(shown))
            // If the person has switched to another list while this one was loading, the other list is loaded.
        } while shown != query
        show()
    }

    private var query: PhotoramaQuery {
        guard let feed = searchFeed else {
            return PhotoramaQuery(scope: choice.scope, search: searched, limit: limit)
        }
        return isAnswered
            ? PhotoramaQuery(scope: .feed(feed), limit: limit)
            : PhotoramaQuery(scope: .stored, search: searched, limit: limit)
    }

    /// Whether the list is the service's stored answer. False while a search only finds matching stored photos.
    var isAnswered: Bool { searchFeed.map { $0 == answered } ?? true }

    /// Updates the name of the tag. Another window may have renamed or deleted the tag.
    private func didChange(_ tags: [Tag]) {
        guard let tag = choice.tag else { return }
        tagName = tags.first { $0.id == tag }?.name
        show()
    }

    // MARK: What is shown

    private func showChoice() {
        page["isInteresting"] = choice.scope == .feed(.interesting)
        page["isRecent"] = choice.scope == .feed(.recent)
        page["isFavorites"] = choice.scope == .favorites
        page["isTag"] = choice.tag != nil
        page["isGrid"] = choice.layout == .grid
        page["isFour"] = choice.layout == .four
        page["isRows"] = choice.layout == .rows
        page["isHorizontal"] = choice.layout == .horizontal
        page["hasNoFeed"] = choice.feed == nil
        show()
    }

    func show() {
        page["status"] = status
        page["nothing"] = emptySentence
        page["cannotFill"] = choice.feed == nil || !searched.isEmpty || refreshing != nil
        page["isRefreshing"] = refreshing != nil
        page["notReadingOn"] = !isReadingOn
        page["trouble"] = trouble?.sentence ?? ""
        page["noTrouble"] = trouble == nil
        hint.show(amongItems: grid.numberOfItems, canFollow: !library.store.isReadOnly)
    }

    private var status: String {
        if refreshing != nil, searchFeed != nil { return PhotoramaWords.searching }
        let count = grid.numberOfItems
        return choice.tag == nil ? RoomWords.photos(count) : PhotoramaWords.tagged(count, with: tagName)
    }

    /// The message that replaces an empty list.
    private var emptySentence: String {
        if searchFeed != nil, !library.store.isReadOnly {
            if refreshing != nil || !hasAsked { return PhotoramaWords.searching }
            if isAnswered { return PhotoramaWords.notFound }
        }
        return choice.emptySentence(searched: searched, isRefreshing: refreshing != nil)
    }

    // MARK: One photo

    private func open(_ event: ActionEvent) async throws {
        guard let id = event.item(in: grid) ?? event.items(in: grid).first else { return }
        hint.follow()
        try await present(id)
    }

    func presentAgain(at address: Address) async throws {
        if let id = Destination.webPhoto.parameter(of: address) { try await present(id) }
    }

    private func present(_ id: WebPhoto.ID) async throws {
        try await page.present(at: Destination.webPhoto.address(id)) { [unowned self] in
            let photo = WebPhotoController(
                id, in: photos, library: library, albums: albums, history: UndoController(sharing: history))
            photo.room = self
            return photo
        }
    }

    private func favorite(_ event: ActionEvent) async throws {
        let items = try event.required(event.items(in: grid))
        let isOn = try await photos.elements(for: Array(items)).values.contains { !$0.isFavorite }
        let count = try await history.write(RoomWords.favorite, for: event) { db in
            try db.setFavorite(webPhotos: items, to: isOn)
        }
        hint.follow()
        page.announce(RoomWords.favorites(count, areAdded: isOn))
    }
}

extension PhotoramaController: CollectionViewDelegate {
    func collectionView(_ view: CollectionView<Int64>, primaryActionFor item: Int64) -> String? { "open" }

    func collectionView(_ view: CollectionView<Int64>, menuFor items: Set<Int64>) -> Menu? {
        guard let item = items.first else { return nil }
        let again = failures[item] == nil ? [] : [MenuItem(PhotoramaWords.fetchAgain, action: "fetchAgain")]
        let open = [MenuItem(RoomWords.open, action: "open")] + again
        return library.store.isReadOnly ? Menu(open) : Menu(open, [MenuItem(RoomWords.favorite, action: "favorite")])
    }

    func collectionView(_ view: CollectionView<Int64>, willDisplay cell: Cell, for item: Int64) {
        displayed.insert(item)
        if missing.contains(item) { pictures.begin(item, .visible) }
        readOn(at: item)
    }

    func collectionView(_ view: CollectionView<Int64>, didEndDisplaying item: Int64) {
        displayed.remove(item)
        pictures.cancel(item)
    }

    func collectionViewDidChangeCount(_ view: CollectionView<Int64>) { show() }

    func collectionViewDidUpdate(_ view: CollectionView<Int64>) { scrollToAwaited() }

    func collectionViewDidEndScrolling(_ view: CollectionView<Int64>) { fetchShown() }
}

extension PhotoramaController: CollectionViewPrefetching {
    func collectionView(_ view: CollectionView<Int64>, prefetch items: [Int64]) {
        for item in items {
            if missing.contains(item) { pictures.begin(item, .prefetch) }
            readOn(at: item)
        }
    }

    func collectionView(_ view: CollectionView<Int64>, cancelPrefetching items: [Int64]) {
        for item in items { pictures.cancel(item) }
    }
}

extension Hint {
    // Photorama's lists are long, so the hint has a place of its own there, and is shown with any number.
    fileprivate static let openWebPhotos = Hint(
        name: "openWebPhotos", texts: PhotoramaWords.hint, counts: 1 ... .max)
}
