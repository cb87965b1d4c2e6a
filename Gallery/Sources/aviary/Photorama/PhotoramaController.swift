import AviaryApps
import AviaryImages
import AviaryResults
import AviaryServer
import AviarySnapshots
import AviaryText
import AviaryViews
import Foundation
import GalleryPages

extension Destination<Int64> {
    static var webPhoto: Self { Destination("/photorama/photo/:id") }
}

/// The Photorama room: photographs of a web service, the favorites among them, and the photographs of a tag.
final class PhotoramaController: DetailsRoom {
    static let storyboard = Storyboard("PhotoramaView", EmbeddedFile.PhotoramaView_html.bytes)

    let page = Page()
    private let grid: CollectionView<Int64>
    var collections: [String: any ScreenCollection] { ["grid": grid] }
    var children: [String: any ViewController] { ["history": history, "hint": hint] }
    var actions: Actions {
        [
            "choose": choose, "resize": resize, "chooseTag": chooseTag, "search": search, "searchNow": searchNow,
            "refresh": refresh,
            "retry": retry, "dismissTrouble": dismissTrouble, "open": open, "fetchAgain": fetchAgain, "lost": lost,
            "favorite": favorite, "showPalette": showPalette, "chooseService": chooseService,
        ]
    }

    private let library: PhotoramaLibrary
    private let history: UndoController
    private let hint: HintController
    /// The list of this window. Each choice and each search changes its request.
    private let photos: FetchedResults<WebPhoto>
    private let albums: PhotoramaAlbums
    private let tags: FetchedResults<Tag>
    private var choice: PhotoramaChoice
    /// The text in the search field.
    private var searched = ""
    /// Whether the viewer shows the panel with details.
    var showsDetails = false
    /// The search for which the service's answer is stored.
    private var answered: RemoteFeed?
    private var tagName: String?
    /// The largest number of photos in the list. It grows when the person scrolls to the end.
    private var limit = PhotoramaController.pageSize

