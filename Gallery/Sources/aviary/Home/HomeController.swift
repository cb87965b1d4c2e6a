import AviaryColors
import AviaryResults
import AviaryServer
import AviaryViews
import GalleryPages

/// The home page: for each room the number of its items, and a preview of the newest ones.
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
    ///   - photorama: Knows which pictures are stored. The home page never fetches a picture.
    init(
        colors: FetchedResults<GalleryColor>, swatches: FetchedResults<Swatch>, photos: FetchedResults<Photo>,
        webPhotos: FetchedResults<WebPhoto>, newest: Newest, photorama: PhotoramaLibrary
    ) {
        (allColors, allSwatches, allPhotos, allWebPhotos) = (colors, swatches, photos, webPhotos)
        self.photorama = photorama
        self.newest = newest
    }

    func viewDidLoad() {
        page["version"] = HomeWords.version
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
        showCounts()
    }

    private func showCounts() {
        page["colorCount"] = RoomWords.colors(allColors.snapshot.numberOfItems)
        page["swatchCount"] = RoomWords.colors(allSwatches.snapshot.numberOfItems)
        page["photoCount"] = RoomWords.photos(allPhotos.snapshot.numberOfItems)
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
