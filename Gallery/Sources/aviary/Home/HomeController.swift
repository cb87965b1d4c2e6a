import AviaryApps
import AviaryColors
import AviaryResults
import AviaryServer
import AviaryViews
import Foundation
import GalleryPages

/// The home page: for each room the number of its items, and a preview of the newest ones. In an empty room's place it
/// has what to do first.
final class HomeController: ViewController {
    static let storyboard = Storyboard("HomeView", EmbeddedFile.HomeView_html.bytes)

    let page = Page()
    let colors = CollectionView<Int64>(layout: FlowLayout.preview)
    let swatches = CollectionView<Int64>(layout: FlowLayout.preview)
    let photos = CollectionView<Int64>(layout: FlowLayout.preview)
    let webPhotos = CollectionView<Int64>(layout: FlowLayout.preview)
    var collections: [String: any ScreenCollection] {
        ["colors": colors, "swatches": swatches, "photos": photos, "webPhotos": webPhotos]
    }

    var children: [String: any ViewController] { ["history": history, "jobs": jobs] }
    var actions: Actions { ["addColors": addColors, "addPhotos": addPhotos, "addSamples": addSamples] }

    private let history: UndoController
    /// The long commands. Without any the page has no list of them.
    private let jobs: JobsController
    private let activeJobs: FetchedResults<Job>
    private let library: PhotoLibrary
    /// What came of the files of the last choice.
    private var addition = (choice: "", summary: AdditionSummary())
    private let allColors: FetchedResults<GalleryColor>
    private let allSwatches: FetchedResults<Swatch>
    private let allPhotos: FetchedResults<Photo>
    private let allWebPhotos: FetchedResults<WebPhoto>
    private let photorama: PhotoramaLibrary
    private let newest: Newest

    /// The largest number of items in the preview of a room.
    static let previewCount = 16

    /// The items in the previews. The newest item is the last, unless stated otherwise.
    struct Newest {
        let colors: FetchedResults<GalleryColor>
        let swatches: FetchedResults<Swatch>
        let photos: FetchedResults<Photo>
        /// The start of a list of the service, in the order of the service.
        let webPhotos: FetchedResults<WebPhoto>
    }

    /// Makes the home page.
    ///
    /// - Parameters:
    ///   - colors: All colors, for their number. `swatches`, `photos` and `webPhotos` are for the other numbers.
    ///   - newest: The newest items of each room, `previewCount` at most.
    ///   - library: Adds photographs, and knows whether the gallery can be written.
    ///   - photorama: Knows which pictures are stored. The home page never fetches a picture.
    ///   - jobs: The long commands of all programs.
    init(
        colors: FetchedResults<GalleryColor>, swatches: FetchedResults<Swatch>, photos: FetchedResults<Photo>,
        webPhotos: FetchedResults<WebPhoto>, newest: Newest, photorama: PhotoramaLibrary,
        library: PhotoLibrary, jobs: Jobs
    ) {
        self.jobs = JobsController(jobs, hidesWhenEmpty: true)
        activeJobs = jobs.active
        history = UndoController(of: library.store, counting: HomeWords.thing)
        self.library = library
        (allColors, allSwatches, allPhotos, allWebPhotos) = (colors, swatches, photos, webPhotos)
        self.photorama = photorama
        self.newest = newest
    }