    private let pictures: PictureFetches
    /// The items in view.
    private var displayed: Set<WebPhoto.ID> = []
    /// The items whose cells have no picture yet.
    private var missing: Set<WebPhoto.ID> = []
    /// The failures of pictures, by photo.
    private var failures: [WebPhoto.ID: String] = [:]
    /// The failure that the message on the page reports.
    private var trouble: Trouble?
    /// The messages about pictures that the person has dismissed.
    private var dismissed: Set<String> = []
    /// The running request for the first page. `readingOn` is the running request for the next page.
    private var refreshing: FeedRequest<FeedChange>?
    private var readingOn: FeedRequest<Bool>?
    private var isReadingOn = false
    /// Whether the service was asked since the person chose the list or typed the words.
    private var hasAsked = false
    /// Whether the feed is known to have no more photos.
    private var isAtEnd = false
    /// The last photo, if it came near the viewport while a request was running.
    private var end: WebPhoto.ID?
    /// The first visible photo when scrolling last stopped.
    private var firstAtScrollEnd: WebPhoto.ID?
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
        library: PhotoramaLibrary, albums: PhotoramaAlbums, hints: DoneHints
    ) {
        (self.choice, self.photos, self.tags, self.library, self.albums) = (choice, photos, tags, library, albums)
        grid = CollectionView(layout: choice.collectionLayout)
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
        observe(library.services.changes()) { self.didChangeService() }
        page["cannotChoose"] = !library.services.canChange || library.store.isReadOnly
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
        for id in visible where missing.contains(id) { pictures.begin(id, .visible, hasScrollingEnded: true) }
        // If the first photo in view is the same, the list did not scroll. But the viewport may have become smaller,
        // and then the fetches of pictures that left it were cancelled. So the fetches for cells near the viewport
        // begin again.
        if firstAtScrollEnd == nil || visible.first == firstAtScrollEnd {
            for id in missing where grid.cell(for: id) != nil { pictures.begin(id, .prefetch) }
        }
        firstAtScrollEnd = visible.first
    }

    func viewDidDisappear() { pictures.cancelAll() }

    // MARK: Which photos

    private func choose(_ event: ActionEvent) async throws {
        var next = choice
        next.choose(event.fields)
        try await show(next)
    }

    private func resize(_ event: ActionEvent) async throws {
        guard let pinch = event.pinch(in: grid) else { return }
        var next = choice
        next.size.change(by: pinch.steps)
        try await show(next, keeping: pinch.item)
        page.announce(RoomWords.size(choice.size.number, of: CellSize.count))
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

    private func chooseService(_ event: ActionEvent) async throws {
        try await page.present(ServiceController(library.services))
    }

    /// Shows the chosen feed of another service.
    private func didChangeService() {
        leaveFeed()
        (answered, left) = (nil, [:])
        task { [self] in
            // If the list cannot be read now, the list shows the error itself.
            try? await showAnotherList()
            await page.update { self.beginRefreshing() }
        }
    }

    /// - Parameter item: The photo in view whose center stays in place.
    private func show(_ next: PhotoramaChoice, keeping item: WebPhoto.ID? = nil) async throws {
        let before = choice
        guard next != before else { return }
        if next.scope != before.scope { leaveList() }
        choice = next
        if (next.layout, next.size) != (before.layout, before.size) {
            try await grid.setLayout(next.collectionLayout, keeping: item)
        }
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
    private func leaveFeed() {
        refreshing?.cancel()
        readingOn?.cancel()
        (refreshing, readingOn, hasAsked) = (nil, nil, false)
        (isAtEnd, end, trouble) = (false, nil, nil)
        limit = Self.pageSize
    }

    private var isAtBeginning: Bool { grid.visibleRect.x <= 0 && grid.visibleRect.y <= 0 }

    private var listKey: ListKey { ListKey(scope: choice.scope, searched: searched) }

    /// Stores the scroll position of the list, before another list is shown.
    private func leaveList() {
        // While a position is awaited, the grid still shows the former list, whose position is stored already.
        guard awaited == nil else { return }
        if left.count >= Self.mostLeft { left = [:] }
        left[listKey] = ListPosition(anchor: isAtBeginning ? nil : grid.scrollAnchor, limit: limit)
    }

    /// Shows the chosen list at the position where the person left it, or else from its first photo.
    private func showAnotherList() async throws {
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

    private func showList() async throws {
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
    private var isAnswered: Bool { searchFeed.map { $0 == answered } ?? true }

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
        // Four in a row have the size of the window.
        page["largest"] = choice.size.isLargest || choice.layout == .four
        page["smallest"] = choice.size.isSmallest || choice.layout == .four
        page["isFour"] = choice.layout == .four
        page["isRows"] = choice.layout == .rows
        page["isHorizontal"] = choice.layout == .horizontal
        page["hasNoFeed"] = choice.feed == nil
        show()
    }

    private func show() {
        page["status"] = status
        page["nothing"] = emptySentence
        page["cannotFill"] = choice.feed == nil || !searched.isEmpty || refreshing != nil
        page["isRefreshing"] = refreshing != nil
        page["notReadingOn"] = !isReadingOn
        page["trouble"] = trouble?.sentence ?? ""
        page["noTrouble"] = trouble == nil
        hint.show(amongItems: grid.numberOfItems, isPossible: !library.store.isReadOnly)
    }

    private var status: String {
        if refreshing != nil, searchFeed != nil { return PhotoramaWords.searching }
        let count = grid.numberOfItems
        if choice.tag != nil { return PhotoramaWords.tagged(count, with: tagName) }
        return library.hasSamples && choice.feed != nil ? PhotoramaWords.samples(count) : RoomWords.photos(count)
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
        hint.markDone()
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
        hint.markDone()
        page.announce(RoomWords.favorites(count, areAdded: isOn))
    }

    // MARK: Search

    // The search field. A search in a feed asks the service. Until the service answers, the page shows matching stored
    // photos. A search among favorites or the photos of a tag does not ask the service.

    /// Handles a change of the text. Asks the service after a debounce.
    private func search(_ event: ActionEvent) async throws {
        guard try await showPhotos(with: event.fields["text"] ?? "") else { return }
        let asked = searchFeed
        task { [self] in
            try await Task.sleep(for: pause)
            await page.update { if self.searchFeed == asked, !self.hasAsked { self.beginRefreshing() } }
        }
    }

    /// Handles the Return key. Asks the service at once.
    private func searchNow(_ event: ActionEvent) async throws {
        try await searchNow(for: event.fields["text"] ?? "")
    }

    private func searchNow(for words: String) async throws {
        _ = try await showPhotos(with: words)
        if searchFeed != nil, !hasAsked || !isAnswered || trouble != nil { beginRefreshing() }
    }

    /// Shows the photos that match the words.
    ///
    /// - Returns: Whether the words form a new search that the service has to answer.
    private func showPhotos(with words: String) async throws -> Bool {
        let before = feed
        if words != searched { leaveList() }
        searched = words
        page["searched"] = words
        if feed == before {
            try await showList()
        } else {
            leaveFeed()
            try await showAnotherList()
        }
        return feed != before && searchFeed != nil
    }

    /// The feed of the search; `nil` without words, and if the page shows no feed of the service.
    private var searchFeed: RemoteFeed? { choice.feed == nil ? nil : RemoteFeed(searching: searched) }

    /// The feed that the page shows or is about to show; `nil` for favorites and tags.
    private var feed: RemoteFeed? { searchFeed ?? choice.feed }

    // MARK: The feed

    // The requests for the service's feed. A refresh fetches the first page, and scrolling to the end fetches the next
    // page.

    private func refresh(_ event: ActionEvent) {
        dismissed = []
        beginRefreshing()
    }

    /// Starts a refresh. Stored photos stay visible, and new photos arrive as an update.
    private func beginRefreshing() {
        guard let feed, refreshing?.feed != feed, !library.store.isReadOnly else { return }
        refreshing?.cancel()
        let request = FeedRequest(feed) { [library] in try await library.refresh(feed) }
        (refreshing, hasAsked) = (request, true)
        show()
        task { [self] in
            var result = await request.result()
            guard refreshing === request else { return }
            if case .success = result, !isAnswered {
                // If the list shows matching stored photos, it changes to the answer to the search, which is stored
                // now.
                do { try await showList() } catch { result = .failure(error) }
            }
            let outcome = result
            await page.update { if self.refreshing === request { self.didRefresh(outcome) } }
        }
    }

    private func didRefresh(_ outcome: Result<FeedChange, any Error>) {
        refreshing = nil
        switch outcome {
        case .success(let change):
            trouble = nil
            isAtEnd = false
            fetchAgain(Array(failures.keys))
            if change.added > 0 { page.announce(PhotoramaWords.newPhotos(change.added)) }
            if let sentence = change.sentenceOfSkipped { page.say(sentence) }
            readOnAtEnd()
        case .failure(let error) where error is CancellationError: break
        case .failure(let error): trouble = Trouble(.refreshing, library.store.sentence(about: error))
        }
        show()
    }

    /// Shows more photos when the last one comes near the viewport. They are stored ones, or else the service's next
    /// page.
    private func readOn(at item: WebPhoto.ID) {
        guard isLast(item) else { return }
        let isFull = grid.numberOfItems >= limit
        // While a request is running, the item is noted, and is checked again when the request ends. Stored photos need
        // no request, so they are shown during a refresh, too.
        if isReadingOn || refreshing != nil { end = item }
        guard !isReadingOn, isFull || refreshing == nil else { return }
        let canAsk = isAnswered && !isAtEnd && refreshing == nil && !library.store.isReadOnly
        let feed = canAsk ? self.feed : nil
        guard isFull || feed != nil, trouble?.kind != .readingOn else { return }
        isReadingOn = true
        show()
        let list = self.feed
        task { [self] in
            let outcome: Result<Bool, any Error>
            do { outcome = .success(try await readOn(feed, isFull: isFull)) } catch { outcome = .failure(error) }
            await page.update { self.didReadOn(list, outcome) }
        }
    }

    /// Shows the next stored photos. If there are none, fetches the next page.
    ///
    /// - Returns: Whether there may be more photos.
    private func readOn(_ feed: RemoteFeed?, isFull: Bool) async throws -> Bool {
        let before = photos.snapshot.numberOfItems
        if isFull {
            limit += Self.pageSize
            try await showList()
        }
        // If stored photos have made the list longer, the service need not be asked yet.
        guard let feed, feed == self.feed, photos.snapshot.numberOfItems == before else { return true }
        let request = FeedRequest(feed) { [library] in try await library.more(feed) }
        readingOn = request
        defer { if readingOn === request { readingOn = nil } }
        return try await request.result().get()
    }

    private func didReadOn(_ list: RemoteFeed?, _ outcome: Result<Bool, any Error>) {
        isReadingOn = false
        switch outcome {
        case .failure(let error) where list == feed && !(error is CancellationError):
            trouble = Trouble(.readingOn, library.store.sentence(about: error))
        case .success(let hasMore) where list == feed:
            isAtEnd = !hasMore
            readOnAtEnd()
        // The person has switched to another list, or the request was cancelled.
        default: readOnAtEnd()
        }
        show()
    }

    private func readOnAtEnd() {
        guard let item = end else { return }
        end = nil
        readOn(at: item)
    }

    private func isLast(_ item: WebPhoto.ID) -> Bool { item == last }

    private var last: WebPhoto.ID? {
        let list = grid.snapshot
        return list.isWhole && list.numberOfItems > 0 ? list.item(at: list.numberOfItems - 1) : nil
    }

    // MARK: The message

    private func retry(_ event: ActionEvent) {
        let kind = trouble?.kind
        (trouble, dismissed) = (nil, [])
        fetchAgain(Array(failures.keys))
        switch kind {
        case .refreshing: beginRefreshing()
        // If the last photo is still in view, no event starts the reading again, so it is started here.
        case .readingOn: if let last { readOn(at: last) }
        case .pictures, nil: break
        }
        show()
    }

    private func dismissTrouble(_ event: ActionEvent) {
        if let trouble, trouble.kind == .pictures { dismissed.insert(trouble.sentence) }
        trouble = nil
        show()
    }

    // MARK: Pictures

    // The pictures of the cells, which are fetched when the cells come into view.

    private func configure(_ cell: Cell, with photo: WebPhoto) {
        let isStored = library.isStored(photo, size: .small)
        let failure = isStored ? nil : failures[photo.id]
        if isStored {
            missing.remove(photo.id)
        } else if failure == nil, missing.insert(photo.id).inserted, displayed.contains(photo.id) {
            // The photo has a new picture, or its cell came into view before its content was loaded. In both cases
            // `willDisplay` has not fetched the picture.
            pictures.begin(photo.id, .visible)
        }
        cell["title"] = photo.title
        cell["color"] = photo.color
        cell["isFavorite"] = photo.isFavorite
        cell["isWaiting"] = !isStored && failure == nil
        cell["isFailed"] = failure != nil
        cell["failure"] = failure
        cell[url: "picture"] = isStored ? photo.picturePath(.small) : nil
    }

    /// Updates the cells of the pictures for which results have arrived.
    private func takePictures() {
        let outcomes = pictures.take()
        page["isSlow"] = pictures.isSlow
        for (id, failure) in outcomes {
            missing.remove(id)
            failures[id] = failure
        }
        grid.reconfigureItems(outcomes.map(\.id))
        showFailures(outcomes.compactMap(\.failure).last)
    }

    private func showFailures(_ latest: String?) {
        if failures.isEmpty, trouble?.kind == .pictures { trouble = nil }
        // A failure of the whole list takes precedence over failures of pictures.
        if let latest, !dismissed.contains(latest), trouble == nil || trouble?.kind == .pictures {
            trouble = Trouble(.pictures, latest)
        }
        show()
    }

    /// Fetches pictures again that could not be fetched. Others are ignored.
    private func fetchAgain(_ items: some Sequence<WebPhoto.ID>) {
        let failed = items.filter { failures.removeValue(forKey: $0) != nil }
        missing.formUnion(failed)
        for id in failed where displayed.contains(id) { pictures.begin(id, .visible) }
        grid.reconfigureItems(failed)
    }

    private func fetchAgain(_ event: ActionEvent) {
        fetchAgain(event.items(in: grid))
        showFailures(nil)
    }

    /// Fetches a picture again that was stored when its cell was configured, but has been removed since.
    private func lost(_ event: ActionEvent) {
        guard let id = event.item(in: grid), failures[id] == nil else { return }
        missing.insert(id)
        if displayed.contains(id) { pictures.begin(id, .visible) }
        grid.reconfigureItems([id])
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

extension RemoteFeed {
    /// Makes the feed of a search. Case and extra spaces do not matter.
    ///
    /// - Parameter text: The text that a person typed.
    /// - Returns: `nil` if the text has no word.
    init?(searching text: String) {
        let words = text.lowercased().precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ").prefix(200)
        if words.isEmpty { return nil }
        self = .search(String(words))
    }
}

/// How long a person must stop typing before the search is sent.
private let pause = Duration.milliseconds(600)

/// A failure that the message on the page reports.
struct Trouble: Hashable {
    enum Kind: Hashable {
        case refreshing
        case readingOn
        case pictures
    }

    let kind: Kind
    let sentence: String

    init(_ kind: Kind, _ sentence: String) { (self.kind, self.sentence) = (kind, sentence) }
}