    func viewDidLoad() {
        page["version"] = HomeWords.version
        page.showAccess(to: history.store)
        colors.dataSource = LiveDataSource(
            newest.colors, newest: Self.previewCount, reuseIdentifier: { _ in "ColorPreview" }
        ) { color, cell in
            cell["fill"] = color.displayColor
            cell["name"] = color.rgbText
        }
        swatches.dataSource = LiveDataSource(
            newest.swatches, newest: Self.previewCount, reuseIdentifier: { _ in "ColorPreview" }
        ) { swatch, cell in
            cell["fill"] = swatch.color.displayColor
            cell["name"] = swatch.name
        }
        photos.dataSource = LiveDataSource(
            newest.photos, newest: Self.previewCount, reuseIdentifier: { _ in "PhotoPreview" }
        ) { photo, cell in
            cell["color"] = photo.color
            cell["name"] = photo.name
            cell[url: "picture"] = photo.thumbnailPath(.small)
        }
        webPhotos.dataSource = LiveDataSource(newest.webPhotos, reuseIdentifier: { _ in "PhotoPreview" }) {
            [photorama] photo, cell in
            cell["color"] = photo.color
            cell["name"] = photo.title
            cell[url: "picture"] = photorama.isStored(photo, size: .small) ? photo.picturePath(.small) : nil
        }
        for preview in [colors, swatches, photos, webPhotos] {
            preview.allowsSelection = false
            preview.delegate = self
        }
        // The counts also change with items that are not among the newest.
        observe(allColors.updates()) { _ in self.showCounts() }
        observe(allSwatches.updates()) { _ in self.showCounts() }
        observe(allPhotos.updates()) { _ in self.showCounts() }
        observe(allWebPhotos.updates()) { _ in self.showCounts() }
        observe(activeJobs.updates()) { _ in self.showCounts() }
        showCounts()
    }

    /// The number of colors that the button adds in an empty room. They fill the preview.
    private static let firstColors = 16

    private func addColors(_ event: ActionEvent) async throws {
        try await history.write(HomeWords.addColors, for: event) { db in
            for _ in 0..<Self.firstColors { try db.addColor(.random()) }
        }
        history.offer(HomeWords.added(RoomWords.colors(Self.firstColors)))
    }

    /// Adds the files of one choice as they arrive. They form one undo step, unless another step comes between them.
    /// One message reports all of them.
    private func addPhotos(_ event: ActionEvent) async throws {
        let choice = event.choice ?? FileChoice(id: event.receipt ?? UUID().uuidString, remaining: 0)
        if addition.choice != choice.id { addition = (choice.id, AdditionSummary()) }
        defer { if choice.remaining == 0 { reportAddition() } }
        guard !event.files.isEmpty else { return }
        if !history.isLast(group: choice.id) { addition.summary.closeStep() }
        let name = addition.summary.stepName(adding: event.files.count)
        let added = try await library.add(event.files) { [history] photos in
            try await history.write(name, for: event, group: choice.id) { db in try db.addPhotos(photos) }
        }
        addition.summary.add(added, named: event.files.count == 1 ? event.files[0].name : nil)
        if let refused = added.refused.first { page.say(error: refused.sentence) }
    }

    private func reportAddition() {
        let sentence = addition.summary.sentence(in: AdditionSummary.View())
        if sentence.isEmpty { return }
        if addition.summary.changed.isEmpty { page.say(sentence) } else { history.offer(sentence) }
    }

    private func addSamples(_ event: ActionEvent) async throws {
        try await library.addSamples(by: history, for: event)
    }

    private func showCounts() {
        page["colorCount"] = RoomWords.colors(allColors.snapshot.numberOfItems)
        page["swatchCount"] = RoomWords.colors(allSwatches.snapshot.numberOfItems)
        page["photoCount"] = RoomWords.photos(allPhotos.snapshot.numberOfItems)
        let active = activeJobs.snapshot.numberOfItems
        (page["running"], page["isIdle"]) = (HomeWords.active(active), active == 0)
        page["webPhotoCount"] = RoomWords.photos(allWebPhotos.snapshot.numberOfItems)
    }
}

extension HomeController: CollectionViewDelegate {
    func collectionViewDidUpdate(_ view: CollectionView<Int64>) { showCounts() }
}

extension FlowLayout {
    /// Four rows of four items. The preview is nearly twice as wide as high, so two rows of two previews fill a wide
    /// window.
    static let preview = FlowLayout(
        columns: .fixed(4), itemSize: .aspectRatio(1.9), minimumLineSpacing: 2, minimumInteritemSpacing: 2)
}
